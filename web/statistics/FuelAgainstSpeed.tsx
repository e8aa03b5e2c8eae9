import { IconGauge } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FuelStatistics } from '#contract/wire/statistics.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { EChartsPlot } from '../plots/EChartsPlot.tsx'
import { HelpHint } from '../ui/HelpHint.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { useTokens } from '../ui/useTokens.ts'
import { speedCurve } from './speedCurve.ts'

interface Props {
  curve: FuelStatistics['data']['sog']
  eco: FuelStatistics['stats']['eco_speed']
  /** True for figures of many trips, which have no common eco speed. */
  isOfManyTrips?: boolean
}

/** Fuel per mile and per hour at each speed, the time spent at it, and the eco speed. */
export function FuelAgainstSpeed({ curve, eco, isOfManyTrips = false }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const tokens = useTokens()
  const title = t('tripFuel.againstSpeed')
  const option = useMemo(
    () =>
      speedCurve({
        rows: [
          { name: t('tripFuel.perMile'), unit: 'L/nmi', slot: 5, points: curve.avg_fuel_rate_l_nm },
          { name: t('tripFuel.rate'), unit: 'L/hr', slot: 0, points: curve.avg_fuel_rate },
          { name: t('tripFuel.minutes'), unit: 'min', slot: 10, points: curve.duration_minutes },
        ],
        eco: eco && { ...eco, label: t('tripFuel.ecoBand', { speed: formats.quantity(eco.sog, 'kn') }) },
        tokens,
        formats,
      }),
    [curve, eco, t, tokens, formats],
  )
  return (
    <Panel
      title={title}
      note={
        <>
          {t(isOfManyTrips ? 'tripFigures.againstSpeedNote' : 'tripFuel.againstSpeedNote')}
          {eco === null && !isOfManyTrips && <> · {t('tripFuel.ecoUnknown')}</>}
        </>
      }
      aside={<HelpHint about={title} section="fuel-and-emissions" />}
    >
      {curve.avg_fuel_rate_l_nm.length > 0 ? (
        <EChartsPlot label={title} option={option} height={352} />
      ) : (
        <Notice icon={IconGauge} title={t('tripFuel.tooFew')} />
      )}
    </Panel>
  )
}
