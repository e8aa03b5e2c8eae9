/** Watch board of a department: boats that are out, alerts that wait for an answer, and notes for the next watch. */
import { z } from 'zod'
import { freeText } from '#contract/text/freeText.ts'
import { ALERT_TYPES, SEVERITIES } from './alert.ts'
import { byId, endpoint, page } from './endpoint.ts'
import { CHANNELS, MESSAGE_REASONS, MESSAGE_STATES } from './message.ts'
import { MapVessel } from './vessel.ts'

/** Reasons for which a boat is overdue: no word for ten minutes while out, or not back when expected. */
export const OVERDUE = ['silent', 'expected'] as const
export const MAX_WATCH_NOTE = 2000
/** Most alerts of one boat that a board names one by one; the count has all of them. */
export const MAX_BOARD_ALERTS = 20
/** Most critical alerts of which a board says who was notified. */
export const MAX_BOARD_CRITICAL = 3

const vesselId = z.uuid().describe('Identifier of the vessel, a UUID.')
const vesselName = z.string().describe('Name of the vessel.')

const BoardBoat = z.object({
  vessel_id: vesselId,
  name: vesselName,
  trip_id: z
    .uuid()
    .nullable()
    .describe('Identifier of the trip under way or the latest trip; null without trips.'),
  since: z.iso
    .datetime()
    .nullable()
    .describe('Start of that trip, ISO 8601 in UTC; null for a boat that has not left.'),
  captain: z.string().nullable().describe('Name of the captain of the trip; null if unassigned.'),
  last_word: z.iso
    .datetime()
    .nullable()
    .describe('Time of the newest sample of the boat, ISO 8601 in UTC; null before the first.'),
  sog: z.number().nullable().describe('Speed over ground in knots; null if not current.'),
  expected_back: z.iso
    .datetime()
    .nullable()
    .describe('Time when the boat is expected back, ISO 8601 in UTC; null without an expectation.'),
  overdue: z
    .enum(OVERDUE)
    .nullable()
    .describe(
      '`silent`: out and no word for ten minutes; `expected`: not back when expected; null otherwise.',
    ),
})
export type BoardBoat = z.infer<typeof BoardBoat>

const boardAlert = {
  id: z.uuid().describe('Identifier of the alert, a UUID.'),
  severity: z.enum(SEVERITIES).describe('Severity of the alert: `critical`, `warning` or `info`.'),
  type: z.enum(ALERT_TYPES).describe('Type of the alert: `threshold`, `geofence` or `external`.'),
  text: z.string().describe('Text of the alert in the language of Accept-Language.'),
  trigger_time: z.iso.datetime().describe('Time when the condition was met, ISO 8601 in UTC.'),
  received_at: z.iso.datetime().describe('Time when the server raised the alert, ISO 8601 in UTC.'),
  assigned: z.string().nullable().describe('Name of the user who handles the alert; null if unassigned.'),
}
const BoardAlert = z.object(boardAlert)

/** Alerts of one boat that no user has acknowledged. */
const BoardEpisode = z.object({
  vessel_id: vesselId,
  name: vesselName,
  severity: z.enum(SEVERITIES).describe('Severity of the worst of the alerts.'),
  count: z.int().describe('Number of the alerts, 1 or more.'),
  alerts: z.array(BoardAlert).describe('The alerts, worst and newest first, at most 20.'),
})
export type BoardEpisode = z.infer<typeof BoardEpisode>

const BoardCritical = z.object({
  ...boardAlert,
  vessel_id: vesselId,
  name: vesselName,
  lat: z.number().nullable().describe('Latitude at the trigger time in degrees; null if unknown.'),
  lon: z.number().nullable().describe('Longitude at the trigger time in degrees; null if unknown.'),
  notified: z
    .array(
      z.object({
        to: z.string().describe('Name of the user or webhook.'),
        channel: z.enum(CHANNELS).describe('Channel: `email`, `sms`, `push` or `webhook`.'),
        reason: z.enum(MESSAGE_REASONS).describe('Reason of the message, for example `escalation`.'),
        state: z.enum(MESSAGE_STATES).describe('Delivery: `waiting`, `sent`, `failed` or `dead`.'),
        at: z.iso.datetime().describe('Time of the delivery or of its next attempt, ISO 8601 in UTC.'),
      }),
    )
    .describe('Messages about the alert, oldest first.'),
  notified_total: z
    .int()
    .describe('Number of all messages about the alert, of which `notified` has the first.'),
})
export type BoardCritical = z.infer<typeof BoardCritical>

