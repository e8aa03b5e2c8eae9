import { z } from 'zod'
import { Alert, listAlerts } from './alert.ts'
import { endpoint, PUBLIC_API } from './endpoint.ts'
import { PROBLEMS, type ProblemCode } from './errors.ts'
import { HOUR_S } from './time.ts'
import { listMapVessels, MapVessel } from './vessel.ts'

const STREAM_TOPICS = ['positions', 'alerts'] as const
type StreamTopic = (typeof STREAM_TOPICS)[number]
const ONE_TOPIC = `(${STREAM_TOPICS.join('|')})`

/** What a stream of the public API is asked for. */
export const StreamQuery = z.object({
  /** A comma list; all there are without it. */
  topics: z
    .string()
    .regex(new RegExp(`^${ONE_TOPIC}(,${ONE_TOPIC})*$`))
    .default(STREAM_TOPICS.join(','))
    .transform((text) => text.split(',') as StreamTopic[]),
  /** Seconds between positions of the same vessel, which are the latest each time. */
  every: z.coerce.number().int().min(1).max(HOUR_S).default(10),
})

/** Its events, whose data is JSON; after `end` nothing comes any more. */
export const StreamEvent = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('positions'),
    id: z.string(),
    /** Vessels that changed; the first time all there are. */
    data: z.object({ server_time: z.int(), full: z.boolean(), vessels: z.array(MapVessel) }),
  }),
  /** One that was raised, or what became of it since. */
  z.object({ event: z.literal('alert'), id: z.string(), data: Alert }),
  z.object({
    event: z.literal('end'),
    data: z.object({ code: z.enum(Object.keys(PROBLEMS) as [ProblemCode]), message: z.string() }),
  }),
])
export type StreamEvent = z.infer<typeof StreamEvent>

/** Of programs alone: a browser has the socket. */
export const openStream = endpoint({
  method: 'GET',
  path: `${PUBLIC_API}/stream`,
  access: 'signed-in',
  further: { [listMapVessels.access]: 'The topic positions', [listAlerts.access]: 'The topic alerts' },
  query: StreamQuery,
  headers: z.object({
    /** The id of the last event that was heard: alerts that were raised since are told of. */
    'last-event-id': z.string().optional(),
  }),
  output: StreamEvent,
  file: ['text/event-stream'],
  forKeys: true,
  problems: ['too_many'],
})
