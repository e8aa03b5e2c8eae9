import { useTranslation } from 'react-i18next'
import type { TripStats } from '#contract/wire/trip.ts'
import { Figure, Figures } from '../../../ui/Figures.tsx'
import { HelpHint } from '../../../ui/HelpHint.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Quantity } from '../../../ui/Quantity.tsx'

export function FuelFigures({ stats }: { stats: TripStats }) {
  const { t } = useTranslation()
  const title = t('tripFuel.figures')
  const ratio = stats.in_eco_speed_ratio
  return (
    <Panel title={title} aside={<HelpHint about={title} section="fuel-and-emissions" />}>
      <Figures>
        <Figure label={t('trip.stat.fuel')}>
          <Quantity value={stats.fuel_consumption} unit="L" />
        </Figure>
        <Figure label={t('trip.stat.fuelRate')}>
          <Quantity value={stats.avg_fuel_rate_l_nm} unit="L/nmi" />
        </Figure>
        <Figure label={t('trip.stat.co2')}>
          <Quantity value={stats.co2_emissions} unit="kg" />
        </Figure>
        <Figure label={t('trip.stat.nox')}>
          <Quantity value={stats.nox_emissions} unit="g" decimals={0} />
        </Figure>
        <Figure label={t('trip.stat.eco')}>
          <Quantity value={ratio === null ? null : ratio * 100} unit="%" />
        </Figure>
      </Figures>
    </Panel>
  )
}
