import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SeriesKey } from '#contract/domain/series.ts'
import type { TimeSeriesEntry } from '#contract/wire/timeSeries.ts'
import { tripSeriesQuery } from '../../api/telemetry.ts'
import { SeriesPicker } from '../../plots/SeriesPicker.tsx'
import { useDropSeries } from '../../plots/useDropSeries.ts'

interface Props {
  tripId: string
  fields: readonly string[]
  onChange: (fields: readonly string[]) => void
  /** Answer of the server to a request for exactly these fields. */
  entries: readonly TimeSeriesEntry[] | undefined
}

/** The map already shows the position. */
const ON_THE_MAP: readonly SeriesKey[] = ['latitude', 'longitude']

/**
 * Choice of the series of the trip plot. The choice applies to all trips, so only a newly chosen series without data
 * is removed.
 */
export function SeriesChoice({ tripId, fields, onChange, entries }: Props) {
  const { data: available } = useQuery(tripSeriesQuery(tripId))
  const [tried, setTried] = useState<string | null>(null)
  const isEmpty =
    tried !== null &&
    entries?.some(({ field }) => field === tried) &&
    entries.every(({ field, series }) => field !== tried || series.length === 0)
  useDropSeries({ empty: isEmpty ? [tried] : [], failed: [] }, (dropped) =>
    onChange(fields.filter((field) => !dropped.includes(field))),
  )
  return (
    <SeriesPicker
      fields={fields}
      onChange={(next) => {
        setTried(next.find((field) => !fields.includes(field)) ?? null)
        onChange(next)
      }}
      available={available?.data}
      names={available?.names}
      without={ON_THE_MAP}
    />
  )
}
