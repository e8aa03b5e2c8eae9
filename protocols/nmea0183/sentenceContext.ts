import type { ReadingSink } from '#protocols/readingSink.ts'

/** State that sentences leave for later sentences. */
export interface Boat {
  variation: { rad: number; timeUs: number } | null
  headingTrue: { rad: number; timeUs: number } | null
  hdop: { value: number; timeUs: number } | null
}
export const newBoat = (): Boat => ({ variation: null, headingTrue: null, hdop: null })

export interface SentenceContext {
  sink: ReadingSink
  boat: Boat
  timeUs: number
  /** Talker and type: two instruments that send one quantity are distinguished by their talkers. */
  source: string
}

/** How long a heading or a dilution of precision may be used to complete another sentence. */
const FRESH_US = 10_000_000

/** True when received within the last seconds. A late or repeated sentence is not completed by later data. */
export const isFresh = (value: { timeUs: number }, timeUs: number) =>
  value.timeUs <= timeUs && timeUs - value.timeUs <= FRESH_US

/** A field as a number in stored units; null when it is empty or no number. */
export function scaled(field: string | undefined, perUnit: number): number | null {
  if (field === undefined || field.trim() === '') return null
  const value = Number(field) * perUnit
  return Number.isFinite(value) ? value : null
}
