import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import { openRounds } from './rounds.ts'

/** Largest difference between the clock of this process and the clock of a store, ms. */
export const MOST_OFF_MS = 30_000
/** Smallest jump of this machine's clock that is reported, ms. A correction by NTP is slower. */
const JUMP_MS = 1000
const CHECK_EVERY_MS = 5000
/** An answer that took longer than this replaces only an outdated one, ms. */
const SLOW_ANSWER_MS = 1000
const OUTDATED_MS = 60_000

/** A store whose clock is compared with that of this process. */
export interface TimedStore {
  name: 'records' | 'telemetry'
  nowMs(): Promise<number>
}

export interface ClockFigures {
  /** Time by which the clock of this process is ahead of the clock of each store, ms. */
  aheadMs: { store: TimedStore['name']; ms: number }[]
  isRight: boolean
  /** Last jump of this machine's clock, in ms: positive for a jump ahead. */
  lastJump: { atMs: number; byMs: number } | null
  jumps: number
}

export interface ClockCheck {
  /** Time of the records' database where it runs elsewhere, so all processes agree. Otherwise that of this process. */
  clock: Clock
  /** False while the clock of this process and that of a store differ by more than MOST_OFF_MS. */
  isRight(): boolean
  figures(): ClockFigures
  close(): Promise<void>
}

/** Time of a store, and when it was read by the monotonic clock. */
interface Known {
  storeMs: number
  atMs: number
  /** Half the duration of the answer: by so much the time may be wrong. */
  uncertainMs: number
}

/**
 * Compares the clock of this process with the clocks of its stores, and with the monotonic clock. Between two answers of a
 * store the monotonic clock continues its time, so a jump of this machine's clock shows at once.
 */
export async function openClockCheck(given: {
  clock: Clock
  stores: readonly TimedStore[]
  log: Log
  /** Monotonic time in ms. */
  steadyMs?: () => number
  everyMs?: number
}): Promise<ClockCheck> {
  const { clock, stores, log, steadyMs = () => performance.now(), everyMs = CHECK_EVERY_MS } = given
  const known = new Map<TimedStore['name'], Known>()
  const drift = () => clock.nowMs() - steadyMs()
  let lastDriftMs = drift()
  let lastJump: ClockFigures['lastJump'] = null
  let jumps = 0
  let wasRight = true

  async function compare({ name, nowMs }: TimedStore) {
    const askedMs = steadyMs()
    const answeredMs = await nowMs()
    const uncertainMs = (steadyMs() - askedMs) / 2
    const fresh = { storeMs: answeredMs, atMs: askedMs + uncertainMs, uncertainMs }
    const before = known.get(name)
    if (before && !isBetter(fresh, before)) return
    known.set(name, fresh)
  }

  const timeOf = ({ storeMs, atMs }: Known) => storeMs + steadyMs() - atMs
  const figuresOf = () => [...known].map(([store, one]) => ({ store, ms: clock.nowMs() - timeOf(one) }))
  const isRight = () => figuresOf().every(({ ms }) => Math.abs(ms) <= MOST_OFF_MS)

  function noticeJump() {
    const nowMs = drift()
    const byMs = nowMs - lastDriftMs
    lastDriftMs = nowMs
    if (Math.abs(byMs) < JUMP_MS) return
    jumps++
    lastJump = { atMs: clock.nowMs(), byMs }
    log.warn(
      'the clock of this machine jumped: it was set, or the machine was suspended. Keep it right with NTP',
      { jumpS: seconds(byMs) },
    )
  }

  async function check() {
    noticeJump()
    await Promise.all(stores.map(compare))
    if (isRight() === wasRight) return
    wasRight = !wasRight
    const aheadS = Object.fromEntries(figuresOf().map(({ store, ms }) => [store, seconds(ms)]))
    if (wasRight) log.info('the clocks agree again, and data is taken again', { aheadS })
    else
      log.error(
        `the clock of this process differs from that of a database by more than ${MOST_OFF_MS / 1000} s: no data is taken, so that devices keep it. Set the clocks of both machines, with NTP`,
        { aheadS },
      )
  }

  const rounds = openRounds(check, {
    everyMs,
    // A database that does not answer is reported by `/ready`; meanwhile the monotonic clock continues its time.
    onFailure: () => undefined,
  })
  await check()
  rounds.start()
  const records = () => known.get('records')
  return {
    clock: {
      nowMs() {
        const one = records()
        return one ? Math.round(timeOf(one)) : clock.nowMs()
      },
    },
    isRight() {
      const right = isRight()
      if (right !== wasRight) rounds.wake()
      return right
    },
    figures: () => ({ aheadMs: figuresOf(), isRight: isRight(), lastJump, jumps }),
    close: () => rounds.close(everyMs),
  }
}

/** True where the answer tells more than the one before: the two contradict, or the old one is outdated. */
function isBetter(fresh: Known, before: Known): boolean {
  if (fresh.atMs - before.atMs > OUTDATED_MS) return true
  const apartMs = Math.abs(fresh.storeMs - (before.storeMs + fresh.atMs - before.atMs))
  return apartMs > fresh.uncertainMs + before.uncertainMs && fresh.uncertainMs < SLOW_ANSWER_MS / 2
}

const seconds = (ms: number) => Math.round(ms / 100) / 10
