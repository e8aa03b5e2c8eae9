import type { MapVessel } from '#contract/wire/vessel.ts'

/** A vessel under way at 64°N, for tests. */
export const vessel = (
  id: string,
  longitudeDeg: number | null,
  more: Partial<MapVessel> = {},
): MapVessel => ({
  id,
  name: id,
  kind: 'motor',
  picture_url: null,
  department_id: 'd',
  status: 'sailing',
  trip_id: null,
  impact_limit: 3,
  latitudeDeg: longitudeDeg === null ? null : 64,
  longitudeDeg,
  cog: 90,
  sog: 20,
  sog_derived: false,
  impact: null,
  impact_time: null,
  air_temperature: null,
  wind_speed: null,
  wind_direction: null,
  wave_height: null,
  last_updated: 0,
  ...more,
})
