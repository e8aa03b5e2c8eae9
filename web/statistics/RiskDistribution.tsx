import { useTranslation } from 'react-i18next'
import { percentShares } from '#contract/domain/percentShares.ts'
import { IMPACT_BUCKETS, type ImpactShares } from '#contract/wire/statistics.ts'
import { DEFAULT_IMPACT_LIMIT_G } from '#contract/wire/vessel.ts'
import { HelpHint } from '../ui/HelpHint.tsx'
import { impactLevel } from '../ui/impact.ts'
import { Panel } from '../ui/Panel.tsx'
import classes from './RiskDistribution.module.css'
import { SensorsMissing } from './SensorsMissing.tsx'
import { Share } from './Share.tsx'

interface Props {
  /** Share of time in each bucket, with sum 1; empty without sensors. */
  shares: ImpactShares
  title: string
  /** Impact limit of the boat. Without a single boat, buckets above the usual limit are highlighted. */
  limitG?: number
}

/** Distribution of time by roughness. Bars grow with the square root, so that rare hard impacts stay visible. */
export function RiskDistribution({ shares, title, limitG }: Props) {
  const { t } = useTranslation()
  const percent = percentShares(IMPACT_BUCKETS.map((bucket) => shares[bucket] ?? 0))
  const isMeasured = Object.keys(shares).length > 0
  return (
    <Panel
      title={title}
      note={isMeasured && t('tripSafety.riskNote')}
      aside={<HelpHint about={title} section="reports" />}
    >
      {isMeasured ? (
        <dl className={classes.buckets}>
          {IMPACT_BUCKETS.toReversed().map((bucket) => {
            const share = shares[bucket] ?? 0
            return (
              <div key={bucket}>
                <dt>
                  {bucket.startsWith('>') ? bucket.replace('>', '> ') : bucket.replace('-', '–')}{' '}
                  <span>g</span>
                </dt>
                <i aria-hidden="true">
                  <b style={{ width: `${Math.sqrt(share) * 100}%`, background: colourOf(bucket, limitG) }} />
                </i>
                <dd>
                  <Share percent={percent[IMPACT_BUCKETS.indexOf(bucket)]} />
                </dd>
              </div>
            )
          })}
        </dl>
      ) : (
        <SensorsMissing />
      )}
    </Panel>
  )
}

/** Colour of a bucket, by its middle. */
function colourOf(bucket: string, limitG: number | undefined): string {
  if (limitG !== undefined) return `var(--tf-im-${impactLevel(middleG(bucket), limitG)})`
  return middleG(bucket) > DEFAULT_IMPACT_LIMIT_G ? 'var(--tf-im-high)' : 'var(--tf-chart-1)'
}
const middleG = (bucket: string) => Number(/\d/.exec(bucket)?.[0]) + 0.5
