import { DAY_MS, MINUTE_MS } from '#contract/domain/time.ts'

/** An interval of event time of one vessel that waits to be processed again. */
export interface Work {
  vesselNumber: number
  fromUs: number
  toUs: number
  /** Wall clock of the oldest wake-up in it. */
  sinceMs: number
  dueMs: number
  /** Wall clock at which it is due earlier, because its vessel has stopped sending. */
  quietMs: number
  /** Number of failures since the last success, and when the work may be tried again. */
  failures: number
  notBeforeMs: number
}

export interface Span {
  fromUs: number
  toUs: number
}

/**
 * Backlogs arrive in many batches: each batch delays the work by this long, up to a longest delay. Where a run takes long, it
 * also delays it by some of its vessel's pauses between two batches.
 */
const QUIET_MS = 1000
const QUIET_PAUSES = 3
const LONGEST_WAIT_MS = 15_000
/**
 * A backlog that goes on waits this many times as long as its last run took: a run reads the whole trip around a batch, so a
 * week that arrives in hundreds of batches would be read hundreds of times.
 */
const WAIT_OF_RUN = 10
const LONGEST_WAIT_OF_RUN_MS = 5 * MINUTE_MS

/**
 * A vessel that sends nothing for this long, and for three of her usual pauses, has stopped: her live work waits for no more.
 */
const STOPPED_MS = 3000
const STOPPED_PAUSES = 3
/** A pause counts less with each batch after it. Batches within this time are one, from several devices. */
const PAUSE_DECAY = 0.7
const ONE_BATCH_MS = 500
/** Pause of a vessel of which none is known yet, and the longest that counts. */
const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 60_000

/**
 * Most waiting works of one vessel. Above it, the two works with the shortest gap between them are joined.
 */
const MOST_WORKS = 1000
/** Time before the clock (ms) of which a work counts as recent. */
const RECENT_MS = DAY_MS

interface Order {
  /** Works of a vessel that touch the last day go before her older ones. Among themselves both are in order of time. */
  isRecentFirst?: boolean | undefined
  /** Most works of one vessel in one run, when the run does them one after the other. */
  mostOfVessel?: number | undefined
}

/**
 * Queue of pending work. Intervals at most `reachUs` apart form one work, so that a backlog of a thousand
 * batches takes a few runs. A work longer than `longestUs` is cut into chunks.
 *
 * Vessels share runs fairly: the vessel served longest ago goes first, and none gets a second work before
 * every vessel got one. So a vessel waits for the current run and one of its own, however large the backlog
 * of another vessel is.
 */
export class WorkQueue {
  readonly #reachUs: number
  readonly #longestUs: number
  readonly #isRecentFirst: boolean
  readonly #mostOfVessel: number
  /** In order of time, `reachUs` apart. */
  readonly #byVessel = new Map<number, Work[]>()
  /** Taken and not done. */
  readonly #inHand = new Set<Work>()
  /** When each vessel last sent live data, and how long her pauses usually are. */
  readonly #sending = new Map<number, { atMs: number; pauseMs: number }>()
  /** When the last batch of each vessel's backlog came, and how long the pause between two batches is. */
  readonly #arriving = new Map<number, { atMs: number; pauseMs: number }>()
  /** Duration of the last run with work of each vessel. */
  readonly #tookMs = new Map<number, number>()
  /** Number of the last `take` that served each vessel. */
  readonly #served = new Map<number, number>()
  #takings = 0

  constructor(
    reachUs: number,
    longestUs: number,
    { isRecentFirst = false, mostOfVessel = Number.POSITIVE_INFINITY }: Order = {},
  ) {
    this.#reachUs = reachUs
    this.#longestUs = longestUs
    this.#isRecentFirst = isRecentFirst
    this.#mostOfVessel = mostOfVessel
  }

