import { Problem } from '#contract/wire/errors.ts'

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
}

const SERVER = ''

export function openTurns({ size, mostOfOne, mostWaiting }: Limits): Turns {
  let free = size
  /** Waiting turns by organization, the organization that has waited longest for its turn first. */
  const waiting = new Map<string, (() => void)[]>()
  /** Turns in use, by organization. */
  const used = new Map<string, number>()
  const mayBegin = (key: string) => free > 0 && (key === SERVER || (used.get(key) ?? 0) < mostOfOne)

  function begin(key: string) {
    free--
    used.set(key, (used.get(key) ?? 0) + 1)
  }

  function end(key: string) {
    free++
    const left = (used.get(key) ?? 0) - 1
    if (left > 0) used.set(key, left)
    else used.delete(key)
    for (const [next, waiters] of waiting) {
      if (!mayBegin(next)) continue
      const [waiter] = waiters.splice(0, 1)
      // Behind all others from here on.
      waiting.delete(next)
      if (waiters.length > 0) waiting.set(next, waiters)
      begin(next)
      return waiter?.()
    }
  }

  function turnOf(key: string): Turn {
    let state: 'on' | 'paused' | 'over' = 'on'
    return {
      isCrowded: (waiting.get(key)?.length ?? 0) > 0,
      pause() {
        if (state !== 'on') return
        state = 'paused'
        end(key)
      },
      goOn() {
        if (state !== 'paused') return
        state = 'on'
        begin(key)
      },
      end() {
        if (state === 'on') end(key)
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
        })
      }
      return turnOf(key)
    },
  }
}
