import type { SeriesKey } from '#contract/domain/series.ts'
import type { TimeSeriesRequest } from '#contract/wire/timeSeries.ts'

export const WEATHER_STEP_S = 60

interface WeatherKind {
  /** Also its key below `weather`. */
  id: 'wind' | 'waves' | 'swell' | 'periods' | 'current' | 'airTemperature' | 'visibility'
  unit: string
  slot: number
  /** Fields drawn as lines; several fields of equal standing each have a word below `weather`. */
  lines: readonly { field: SeriesKey; word?: 'waves' | 'swell'; forecast?: true }[]
  /** Directions of wind and waves are where they come from, of a current where it goes. */
  direction?: { field: SeriesKey; convention: 'from' | 'towards' }
}

/** Kinds of weather of a trip. The boat's own instrument precedes the forecast of the same quantity. */
export const WEATHER_KINDS: readonly WeatherKind[] = [
  {
    id: 'wind',
    unit: 'm/s',
    slot: 0,
    lines: [{ field: 'wind_speed' }, { field: 'wind_speed_fc', forecast: true }],
    direction: { field: 'wind_direction', convention: 'from' },
  },
  {
    id: 'waves',
    unit: 'm',
    slot: 6,
    lines: [{ field: 'wave_height' }, { field: 'wave_height_fc', forecast: true }],
    direction: { field: 'wave_direction', convention: 'from' },
  },
  {
    id: 'swell',
    unit: 'm',
    slot: 3,
    lines: [{ field: 'swell_height' }],
    direction: { field: 'swell_direction', convention: 'from' },
  },
  {
    id: 'periods',
    unit: 's',
    slot: 6,
    lines: [
      { field: 'wave_period', word: 'waves' },
      { field: 'swell_period', word: 'swell' },
    ],
  },
  {
    id: 'current',
    unit: 'm/s',
    slot: 2,
    lines: [{ field: 'current_speed' }],
    direction: { field: 'current_direction', convention: 'towards' },
  },
  { id: 'airTemperature', unit: '°C', slot: 5, lines: [{ field: 'air_temperature' }] },
  { id: 'visibility', unit: 'km', slot: 10, lines: [{ field: 'visibility' }] },
]

export const weatherRequest = (tripId: string): TimeSeriesRequest => ({
  filters: { trip_id: tripId },
  fields: WEATHER_KINDS.flatMap(({ lines, direction }) =>
    [...lines, ...(direction ? [direction] : [])].map(({ field }) => ({
      type: 'general' as const,
      field,
      aggregation: 'avg' as const,
    })),
  ),
  resolution: { value: WEATHER_STEP_S, type: 'seconds' },
})
