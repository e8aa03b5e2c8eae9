import { IconGauge } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SafetyStatistics } from '#contract/statistics.ts'
import { HelpHint } from '../ui/HelpHint.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Quantity } from '../ui/Quantity.tsx'
import { useSpeedWords } from '../ui/useSpeedWords.ts'
import classes from './SpeedComparison.module.css'

const PARTS = [
  ['above', 'high'],
  ['around', 'mid'],
  ['below', 'low'],
] as const

/** How much of the time under way was slower than, at and faster than the speed that keeps impacts low. */
export function SpeedComparison(props: {
  percent: SafetyStatistics['stats']['sog_vs_safety_speed_percentage_data']
  title?: string
}) {
  const { percent } = props
  const { t } = useTranslation()
  const speed = useSpeedWords()('speed')
  const title = props.title ?? t('tripSafety.against', { speed })
  return (
    <Panel
      title={title}
      note={t('tripSafety.againstNote')}
      aside={<HelpHint about={title} section="safety-speed" />}
    >
      {percent ? (
        <>
          <div className={classes.bar} aria-hidden="true">
            {PARTS.toReversed().map(([part, level]) => (
              <i key={part} style={{ flexGrow: percent[part], background: `var(--bn-im-${level})` }} />
            ))}
          </div>
          <dl className={classes.parts}>
            {PARTS.map(([part, level]) => (
              <div key={part}>
                <dt>
                  <i style={{ background: `var(--bn-im-${level})` }} />
                  {t(`tripSafety.${part}`)}
                  <span>{t(`tripSafety.${part}Hint`)}</span>
                </dt>
                <dd>
                  <Quantity value={percent[part]} unit="%" decimals={1} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      ) : (
        <Notice icon={IconGauge} title={t('tripSafety.noSpeed', { speed })} />
      )}
    </Panel>
  )
}
