import type { DownloadFormat, RawDataType } from '#contract/download.ts'

/** What can be downloaded of a trip: series as they were measured, or how its engines ran. */
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
