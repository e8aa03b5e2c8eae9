import { MINUTE_MS } from '#contract/domain/time.ts'
import { type Alert, knownAfterS } from '#contract/wire/alert.ts'

/** Delay from which an alert is called late, equal to the delay from which the server sends no notifications. */
const LATE_MS = 30 * MINUTE_MS

/** Delay between an alert and its arrival at the server; null when the delay is short. */
export function lateMsOf({
  trigger_time,
  received_at,
  facts,
}: Pick<Alert, 'trigger_time' | 'received_at' | 'facts'>): number | null {
  const lateMs = Date.parse(received_at) - Date.parse(trigger_time) - knownAfterS(facts) * 1000
  return lateMs > LATE_MS ? lateMs : null
}
