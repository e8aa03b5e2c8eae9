import { MINUTE_MS } from '#contract/domain/time.ts'
import { type Alert, knownAfterS } from '#contract/wire/alert.ts'

/** As what wakes nobody any more: later than this after it happened, it says so. */
const LATE_MS = 30 * MINUTE_MS

/** How long after it happened it became known, where that was long. */
export function lateMsOf({
  trigger_time,
  received_at,
  facts,
}: Pick<Alert, 'trigger_time' | 'received_at' | 'facts'>): number | null {
  const lateMs = Date.parse(received_at) - Date.parse(trigger_time) - knownAfterS(facts) * 1000
  return lateMs > LATE_MS ? lateMs : null
}
