import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { parseField, SERIES } from '#contract/domain/series.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { tripSeriesQuery } from '../../api/telemetry.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { chosenSeries } from '../../plots/chosenSeries.ts'
import { buildPanes, inShownUnits } from '../../plots/pane.ts'
import { instanceName } from '../../plots/useSeriesName.ts'
import { useSlots } from '../../plots/useSlots.ts'
import { withSensor } from '../../trips/moment/momentInAddress.ts'
import { CHART_FIELDS, plotRequest } from '../../trips/tripRequests.ts'
import { useSpeedWords } from '../../ui/useSpeedWords.ts'

const SHORT = { sog: 'SOG', 'in_eco_speed_ratio._30s': 'Eco' } as const

/** Chosen series of the trip plot, read for the whole trip or for the minute in the address. */
export function useTripSeries(trip: Trip) {
  const { t } = useTranslation()
  const formats = useFormats()
  const speedWord = useSpeedWords()
  const [stored, setFields] = useLocalStorage({ ...CHART_FIELDS, getInitialValueInEffect: false })
  const address = useSearch({ from: '/console/map/trips/$tripId' })
  const fields = useMemo(() => withSensor(stored, address.sensor), [stored, address.sensor])
  const request = plotRequest(trip, stored, address)
  const { minute, stepMs, fromMs, toMs } = request

  const names = useQuery(tripSeriesQuery(trip.id)).data?.names
  const isSogDerived = trip.stats.sog_derived
  const slots = useSlots(fields)
  const chosen = useMemo(() => {
    const labelOf = (field: string) => {
      const parsed = parseField(field)
      if (!parsed) return field
      const { key } = parsed
      if (key === 'rog') return speedWord('speed')
      if (key === 'sog' && isSogDerived) return t('chart.derived', { name: SHORT.sog })
      const short = (SHORT as Partial<Record<string, string>>)[key]
      return short ?? instanceName(SERIES[key].labels[currentLanguage()], parsed, t, names?.[field])
    }
    return inShownUnits(chosenSeries(fields, labelOf, slots), formats)
  }, [fields, slots, t, formats, speedWord, isSogDerived, names])
  const query = useQuery({ ...request.query, enabled: chosen.length > 0 })
  const panes = useMemo(
    () => (query.data ? buildPanes(query.data, chosen, stepMs) : []),
    [query.data, chosen, stepMs],
  )
  return { fields, setFields, chosen, query, panes, minute, stepMs, fromMs, toMs }
}
