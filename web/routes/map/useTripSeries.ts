import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { parseField, seriesLabel } from '#contract/series.ts'
import type { TimeSeriesRequest } from '#contract/timeSeries.ts'
import type { Trip } from '#contract/trip.ts'
import { seriesQuery } from '../../api/telemetry.ts'
import { useUser } from '../../api/user.ts'
import { chosenSeries, DEFAULT_FIELDS, requestFields } from '../../charts/chosenSeries.ts'
import { buildLanes } from '../../charts/lane.ts'
import { MINUTE_S, telemetryStepS } from '../../charts/resolution.ts'
import { useSlots } from '../../charts/useSlots.ts'
import { useSpeedWords } from '../../i18n/useSpeedWords.ts'

const SHORT = { sog: 'SOG', 'in_eco_speed_ratio._30s': 'Eco' } as const

/** The series of the trip's chart: what is chosen, read for the whole trip or for one minute of it. */
export function useTripSeries(trip: Trip, minute: number | undefined) {
  const { t } = useTranslation()
  const speedWord = useSpeedWords()
  const hasComfortSpeed = useUser().company.settings.has_comfort_speed
  const [fields, setFields] = useLocalStorage<readonly string[]>({
    key: 'map-chart-series',
    defaultValue: DEFAULT_FIELDS,
    getInitialValueInEffect: false,
  })
  const startMs = Date.parse(trip.start_time)
  const endMs = Date.parse(trip.end_time ?? trip.stats.time_of_last_data_point)
  const stepS = minute === undefined ? telemetryStepS((endMs - startMs) / 1000) : 1
  const fromMs = minute === undefined ? startMs : minute * 1000
  const toMs = minute === undefined ? Math.max(endMs, startMs + 60_000) : fromMs + MINUTE_S * 1000

  const slots = useSlots(fields)
  const chosen = useMemo(() => {
    const labelOf = (field: string) => {
      const key = parseField(field)?.key
      if (key === 'impact') return t('map.impact')
      if (key === 'rog') return speedWord('speed')
      return (
        (key && (SHORT as Partial<Record<string, string>>)[key]) ??
        (key ? seriesLabel(key, hasComfortSpeed) : field)
      )
    }
    return chosenSeries(fields, labelOf, slots)
  }, [fields, slots, t, speedWord, hasComfortSpeed])
  const request: TimeSeriesRequest = {
    filters: {
      trip_id: trip.id,
      ...(minute === undefined ? {} : { start_time: minute, end_time: minute + MINUTE_S }),
    },
    fields: requestFields(chosen).slice(0, 40),
    resolution: { value: stepS, type: 'seconds' },
  }
  const query = useQuery({
    ...seriesQuery(request, trip.live && minute === undefined),
    enabled: chosen.length > 0,
  })
  const lanes = useMemo(
    () => (query.data ? buildLanes(query.data, chosen, stepS * 1000) : []),
    [query.data, chosen, stepS],
  )
  return { fields, setFields, chosen, query, lanes, stepMs: stepS * 1000, fromMs, toMs }
}
