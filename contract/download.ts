import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'

/**
 * calc: where the vessel was and what concerns all of her, by the second; motion: motion sensors by the second;
 * imu_full_res: every motion sample; engine: engines, fuel, batteries and pumps by the second, with
 * the fuel rate in every second between two samples at most ten seconds apart, so that adding it up gives the litres; eco_sog: speed against
 * eco speed; trip_date: the trips of that vessel on the day (UTC) the trip began, one a row.
 */
const RAW_DATA_TYPES = ['calc', 'imu', 'engine', 'imu_full_res', 'eco_sog', 'trip_date'] as const
export type RawDataType = (typeof RAW_DATA_TYPES)[number]

/** GPX and GeoJSON hold tracks: calc and eco_sog. */
export const DOWNLOAD_FORMATS = ['csv', 'parquet', 'gpx', 'geojson'] as const
export type DownloadFormat = (typeof DOWNLOAD_FORMATS)[number]

const Requested = z.object({ data: z.object({ download_link: z.string(), id: z.uuid() }) })

export const RawDataRequest = z.object({
  trip_id: z.uuid(),
  /** The caller's own; another one is not found. */
  company_id: z.uuid().optional(),
  requestType: z.enum(RAW_DATA_TYPES),
  format: z.enum(DOWNLOAD_FORMATS).default('csv'),
})

/** The link opens for a quarter of an hour, for whoever asked; the file is made while it is downloaded. */
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
  /** A trip or a vessel. */
  id_str: z.uuid(),
  /** The caller's own; another one is not found. */
  company_id: z.uuid().optional(),
  /** Width of a step of engine speed, rpm. */
  step_size: z.number().min(1).max(1_000_000).default(1000).transform(Math.floor),
  data_type: z.enum(['trip', 'vessel']),
  /** Which trips of a vessel: those that began in between. */
  start: Instant.optional(),
  end: Instant.optional(),
  format: z.enum(['csv', 'parquet']).default('csv'),
})

/** How long each engine ran at which speed, and what it used. */
export const requestStatisticsDownload = endpoint({
  method: 'POST',
  path: '/downloads/statistics',
  access: 'vessel:trip-view',
  forKeys: true,
  problems: ['too_many'],
  body: StatisticsDownloadRequest,
  output: Requested,
})

/** How far a download is. It waits until its link is opened. */
export const getDownload = endpoint({
  method: 'GET',
  path: '/downloads/:id',
  access: 'vessel:trip-view',
  forKeys: true,
  params: z.object({ id: z.uuid() }),
  output: z.object({
    id: z.uuid(),
    state: z.enum(['waiting', 'running', 'done', 'failed']),
    /** 0 to 1. */
    progress: z.number(),
    file_name: z.string(),
    bytes: z.number().nullable(),
    expires_at: z.iso.datetime(),
  }),
})

/** The file that was asked for, made while it is sent; the link alone opens nothing, it takes whoever asked for it. */
export const getDownloadFile = endpoint({
  method: 'GET',
  path: '/downloads/files/:token',
  access: requestRawData.access,
  forKeys: true,
  params: z.object({ token: z.string() }),
  file: ['text/csv', 'application/vnd.apache.parquet', 'application/gpx+xml', 'application/geo+json'],
})
