import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'

/**
 * Kinds of raw data.
 *
 * calc: position and other values of the vessel, by the second; imu: motion sensors by the second;
 * imu_full_res: every motion sample. engine: engines, fuel, batteries and pumps by the second. Its fuel rate
 * fills every second between two samples at most ten seconds apart, so that the sum gives the litres.
 * eco_sog: speed against eco speed; trip_date: the vessel's trips on the day (UTC) on which the trip began,
 * one a row.
 */
const RAW_DATA_TYPES = ['calc', 'imu', 'engine', 'imu_full_res', 'eco_sog', 'trip_date'] as const
export type RawDataType = (typeof RAW_DATA_TYPES)[number]

/** GPX and GeoJSON contain tracks: calc and eco_sog. */
export const DOWNLOAD_FORMATS = ['csv', 'parquet', 'gpx', 'geojson'] as const
export type DownloadFormat = (typeof DOWNLOAD_FORMATS)[number]

const Requested = z.object({
  data: z
    .object({
      download_link: z.string().describe('Address of the file, valid for 15 minutes.'),
      id: z.uuid().describe('Identifier of the download, a UUID.'),
    })
    .describe('Requested download with its link.'),
})

export const RawDataRequest = z.object({
  trip_id: z.uuid().describe('Identifier of the trip to download, a UUID.'),
  company_id: z.uuid().optional().describe("Identifier of the caller's organization, a UUID; not needed."),
  requestType: z
    .enum(RAW_DATA_TYPES)
    .describe(
      'Content: `calc` (vessel by the second), `imu` (motion by the second), `engine`, `imu_full_res` (every motion sample), `eco_sog` or `trip_date` (trips of the day).',
    ),
  format: z
    .enum(DOWNLOAD_FORMATS)
    .default('csv')
    .describe('Format of the file: `csv`, `parquet`, and for tracks also `gpx` and `geojson`.'),
})

/**
 * The link opens for a quarter of an hour, for the user who requested it; the server makes the file during the
 * download.
 */
export const requestRawData = endpoint({
  method: 'POST',
  path: '/downloads/raw-data',
  access: 'vessel:trip-view',
  forKeys: true,
  problems: ['too_many'],
  body: RawDataRequest,
  output: Requested,
})

export const StatisticsDownloadRequest = z.object({
  id_str: z.uuid().describe('Identifier of the trip or vessel, a UUID, as `data_type` says.'),
  company_id: z.uuid().optional().describe("Identifier of the caller's organization, a UUID; not needed."),
  step_size: z
    .number()
    .min(1)
    .max(1_000_000)
    .default(1000)
    .transform(Math.floor)
    .describe('Width of an engine speed step in revolutions per minute, 1 to 1,000,000.'),
  data_type: z.enum(['trip', 'vessel']).describe('Object of the statistics: `trip` or `vessel`.'),
  start: Instant.optional().describe(
    "Earliest start of the vessel's trips to include, in epoch seconds or ISO 8601.",
  ),
  end: Instant.optional().describe(
    "Latest start of the vessel's trips to include, in epoch seconds or ISO 8601, excluded.",
  ),
  format: z.enum(['csv', 'parquet']).default('csv').describe('Format of the file: `csv` or `parquet`.'),
})

/** Running time of each engine by speed, and its consumption. */
export const requestStatisticsDownload = endpoint({
  method: 'POST',
  path: '/downloads/statistics',
  access: 'vessel:trip-view',
  forKeys: true,
  problems: ['too_many'],
  body: StatisticsDownloadRequest,
  output: Requested,
})

/** Progress of a download. It waits until its link is opened. */
export const getDownload = endpoint({
  method: 'GET',
  path: '/downloads/:id',
  access: 'vessel:trip-view',
  forKeys: true,
  params: z.object({ id: z.uuid().describe('Identifier of the download in the path, a UUID.') }),
  output: z.object({
    id: z.uuid().describe('Identifier of the download, a UUID.'),
    state: z
      .enum(['waiting', 'running', 'done', 'failed'])
      .describe(
        'State of the download: `waiting` until its link is opened, then `running`, `done` or `failed`.',
      ),
    progress: z.number().describe('Completed share of the file, 0 to 1.'),
    file_name: z.string().describe('Name of the file, with its extension.'),
    bytes: z.number().nullable().describe('Size of the file in bytes; null until it is known.'),
    expires_at: z.iso.datetime().describe('Time when the link stops working, ISO 8601 in UTC.'),
  }),
})

/**
 * The requested file, built while it is sent. The link alone does not suffice: the caller must be the user
 * who requested it.
 */
export const getDownloadFile = endpoint({
  method: 'GET',
  path: '/downloads/files/:token',
  access: requestRawData.access,
  forKeys: true,
  params: z.object({ token: z.string().describe('Token of the download link, from `download_link`.') }),
  file: ['text/csv', 'application/vnd.apache.parquet', 'application/gpx+xml', 'application/geo+json'],
})
