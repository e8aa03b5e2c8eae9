import { useTranslation } from 'react-i18next'
import type { TripStats } from '#contract/wire/trip.ts'
import { Figure, Figures } from '../../../ui/Figures.tsx'
import { HelpHint } from '../../../ui/HelpHint.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Quantity } from '../../../ui/Quantity.tsx'
import { useSpeedWords } from '../../../ui/useSpeedWords.ts'

export function SpeedFigures({ stats }: { stats: TripStats }) {
  const { t } = useTranslation()
  const speedWord = useSpeedWords()
  const title = t('trip.speed')
  return (
    <Panel title={title} aside={<HelpHint about={title} section="safety-speed" />}>
      <Figures>
        <Figure label={t('trip.stat.avgSog')}>
          <Quantity value={stats.avg_sog} unit="kn" />
        </Figure>
        <Figure label={t('trip.stat.maxSog')}>
          <Quantity value={stats.max_sog} unit="kn" />
        </Figure>
        <Figure label={speedWord('average')}>
          <Quantity value={stats.avg_rog} unit="kn" />
        </Figure>
        <Figure label={speedWord('quality')}>
          <Quantity value={stats.safety_quality === null ? null : stats.safety_quality * 100} unit="%" />
        </Figure>
      </Figures>
    </Panel>
  )
}
