import { z } from 'zod'
import type { Alert } from './alert.ts'
import type { ProblemCode } from './errors.ts'
import type { MapVessel } from './vessel.ts'

const STREAM_TOPICS = ['positions', 'alerts'] as const

/** What a stream of the public API is asked for. */
export const StreamQuery = z.object({
  /** A comma list; all there are without it. */
  topics: z
    .string()
    .default(STREAM_TOPICS.join(','))
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(STREAM_TOPICS)).min(1)),
  /** Seconds between positions of the same vessel, which are the latest each time. */
  every: z.coerce.number().int().min(1).max(3600).default(10),
})

/** Its events by name, with what each carries; after `end` nothing comes any more. */
export interface StreamEvents {
  /** Vessels that changed; the first time all there are. */
  positions: { server_time: number; full: boolean; vessels: MapVessel[] }
  /** One that was raised, or what became of it since. */
  alert: Alert
  end: { code: ProblemCode; message: string }
}
