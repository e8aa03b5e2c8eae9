import type { ReadingSink } from '../readingSink.ts'

/** What sentences leave behind for those after them. */
export interface Boat {
  variationRad: number | null
  headingTrue: { rad: number; timeUs: number } | null
  hdop: { value: number; timeUs: number } | null
}
export const newBoat = (): Boat => ({ variationRad: null, headingTrue: null, hdop: null })

export interface Heard {
  sink: ReadingSink
  boat: Boat
  timeUs: number
  /** Talker and type: two instruments that send the same are told apart by their talkers. */
  source: string
}

/** A field as a number in stored units; null when it is empty or no number. */
export function scaled(field: string | undefined, perUnit: number): number | null {
  if (field === undefined || field.trim() === '') return null
  const value = Number(field) * perUnit
  return Number.isFinite(value) ? value : null
}