export const WatchNote = z.object({
  id: z.uuid().describe('Identifier of the note, a UUID.'),
  text: z.string().describe('Text of the note.'),
  at: z.iso.datetime().describe('Time of writing, ISO 8601 in UTC.'),
  user: z
    .object({
      id: z.uuid().describe('Identifier of the user, a UUID.'),
      name: z.string().describe('Name of the user.'),
    })
    .nullable()
    .describe('Author of the note; null after deletion of the user.'),
})
export type WatchNote = z.infer<typeof WatchNote>

export const Board = z.object({
  server_time: z.number().describe('Time of the answer in milliseconds since 1970 UTC.'),
  organization: z.string().describe('Name of the organization of the board.'),
  department: z
    .object({
      id: z.uuid().describe('Identifier of the department, a UUID.'),
      name: z.string().describe('Name of the department, or of the organization for its top level.'),
    })
    .describe('Department of the board; its notes belong to it.'),
  boats: z
    .array(BoardBoat)
    .describe('Boats that are out or overdue: overdue first, then the oldest last word first.'),
  episodes: z
    .array(BoardEpisode)
    .describe('Critical and warning alerts of the last day without acknowledgement by boat, worst first.'),
  waiting: z.int().describe('Number of these alerts.'),
  critical: z.array(BoardCritical).describe('The newest of these that are critical, at most 3.'),
  notes: z.array(WatchNote).describe('The three newest notes, newest first.'),
  vessels: z
    .array(MapVessel)
    .optional()
    .describe('All vessels of the board; only on a wall screen, which has no socket.'),
})
export type Board = z.infer<typeof Board>

/** The board of a department and those below it; without a department, of everything that the caller sees. */
export const getBoard = endpoint({
  method: 'GET',
  path: '/api/board',
  access: 'department:vessel-view',
  problems: ['not_found'],
  further: { 'department:trip-view': 'Always, this', 'department:alert-view': 'Always, this' },
  query: z.object({
    department_id: z
      .uuid()
      .optional()
      .describe('Identifier of a department, a UUID; all of them without it.'),
  }),
  output: Board,
})

export const listWatchNotes = endpoint({
  method: 'GET',
  path: '/api/watch-notes',
  access: 'department:alert-view',
  list: { orders: ['at'], usual: ['at', 'desc'], filters: { at: 'time', department_id: 'id' } },
  output: page(WatchNote),
})

/** Writes a note for the next watch. Notes are never changed. */
export const createWatchNote = endpoint({
  method: 'POST',
  path: '/api/watch-notes',
  access: 'vessel:alert-acknowledge',
  body: z.object({
    department_id: z.uuid().describe('Identifier of the department whose board shows the note, a UUID.'),
    text: freeText().min(1).max(MAX_WATCH_NOTE).describe('Text of the note, 1 to 2,000 characters.'),
  }),
  output: WatchNote,
})

const ExpectedBack = z.object({
  expected_back: z.iso
    .datetime()
    .nullable()
    .describe('Time when the boat is expected back, ISO 8601 in UTC; null for none.'),
})

/** When a boat that is out, or late, is expected back, as its board says. */
export const getExpectedBack = endpoint({
  method: 'GET',
  path: '/api/vessels/:id/expected-back',
  access: 'vessel:vessel-view',
  problems: ['not_found'],
  further: { 'department:trip-view': 'Always, this' },
  params: byId,
  output: ExpectedBack,
})

/** Sets when a boat is expected back; null removes the expectation. It does not outlive the trip. */
export const setExpectedBack = endpoint({
  method: 'PUT',
  path: '/api/vessels/:id/expected-back',
  access: 'vessel:vessel-edit',
  params: byId,
  body: ExpectedBack,
  output: ExpectedBack,
})
