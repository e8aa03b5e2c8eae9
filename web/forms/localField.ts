import { MINUTE_MS } from '#contract/domain/time.ts'

/** Time in the format of a local date and time field, to the second: `2026-06-18 09:12:41`. */
export function toLocalField(ms: number): string {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * MINUTE_MS)
  return local.toISOString().slice(0, 19).replace('T', ' ')
}

/** Epoch ms of a field's text; null for an invalid time. */
export function fromLocalField(text: string): number | null {
  const ms = new Date(text.replace(' ', 'T')).getTime()
  return Number.isNaN(ms) ? null : ms
}
