import { z } from 'zod'
import { Problem } from './errors.ts'

/** A moment on the wire: epoch seconds, or ISO 8601 with its offset. */
export const Instant = z.union([z.number(), z.iso.datetime({ offset: true })])
export type Instant = z.infer<typeof Instant>

/** Parses an instant: a plain number is epoch seconds. */
export const instantOf = (text: string): Instant => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text)

/** Whole µs since 1970 UTC; NaN for an invalid time. */
export const instantUs = (instant: Instant): number =>
  Math.round((typeof instant === 'number' ? instant * 1000 : Date.parse(instant)) * 1000)

/** A time in µs since 1970 UTC as ISO 8601. */
export const isoOf = (timeUs: number): string => new Date(timeUs / 1000).toISOString()

/** Whole µs of a possible time of measurement. Throws `invalid`, with the name of the field. */
export function measuredUs(name: string, instant: Instant): number {
  const timeUs = instantUs(instant)
  if (!(timeUs >= 0 && timeUs <= LATEST_US))
    throw new Problem('invalid', `${name} is not a time in epoch seconds.`)
  return timeUs
}

/** The year 2100: a time in milliseconds lies far beyond it, which distinguishes the two units. */
const LATEST_US = 4_102_444_800_000_000
