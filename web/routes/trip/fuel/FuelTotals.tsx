import { useTranslation } from 'react-i18next'
import type { FuelStatistics } from '#contract/wire/statistics.ts'
import { Figure, Figures } from '../../../ui/Figures.tsx'
import { Quantity } from '../../../ui/Quantity.tsx'

interface Props {
  summary: FuelStatistics['stats']['summary']
  ecoRatio: number | null
}

export function FuelTotals({ summary, ecoRatio }: Props) {
  const { t } = useTranslation()
  return (
    <Figures framed label={t('tripFuel.figures')}>
      <Figure label={t('trip.stat.fuel')}>
        <Quantity value={summary.fuel_consumption} unit="L" />
      </Figure>
      <Figure label={t('tripFuel.avgRate')}>
        <Quantity value={summary.avg_fuel_rate} unit="L/hr" />
      </Figure>
      <Figure label={t('trip.stat.fuelRate')}>
        <Quantity value={summary.avg_fuel_rate_l_nm} unit="L/nmi" />
      </Figure>
      <Figure label={t('trip.stat.co2')}>
        <Quantity value={summary.co2_emissions} unit="kg" />
      </Figure>
      <Figure label={t('trip.stat.nox')}>
        <Quantity value={summary.nox_emissions} unit="g" decimals={0} />
      </Figure>
      <Figure label={t('trip.stat.eco')}>
        <Quantity value={ecoRatio === null ? null : ecoRatio * 100} unit="%" />
      </Figure>
    </Figures>
  )
}