  /** Without `dueMs` it is a backlog's: due once its batches pause. */
  add(vesselNumber: number, span: Span, nowMs: number, dueMs: number | null, sinceMs = nowMs): void {
    const longestMs = this.#longestWaitMs(vesselNumber)
    const quietMs = dueMs === null ? this.#quietMs(vesselNumber, nowMs, longestMs) : 0
    this.#join(
      {
        ...{ vesselNumber, fromUs: span.fromUs, toUs: span.toUs },
        ...{ sinceMs, dueMs: Number.POSITIVE_INFINITY, failures: 0, notBeforeMs: 0 },
        quietMs: dueMs === null ? Number.POSITIVE_INFINITY : this.#stoppedMs(vesselNumber, nowMs),
      },
      (work) =>
        dueMs === null ? Math.min(nowMs + quietMs, work.sinceMs + longestMs) : Math.min(work.dueMs, dueMs),
    )
  }

  #longestWaitMs(vesselNumber: number): number {
    return Math.max(LONGEST_WAIT_MS, Math.min(LONGEST_WAIT_OF_RUN_MS, this.#waitOfRunMs(vesselNumber)))
  }

  #waitOfRunMs(vesselNumber: number): number {
    return WAIT_OF_RUN * (this.#tookMs.get(vesselNumber) ?? 0)
  }

  /** Time without a batch after which a backlog counts as whole. A longer pause than `longestMs` begins another backlog. */
  #quietMs(vesselNumber: number, nowMs: number, longestMs: number): number {
    const last = this.#arriving.get(vesselNumber) ?? { atMs: nowMs, pauseMs: 0 }
    const sinceMs = nowMs - last.atMs
    let { pauseMs } = last
    if (sinceMs > longestMs) pauseMs = 0
    else if (sinceMs > ONE_BATCH_MS) pauseMs = Math.max(sinceMs, PAUSE_DECAY * pauseMs)
    this.#arriving.set(vesselNumber, { atMs: nowMs, pauseMs })
    return Math.max(QUIET_MS, Math.min(QUIET_PAUSES * pauseMs, this.#waitOfRunMs(vesselNumber)))
  }

  /** Wall clock at which a vessel has stopped, unless she sends before. */
  #stoppedMs(vesselNumber: number, nowMs: number): number {
    let sending = this.#sending.get(vesselNumber) ?? { atMs: nowMs, pauseMs: FIRST_PAUSE_MS }
    const sinceMs = nowMs - sending.atMs
    if (sinceMs > ONE_BATCH_MS)
      sending = {
        atMs: nowMs,
        pauseMs: Math.min(LONGEST_PAUSE_MS, Math.max(sinceMs, PAUSE_DECAY * sending.pauseMs)),
      }
    this.#sending.set(vesselNumber, sending)
    return nowMs + Math.max(STOPPED_MS, STOPPED_PAUSES * sending.pauseMs)
  }

  /** Returns failed work to the queue, not due before the given time. */
  putBack(work: Work, notBeforeMs: number): void {
    this.done([work])
    this.#join({ ...work, failures: work.failures + 1, notBeforeMs }, ({ dueMs }) => dueMs)
  }

  /** Makes work due now that begins before a moment. A retry keeps its time. */
  hasten(nowMs: number, beforeUs: number): void {
    for (const works of this.#byVessel.values())
      for (const work of works) if (work.fromUs < beforeUs) work.dueMs = Math.min(work.dueMs, nowMs)
  }

  #join(added: Work, dueOf: (joined: Work) => number) {
    const works = this.#byVessel.get(added.vesselNumber) ?? []
    this.#byVessel.set(added.vesselNumber, works)
    const first = firstIndex(works, ({ toUs }) => toUs >= added.fromUs - this.#reachUs)
    let end = first
    for (let work = works[end]; work && work.fromUs <= added.toUs + this.#reachUs; work = works[++end])
      include(added, work)
    added.dueMs = dueOf(added)
    works.splice(first, end - first, added)
    if (works.length > MOST_WORKS) closeShortestGap(works)
  }

  /**
   * Takes due work of free vessels: first of the vessel served longest ago, and one work of each vessel
   * before a second one. Returns at most `limit` works and, after the first, at most `totalUs` of event time.
   *
   * Work that failed more than once is taken alone, so that it delays nothing else. Taken work counts as
   * waiting until `done` or `putBack` is called.
   */
  take(
    nowMs: number,
    limit: number,
    totalUs = Number.POSITIVE_INFINITY,
    isFree: (vesselNumber: number) => boolean = () => true,
  ): Work[] {
    let inTurn = this.#dueOf(nowMs, isFree)
    const taken: Work[] = []
    let lengthUs = 0
    for (let round = 0; inTurn.length > 0 && taken.length < limit; round++) {
      const goesOn: Work[][] = []
      for (const due of inTurn) {
        const work = due[round]
        if (!work || taken.length >= limit) continue
        const workUs = Math.min(work.toUs - work.fromUs, this.#longestUs)
        // Work that exceeds the limit waits, together with the later works of its vessel.
        if (taken.length > 0 && (work.failures > 1 || lengthUs + workUs > totalUs)) continue
        const part = this.#cut(work)
        lengthUs += workUs
        taken.push(part)
        this.#inHand.add(part)
        if (part.failures > 1) return this.#serve(taken)
        if (round + 1 < Math.min(due.length, this.#mostOfVessel)) goesOn.push(due)
      }
      inTurn = goesOn
    }
    return this.#serve(taken)
  }

  /** Due works by vessel, in the order in which to take them; the vessel that was served longest ago first. */
  #dueOf(nowMs: number, isFree: (vesselNumber: number) => boolean): Work[][] {
    const all: { due: Work[]; served: number; dueMs: number }[] = []
    for (const [vesselNumber, works] of this.#byVessel) {
      if (!isFree(vesselNumber)) continue
      const due = works.filter(
        (work) => Math.max(Math.min(work.dueMs, work.quietMs), work.notBeforeMs) <= nowMs,
      )
      if (due.length === 0) continue
      all.push({
        due: this.#isRecentFirst ? recentFirst(due, (nowMs - RECENT_MS) * 1000) : due,
        served: this.#served.get(vesselNumber) ?? 0,
        dueMs: Math.min(...due.map((work) => work.dueMs)),
      })
    }
    return all.sort((a, b) => a.served - b.served || a.dueMs - b.dueMs).map(({ due }) => due)
  }

  #serve(taken: Work[]): Work[] {
    if (taken.length > 0) this.#takings++
    for (const { vesselNumber } of taken) this.#served.set(vesselNumber, this.#takings)
    return taken
  }

  /** Drops queued work for vessels that another process has taken over. */
  forget(isTheirs: (vesselNumber: number) => boolean): void {
    for (const vesselNumber of this.#byVessel.keys())
      if (isTheirs(vesselNumber)) this.#byVessel.delete(vesselNumber)
    for (const known of [this.#served, this.#sending, this.#arriving, this.#tookMs])
      for (const vesselNumber of known.keys()) if (isTheirs(vesselNumber)) known.delete(vesselNumber)
  }

  /** True when any work of these vessels is taken. */
  hasInHand(isTheirs: (vesselNumber: number) => boolean): boolean {
    return [...this.#inHand].some(({ vesselNumber }) => isTheirs(vesselNumber))
  }

  /** True when any work is taken. */
  get isInHand(): boolean {
    return this.#inHand.size > 0
  }

  /** `tookMs` is the duration of the run that did all of them. */
  done(works: readonly Work[], tookMs?: number): void {
    for (const work of works) {
      this.#inHand.delete(work)
      if (tookMs !== undefined) this.#tookMs.set(work.vesselNumber, tookMs)
    }
  }

  /** How much of an interval waits, of one vessel or of all; a moment counts as a second. */
  waitingUs({ fromUs, toUs }: Span, vesselNumber?: number): number {
    return this.#all()
      .filter((work) => vesselNumber === undefined || work.vesselNumber === vesselNumber)
      .map((work) => Math.min(work.toUs, toUs) - Math.max(work.fromUs, fromUs))
      .filter((overlapUs) => overlapUs >= 0)
      .reduce((sum, overlapUs) => sum + overlapUs + 1_000_000, 0)
  }

  /** Intervals that wait or are taken. */
  spans(): readonly (Span & { vesselNumber: number })[] {
    return this.#all()
  }

  /** Wall clock of the oldest wake-up of each vessel that waits or is taken. */
  oldestMs(): Map<number, number> {
    const oldest = new Map<number, number>()
    for (const { vesselNumber, sinceMs } of this.#all())
      oldest.set(vesselNumber, Math.min(sinceMs, oldest.get(vesselNumber) ?? sinceMs))
    return oldest
  }

  /** True when any part of an interval of a vessel waits or is taken. */
  holds(vesselNumber: number, span: Span): boolean {
    return this.#touching(vesselNumber, span).length > 0
  }

  /** Like `holds`, but without work whose last try failed, which may keep failing. */
  expects(vesselNumber: number, span: Span): boolean {
    return this.#touching(vesselNumber, span).some(({ failures }) => failures === 0)
  }

  /** Number of works that wait or are taken. */
  get depth(): number {
    return this.#all().length
  }

  /** Number of works whose last try failed. */
  get failures(): number {
    return this.#all().filter(({ failures }) => failures > 0).length
  }

  /** True when nothing waits; some work may be taken. */
  get isEmpty(): boolean {
    return this.#byVessel.size === 0
  }

  #touching(vesselNumber: number, { fromUs, toUs }: Span): Work[] {
    return [...(this.#byVessel.get(vesselNumber) ?? []), ...this.#inHand].filter(
      (work) => work.vesselNumber === vesselNumber && work.fromUs <= toUs && work.toUs >= fromUs,
    )
  }

  #all(): Work[] {
    return [...this.#byVessel.values(), [...this.#inHand]].flat()
  }

  /** Cuts a long work and takes its first part; takes any other work whole. */
  #cut(work: Work): Work {
    const part = { ...work, toUs: Math.min(work.toUs, work.fromUs + this.#longestUs) }
    const works = this.#byVessel.get(work.vesselNumber) ?? []
    const rest = part.toUs < work.toUs ? [{ ...work, fromUs: part.toUs }] : []
    works.splice(works.indexOf(work), 1, ...rest)
    if (works.length === 0) this.#byVessel.delete(work.vesselNumber)
    return part
  }
}

/** Index of the first work that satisfies `holds`, when all later works satisfy it too. */
function firstIndex(works: readonly Work[], holds: (work: Work) => boolean): number {
  let [low, high] = [0, works.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(works[middle] as Work)) high = middle
    else low = middle + 1
  }
  return low
}

function include(work: Work, other: Work) {
  work.fromUs = Math.min(work.fromUs, other.fromUs)
  work.toUs = Math.max(work.toUs, other.toUs)
  work.sinceMs = Math.min(work.sinceMs, other.sinceMs)
  work.dueMs = Math.min(work.dueMs, other.dueMs)
  work.failures = Math.max(work.failures, other.failures)
  work.notBeforeMs = Math.max(work.notBeforeMs, other.notBeforeMs)
}

function closeShortestGap(works: Work[]) {
  let [at, shortestUs] = [1, Number.POSITIVE_INFINITY]
  for (let i = 1; i < works.length; i++) {
    const gapUs = (works[i]?.fromUs ?? 0) - (works[i - 1]?.toUs ?? 0)
    if (gapUs < shortestUs) [at, shortestUs] = [i, gapUs]
  }
  const [earlier, later] = works.splice(at - 1, 2) as [Work, Work]
  include(earlier, later)
  works.splice(at - 1, 0, earlier)
}

const recentFirst = (works: readonly Work[], recentUs: number) => [
  ...works.filter(({ toUs }) => toUs >= recentUs),
  ...works.filter(({ toUs }) => toUs < recentUs),
]
