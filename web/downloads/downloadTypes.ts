import { parseField, SERIES } from '#contract/domain/series.ts'
import type { DownloadFormat, RawDataType } from '#contract/wire/download.ts'

/** Kinds of data of a trip to download: measured series, or the profile of its engines. */
export type DownloadType = Exclude<RawDataType, 'trip_date'> | 'engine_profile'

export const DOWNLOAD_TYPES = [
  'calc',
  'eco_sog',
  'imu',
  'imu_full_res',
  'engine',
  'engine_profile',
] as const satisfies readonly DownloadType[]

const TABLES = ['csv', 'parquet'] as const
const TRACKS = ['csv', 'parquet', 'gpx', 'geojson'] as const

export const formatsOf = (type: DownloadType): readonly DownloadFormat[] =>
  type === 'calc' || type === 'eco_sog' ? TRACKS : TABLES

export const STEP_RPM = { min: 1, max: 1_000_000, step: 10, usual: 1000 } as const

const ENGINE_ROOM = ['Engine', 'Fuel', 'Battery', 'Pumps', 'Switches']

/** True when a trip with data of these fields has rows for a download, and while the fields are not loaded. */
export function hasData(type: DownloadType, fields: readonly string[] | undefined): boolean {
  if (fields === undefined || type === 'calc') return true
  return fields.some((field) => {
    const parsed = parseField(field)
    if (!parsed) return false
    if (type === 'eco_sog') return parsed.key === 'sog'
    if (type === 'engine_profile') return parsed.key === 'engine_speed'
    if (type === 'engine') return ENGINE_ROOM.includes(SERIES[parsed.key].group)
    return parsed.key === 'impact' && parsed.instance > 0
  })
}
