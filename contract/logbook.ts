/** A day of a vessel as it would stand on paper: a line for each hour, from what was recorded. */
import { z } from 'zod'
import { SEVERITIES } from './alert.ts'
import { byId, endpoint } from './endpoint.ts'
import { LanguageAsked } from './languageAsked.ts'

/** Something that was written or raised in an hour. */
const Remark = z.object({
  at: z.iso.datetime(),
  kind: z.enum(['comment', 'alert']),
  text: z.string(),
  /** Who wrote it; null of an alert, and where nobody knows any more. */
  by: z.string().nullable(),
  /** Null of a comment. */
  severity: z.enum(SEVERITIES).nullable(),
})

/**
 * Means over the hour in wire units, of the position the last one; null is not measured. An hour in which nothing was heard
 * is a gap and has nothing.
 */
const LogbookHour = z.object({
  start: z.iso.datetime(),
  heard: z.boolean(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  cog: z.number().nullable(),
  sog: z.number().nullable(),
  heading: z.number().nullable(),
  wind_speed: z.number().nullable(),
  wind_direction: z.number().nullable(),
  /** The wind is that of the forecast, since no instrument told it. */
  wind_forecast: z.boolean(),
  pressure: z.number().nullable(),
  depth: z.number().nullable(),
  /** rpm of each engine that ran or stood, by its number. */
  engine_speed: z.array(z.object({ instance: z.int(), rpm: z.number() })),
  /** Sailed on trips, nmi; null in a gap, and while a trip of the hour is not measured yet. */
  distance: z.number().nullable(),
  /** Who had the helm of trips in this hour. */
  captains: z.array(z.string()),
  remarks: z.array(Remark),
})
export type LogbookHour = z.infer<typeof LogbookHour>

export const Logbook = z.object({
  vessel: z.object({ id: z.uuid(), name: z.string() }),
  date: z.iso.date(),
  /** Those that have begun; a day has 23 or 25 where clocks are changed. */
  hours: z.array(LogbookHour),
  /** Null while trips of the day are not measured and no hour has its distance. */
  total_distance: z.number().nullable(),
  /** Hours in which something was heard. */
  hours_heard: z.int(),
})
export type Logbook = z.infer<typeof Logbook>

/** A day of the zone's calendar. */
export const LogbookDay = z.object({ date: z.iso.date(), timezone: z.string().max(60).default('UTC') })

export const getLogbook = endpoint({
  method: 'GET',
  path: '/api/vessels/:id/logbook',
  access: 'vessel:trip-view',
  forKeys: true,
  params: byId,
  query: LogbookDay,
  output: Logbook,
})

export const LOGBOOK_FORMATS = ['pdf', 'csv'] as const
/** The day as a document or a table, for a browser that follows a link and for programs, which pay for it as for any file. */
export const getLogbookFile = endpoint({
  method: 'GET',
  path: `${getLogbook.path}/:format`,
  access: getLogbook.access,
  forKeys: true,
  params: byId.extend({ format: z.enum(LOGBOOK_FORMATS) }),
  query: LogbookDay.extend({ language: LanguageAsked }),
  file: ['application/pdf', 'text/csv'],
})
