import { Problem } from '#contract/wire/errors.ts'
import type { OrganizationShares } from './organizationShares.ts'

/** Organizations take turns at something that they share; null is the server itself. */
export interface Turns {
  /**
   * Resolves when it is the organization's turn. Throws `unavailable` when too many of the organization wait.
   */
  take(organizationId: string | null): Promise<Turn>
}

export interface Turn {
  /** True when further work of the organization waited as this turn began. */
  isCrowded: boolean
  /** Lets others have the turn until `goOn`, which waits for nobody: what it holds meanwhile, others may wait for. */
  pause(): void
  goOn(): void
  end(): void
}

interface Limits {
  /** Turns at once. */
  size: number
  /** Turns of one organization at once, below `size` where others shall find one free. The server has no such limit. */
  mostOfOne: number
  /** Waiting turns of one organization. The server has no such limit, since it keeps its own order. */
  mostWaiting: number
  /** Time of turns that an organization may use while others call. Without it, any time. */
  shares?: OrganizationShares | undefined
}

const SERVER = ''

/** `nowMs` comes from a monotonic clock. */
export function openTurns(
  { size, mostOfOne, mostWaiting, shares }: Limits,
  nowMs: () => number = () => performance.now(),
): Turns {
  let free = size
  /** Waiting turns by organization, the organization that has waited longest for its turn first. */
  const waiting = new Map<string, (() => void)[]>()
  /** Turns in use, by organization. */
  const used = new Map<string, number>()
  let later: NodeJS.Timeout | undefined

  const isFree = (key: string) => free > 0 && (key === SERVER || (used.get(key) ?? 0) < mostOfOne)
  const restMs = (key: string) => (key === SERVER ? 0 : (shares?.restMs(key) ?? 0))
  const mayBegin = (key: string) => isFree(key) && restMs(key) === 0

  function begin(key: string) {
    free--
    used.set(key, (used.get(key) ?? 0) + 1)
  }

  function end(key: string, tookMs: number) {
    free++
    const left = (used.get(key) ?? 0) - 1
    if (left > 0) used.set(key, left)
    else used.delete(key)
    if (key !== SERVER) shares?.use(key, tookMs)
    serve()
  }

  /** Begins all turns that may begin, and again once an organization has rested. */
  function serve() {
    const next = [...waiting.keys()].find(mayBegin)
    if (next === undefined) {
      serveLater()
      return
    }
    const waiters = waiting.get(next) ?? []
    const [waiter] = waiters.splice(0, 1)
    // Behind all others from here on.
    waiting.delete(next)
    if (waiters.length > 0) waiting.set(next, waiters)
    begin(next)
    waiter?.()
    serve()
  }

  function serveLater() {
    clearTimeout(later)
    const rests = [...waiting.keys()].filter(isFree).map(restMs)
    if (rests.length > 0) later = setTimeout(serve, Math.ceil(Math.min(...rests)))
  }

  function turnOf(key: string): Turn {
    let state: 'on' | 'paused' | 'over' = 'on'
    let sinceMs = nowMs()
    return {
      isCrowded: (waiting.get(key)?.length ?? 0) > 0,
      pause() {
        if (state !== 'on') return
        state = 'paused'
        end(key, nowMs() - sinceMs)
      },
      goOn() {
        if (state !== 'paused') return
        state = 'on'
        sinceMs = nowMs()
        begin(key)
      },
      end() {
        if (state === 'on') end(key, nowMs() - sinceMs)
        state = 'over'
      },
    }
  }

  return {
    async take(organizationId) {
      const key = organizationId ?? SERVER
      if (mayBegin(key)) begin(key)
      else {
        const waiters = waiting.get(key) ?? []
        if (key !== SERVER && waiters.length >= mostWaiting) throw new Problem('unavailable')
        await new Promise<void>((resolve) => {
          waiters.push(resolve)
          waiting.set(key, waiters)
          serveLater()
        })
      }
      return turnOf(key)
    },
  }
}
