import { useTranslation } from 'react-i18next'
import { effectiveWeights, type ScorePart, scoreShares } from '#contract/wire/scoreShares.ts'
import { SCORE_PARTS, type Trip, type TripStats } from '#contract/wire/trip.ts'
import { useFormats } from '../../../i18n/useFormats.ts'
import { HelpHint } from '../../../ui/HelpHint.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Missing, Quantity } from '../../../ui/Quantity.tsx'
import { useSpeedWords } from '../../../ui/useSpeedWords.ts'
import { usePartWords } from '../usePartWords.ts'
import classes from './ScorePanel.module.css'

/** Score of the trip, with the points of each part and its maximum. */
export function ScorePanel({ trip }: { trip: Trip }) {
  const { t } = useTranslation()
  const speedWord = useSpeedWords()
  const { stats, analysis } = trip
  const { score } = stats
  const title = t('trip.stat.score')
  return (
    <Panel title={title} aside={<HelpHint about={title} section="score-and-rank" />}>
      <div className={classes.score}>
        <Dial score={score} />
        {score === null ? (
          <p className={classes.none}>
            {analysis.complete ? t('tripScore.none', { speed: speedWord('speed') }) : t('analysis.pending')}
          </p>
        ) : (
          <ul className={classes.parts}>
            {SCORE_PARTS.map((part) => (
              <Part key={part} part={part} stats={stats} />
            ))}
          </ul>
        )}
      </div>
    </Panel>
  )
}

/** Radius of the semicircle that stands for the whole scale. */
const RADIUS = 62
const WHOLE = Math.PI * RADIUS

function Dial({ score }: { score: number | null }) {
  const { t } = useTranslation()
  const arc = `M${-RADIUS} 0 A${RADIUS} ${RADIUS} 0 0 1 ${RADIUS} 0`
  return (
    <div className={classes.dial}>
      <svg viewBox="-70 -70 140 76" aria-hidden="true">
        <path className={classes.track} d={arc} />
        {score !== null && (
          <path className={classes.reached} d={arc} strokeDasharray={`${(score / 100) * WHOLE} ${WHOLE}`} />
        )}
      </svg>
      <strong>{score === null ? <Missing /> : score}</strong>
      <span>{t('tripScore.scale')}</span>
    </div>
  )
}

function Part({ part, stats }: { part: ScorePart; stats: TripStats }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { label, unit, factor } = usePartWords()[part]
  const value = stats[part]
  const most = effectiveWeights(stats.score_basis)[part] * 100
  const share = scoreShares(stats)[part]
  const counted = most > 0 && share !== null
  return (
    <li>
      <span className={classes.label}>{label}</span>
      <span className={classes.value}>
        <Quantity
          value={value === null ? null : value * factor}
          unit={unit}
          decimals={unit === '%' ? 0 : 2}
        />
      </span>
      <span className={classes.bar} aria-hidden="true">
        <i style={{ width: `${counted ? share * 100 : 0}%` }} />
      </span>
      <span className={classes.points}>
        {counted
          ? t('tripScore.points', { got: points(share * most), most: points(most) })
          : t('tripScore.notMeasured')}
      </span>
    </li>
  )

  function points(value: number) {
    return formats.number(value, Math.abs(value - Math.round(value)) < 0.05 ? 0 : 1)
  }
}
