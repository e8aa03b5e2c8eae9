import { z } from 'zod'
import { HOUR_S } from '#contract/domain/time.ts'
import { Alert, listAlerts } from './alert.ts'
import { endpoint, PUBLIC_API } from './endpoint.ts'
import { PROBLEMS, type ProblemCode } from './errors.ts'
import { listMapVessels, MapVessel } from './vessel.ts'

const STREAM_TOPICS = ['positions', 'alerts'] as const
type StreamTopic = (typeof STREAM_TOPICS)[number]
const ONE_TOPIC = `(${STREAM_TOPICS.join('|')})`

/** Query of a stream of the public API. */
export const StreamQuery = z.object({
  topics: z
    .string()
    .regex(new RegExp(`^${ONE_TOPIC}(,${ONE_TOPIC})*$`))
    .default(STREAM_TOPICS.join(','))
    .transform((text) => text.split(',') as StreamTopic[])
    .describe('Topics of the stream as a comma list: `positions`, `alerts`; both if absent.'),
  every: z.coerce
    .number()
    .int()
    .min(1)
    .max(HOUR_S)
    .default(10)
    .describe('Least time between positions of one vessel in seconds, 1 to 3,600.'),
})

/** Events of the stream, with JSON data; nothing follows `end`. */
export const StreamEvent = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('positions').describe('Type of event: always `positions`.'),
    id: z.string().describe('Identifier of the event, for the header Last-Event-ID.'),
    data: z
      .object({
        server_time: z
          .int()
          .describe('Clock of the server at the time of the answer, in milliseconds since 1970 UTC.'),
        full: z
          .boolean()
          .describe('True if `vessels` holds all visible vessels, false if only changed ones.'),
        vessels: z.array(MapVessel).describe('Vessels with their current state.'),
      })
      .describe('Content of the event: changed vessels with their positions.'),
  }),
  /** An alert that was raised, or its change since. */
  z.object({
    event: z.literal('alert').describe('Type of event: always `alert`.'),
    id: z.string().describe('Identifier of the event, for the header Last-Event-ID.'),
    data: Alert.describe('Content of the event: the new or changed alert.'),
  }),
  z.object({
    event: z.literal('end').describe('Type of event: always `end`, the last event of the stream.'),
    data: z
      .object({
        code: z
          .enum(Object.keys(PROBLEMS) as [ProblemCode])
          .describe('Code of the problem that ended the stream.'),
        message: z.string().describe('Sentence about the problem, for people; its words may change.'),
      })
      .describe('Content of the event: the reason of the end.'),
  }),
])
export type StreamEvent = z.infer<typeof StreamEvent>

/** For programs only: a browser uses the socket. */
export const openStream = endpoint({
  method: 'GET',
  path: `${PUBLIC_API}/stream`,
  access: 'signed-in',
  further: { [listMapVessels.access]: 'The topic positions', [listAlerts.access]: 'The topic alerts' },
  query: StreamQuery,
  headers: z.object({
    'last-event-id': z
      .string()
      .optional()
      .describe('Identifier of the last received event; the stream then starts with alerts raised since.'),
  }),
  output: StreamEvent,
  file: ['text/event-stream'],
  forKeys: true,
  problems: ['too_many'],
})
