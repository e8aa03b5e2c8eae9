import { measuredMs, type VesselLive } from '#contract/wire/vessel.ts'
import type { DeviceField } from '#contract/wire/vesselStatus.ts'

/** Data older than this do not arrive at the moment. */
const ARRIVING_MS = 60_000
/** Fields that are named; the others are counted. */
const NAMED = 3
const POSITION = 'position'

export interface Arrived {
  /** Time of the newest value, epoch ms. */
  newestMs: number
  /** The most important fields: `position`, then fields of series. */
  named: readonly string[]
  others: number
  hasPosition: boolean
  hasSpeed: boolean
}

/** Lists the data that arrive from a vessel at this moment; null while none do. */
export function arrivedNow(
  fields: readonly DeviceField[],
  live: VesselLive | undefined,
  nowMs: number,
): Arrived | null {
  const times = new Map(fields.map(({ key, last_updated }) => [key, Date.parse(last_updated)]))
  const positionMs = live ? measuredMs(live, POSITION) : null
  if (positionMs !== null) times.set(POSITION, positionMs)
  const arriving = [...times].filter(([, ms]) => nowMs - ms < ARRIVING_MS)
  if (arriving.length === 0) return null
  const names = arriving.map(([name]) => name).sort((a, b) => importance(a) - importance(b))
  return {
    newestMs: Math.max(...arriving.map(([, ms]) => ms)),
    named: names.slice(0, NAMED),
    others: Math.max(0, names.length - NAMED),
    hasPosition: names.includes(POSITION),
    hasSpeed: names.includes('sog') && live?.sog_derived !== true,
  }
}

/** Position and speed first, because trips need them. */
const FIRST = [POSITION, 'sog', 'cog']
function importance(name: string): number {
  const place = FIRST.indexOf(name)
  return place < 0 ? FIRST.length : place
}
