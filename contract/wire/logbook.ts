/** A day of a vessel as a paper logbook: a line for each hour, from recorded data. */
import { z } from 'zod'
import { SEVERITIES } from './alert.ts'
import { byId, endpoint } from './endpoint.ts'
import { LanguageAsked } from './languageAsked.ts'
import type { FromWire } from './wirePosition.ts'

/** Something that was written or raised in an hour. */
const Remark = z.object({
  at: z.iso.datetime().describe('Time of the comment or alert, ISO 8601 in UTC.'),
  kind: z.enum(['comment', 'alert']).describe('Type of remark: `comment` or `alert`.'),
  text: z.string().describe('Text of the comment or alert.'),
  by: z.string().nullable().describe("Name of the comment's author; null for alerts and deleted users."),
  severity: z
    .enum(SEVERITIES)
    .nullable()
    .describe('Severity of the alert: `critical`, `warning` or `info`; null for a comment.'),
})

/**
 * Means over the hour in wire units, of the position the last one; null is not measured. An hour without any data is a
 * gap and has no values.
 */
const LogbookHour = z.object({
  start: z.iso.datetime().describe('Start of the hour, ISO 8601 in UTC.'),
  recorded: z.boolean().describe('True if any data was recorded in the hour.'),
  lat: z.number().nullable().describe('Last latitude of the hour in degrees, −90 to 90; null if unknown.'),
  lon: z.number().nullable().describe('Last longitude of the hour in degrees, −180 to 180; null if unknown.'),
  cog: z.number().nullable().describe('Mean course over ground in degrees, 0 to 360; null if unknown.'),
  sog: z.number().nullable().describe('Mean speed over ground in knots; null if unknown.'),
  heading: z.number().nullable().describe('Mean heading in degrees, 0 to 360; null if unknown.'),
  wind_speed: z.number().nullable().describe('Mean wind speed in metres per second; null if unknown.'),
  wind_direction: z
    .number()
    .nullable()
    .describe('Mean direction the wind blows from, in degrees, 0 to 360; null if unknown.'),
  wind_forecast: z
    .boolean()
    .describe('True if the wind is from a forecast because no instrument measured it.'),
  pressure: z
    .number()
    .nullable()
    .describe('Mean air pressure from the forecast in hectopascals; null if unknown.'),
  depth: z.number().nullable().describe('Mean water depth in metres; null if unknown.'),
  engine_speed: z
    .array(
      z.object({
        instance: z.int().describe('Number of the engine, 1 or more.'),
        rpm: z.number().describe('Mean engine speed in revolutions per minute, 0 or more.'),
      }),
    )
    .describe('Mean speed of each engine in the hour.'),
  distance: z
    .number()
    .nullable()
    .describe('Distance sailed on trips in nautical miles; null without data or before the analysis.'),
  captains: z.array(z.string()).describe('Names of the captains of trips in the hour.'),
  remarks: z.array(Remark).describe('Comments and alerts of the hour.'),
})
/** An hour inside: its position has the inner names. */
export type LogbookHour = FromWire<z.infer<typeof LogbookHour>>

export const Logbook = z.object({
  vessel: z
    .object({
      id: z.uuid().describe('Identifier of the vessel, a UUID.'),
      name: z.string().describe('Name of the vessel.'),
    })
    .describe('Vessel that the logbook is about.'),
  date: z.iso.date().describe('Day of the logbook, YYYY-MM-DD.'),
  hours: z.array(LogbookHour).describe('Hours of the day that have begun, 23 to 25 on a full day.'),
  total_distance: z
    .number()
    .nullable()
    .describe('Distance of the day in nautical miles; null before the analysis.'),
  hours_recorded: z.int().describe('Number of hours with recorded data, 0 to 25.'),
})
/** A logbook inside: the positions of its hours have the inner names. */
export type Logbook = Omit<z.infer<typeof Logbook>, 'hours'> & { hours: LogbookHour[] }

/** A day of the zone's calendar. */
export const LogbookDay = z.object({
  date: z.iso.date().describe('Day of the logbook, YYYY-MM-DD.'),
  timezone: z
    .string()
    .max(60)
    .default('UTC')
    .describe('IANA name of the time zone that defines days, for example `Europe/Rome`.'),
})

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
/** The day as a document or a table. Browsers follow a link to it; programs pay for it as for any file. */
export const getLogbookFile = endpoint({
  method: 'GET',
  path: `${getLogbook.path}/:format`,
  access: getLogbook.access,
  forKeys: true,
  params: byId.extend({ format: z.enum(LOGBOOK_FORMATS).describe('Format of the file: `pdf` or `csv`.') }),
  query: LogbookDay.extend({
    language: LanguageAsked.describe('Language of the document: `en`, `it` or `is`.'),
  }),
  file: ['application/pdf', 'text/csv'],
})
