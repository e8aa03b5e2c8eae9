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
  /** Response of the server to exactly these fields. */
  entries: readonly TimeSeriesEntry[] | undefined
}

/** The map shows where she was already. */
const ON_THE_MAP: readonly SeriesKey[] = ['latitude', 'longitude']

/**
 * Which series the chart shows. The choice holds for all trips, so only one that was just chosen is taken out when this
 * trip has nothing of it.
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
