import { z } from 'zod'

/** A moment on the wire: epoch seconds, or ISO 8601 with its offset. */
export const Instant = z.union([z.number(), z.iso.datetime({ offset: true })])
export type Instant = z.infer<typeof Instant>

/** Whole µs since 1970 UTC. */
export const instantUs = (instant: Instant): number =>
  Math.round((typeof instant === 'number' ? instant * 1000 : Date.parse(instant)) * 1000)
