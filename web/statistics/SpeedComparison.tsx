import { IconGauge } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { percentShares } from '#contract/domain/percentShares.ts'
import type { SafetyStatistics } from '#contract/wire/statistics.ts'
import { usePlotImage } from '../plots/usePlotImage.tsx'
import { HelpHint } from '../ui/HelpHint.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { useSpeedWords } from '../ui/useSpeedWords.ts'
import { useTokens } from '../ui/useTokens.ts'
import { Ring } from './Ring.tsx'
import { Share } from './Share.tsx'
import classes from './SpeedComparison.module.css'

const PARTS = [
  ['above', 'high'],
  ['around', 'mid'],
  ['below', 'low'],
] as const

/** Shares of time under way below, around and above the safety speed. */
export function SpeedComparison(props: {
  percent: SafetyStatistics['stats']['sog_vs_safety_speed_percentage_data']
  title?: string
  /** True for a pie, where there is space. */
  asPie?: boolean
}) {
  const { percent, asPie = false } = props
  const shares = percent && percentShares(PARTS.map(([part]) => percent[part]))
  const { t } = useTranslation()
  const { impact } = useTokens()
  const speed = useSpeedWords()('speed')
  const title = props.title ?? t('tripSafety.against', { speed })
  const image = usePlotImage(title)
  const slices = useMemo(
    () =>
      percent &&
      PARTS.map(([part, level]) => ({
        name: t(`tripSafety.${part}`),
        value: percent[part],
        colour: impact[level],
      })),
    [percent, impact, t],
  )
  return (
    <Panel
      title={title}
      note={t('tripSafety.againstNote')}
      aside={
        <>
          <HelpHint about={title} section="safety-speed" />
          {image.menu}
        </>
      }
    >
      {percent && slices ? (
        <div className={asPie ? classes.parted : ''}>
          {asPie ? (
            image.around(
              <Ring label={title} parts={slices}>
                <strong>
                  <Share percent={shares?.[0]} />
                </strong>
                <span>{t('tripSafety.above')}</span>
              </Ring>,
            )
          ) : (
            <div className={classes.bar} aria-hidden="true">
              {PARTS.toReversed().map(([part, level]) => (
                <i key={part} style={{ flexGrow: percent[part], background: `var(--tf-im-${level})` }} />
              ))}
            </div>
          )}
          <dl className={classes.parts}>
            {PARTS.map(([part, level], i) => (
              <div key={part}>
                <dt>
                  <i style={{ background: `var(--tf-im-${level})` }} />
                  {t(`tripSafety.${part}`)}
                  <span>{t(`tripSafety.${part}Hint`)}</span>
                </dt>
                <dd>
                  <Share percent={shares?.[i]} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ) : (
        <Notice icon={IconGauge} title={t('tripSafety.noSpeed', { speed })} />
      )}
    </Panel>
  )
}
