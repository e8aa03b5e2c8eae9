import { availableParallelism } from 'node:os'

/**
 * Bounds what one organization takes of the machine while people of another one use it. The time of its turns counts: at
 * the thread that answers, at the column store, at a worker for uploads.
 */
export interface OrganizationShares {
  /** Notes a call of the organization. */
  noteCall(organizationId: string): void
  /** Takes the time of a turn from what the organization may use. */
  use(organizationId: string, tookMs: number): void
  /** Time for which the organization begins no turn, ms; zero while no other one calls. */
  restMs(organizationId: string): number
}

/** Time of turns in each second that passes, s: a quarter of the machine. */
const SHARE = availableParallelism() / 4
/** Time of turns that an organization may have at once, ms: a few pages of the console. */
const BURST_MS = 3000
/** An organization counts as calling for so long after a call, ms. */
const CALLS_FOR_MS = 3000

/** `nowMs` comes from a monotonic clock. */
export function openOrganizationShares(
  { share = SHARE, burstMs = BURST_MS } = {},
  nowMs: () => number = () => performance.now(),
): OrganizationShares {
  /** The time that each may use, and when that was computed. One that may use all of it is not listed. */
  const left = new Map<string, { ms: number; atMs: number }>()
  /** The last call, and the last one before it of another organization. */
  let calls: { organizationId: string; atMs: number }[] = []

  function leftMs(organizationId: string): number {
    const one = left.get(organizationId)
    return one ? Math.min(burstMs, one.ms + share * (nowMs() - one.atMs)) : burstMs
  }

  return {
    noteCall(organizationId) {
      const before = calls.find((call) => call.organizationId !== organizationId)
      calls = [{ organizationId, atMs: nowMs() }, ...(before ? [before] : [])]
    },
    use(organizationId, tookMs) {
      for (const each of left.keys()) if (leftMs(each) === burstMs) left.delete(each)
      left.set(organizationId, { ms: leftMs(organizationId) - tookMs, atMs: nowMs() })
    },
    restMs(organizationId) {
      const other = calls.find((call) => call.organizationId !== organizationId)
      const callsForMs = other ? other.atMs + CALLS_FOR_MS - nowMs() : 0
      return Math.max(0, Math.min(callsForMs, -leftMs(organizationId) / share))
    },
  }
}
