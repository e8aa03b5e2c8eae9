import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '#server/platform/clock.ts'
import type { AppendedInterval, BusEvent, WaitingWork } from '#server/platform/events.ts'
import type { Log } from '#server/platform/log.ts'
import type { Throttle } from '#server/platform/throttle.ts'
import type { DirectoryEntry } from '#server/records/vesselDirectory.ts'
import { type FollowUp, type Found, isLate, SHARES, type Share, type Step } from './step.ts'
import { type Span, type Work, WorkQueue } from './workQueue.ts'

const TICK_MS = 100
/** Rest after backlog work, as a multiple of its duration; longer, the more API requests come. */
const BACKLOG_REST = 0.125
const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 300_000
/** Failures in a row after which a waiting caller receives the error: success is unlikely soon. */
const MOST_FAILURES = 5
/** Time that a stopping server waits for running work; interrupted work runs again after the next start. */
const STOP_MS = 4000

interface WorkerSlot {
  shares: readonly Share[]
  /** True for steps that take turns, false for steps that do not; undefined for both. */
  takesTurns?: boolean
}

/**
 * Worker slots: each takes works of some shares, one run at a time, the first share first. Steps without
 * turns are short. Positions and faults of boats have their own slot, so trips do not delay them. Two steps of a backlog
 * run at once, because each waits for the column store for most of its time.
 */
const WORKER_SLOTS: readonly WorkerSlot[] = [
  { shares: ['asked', 'live'], takesTurns: true },
  { shares: ['asked', 'live'], takesTurns: false },
  { shares: ['backlog'] },
  { shares: ['backlog'] },
  { shares: ['outside'] },
]

interface Line {
  step: Step
  queues: Record<Share, WorkQueue>
  ranMs: number
  restUntilMs: number
  findMs: number
  found: number
  finding: Promise<void> | null
}

interface Batch {
  line: Line
  share: Share
  works: Work[]
}

export interface StepFigures {
  step: string
  /** Works that wait or are under way. */
  waiting: number
  /** How long the oldest of them has waited. */
  lagS: number
  failures: number
}

interface Dependencies {
  steps: readonly Step[]
  vessels(): ReadonlyMap<number, DirectoryEntry>
  /** Vessels that another process is to have, of which nothing is begun any more. */
  isLeaving?(vesselNumber: number): boolean
  /** Awaited before each run. */
  refresh(): Promise<void>
  clock: Clock
  log: Log
  throttle: Pick<Throttle, 'restMs'>
}

/**
 * Runs the steps of the table. Works of one vessel take turns, because detection removes trips whose figures
 * a concurrent analysis would store.
 *
 * Requests of people run before live work. A backlog has two worker slots of its own, so it neither delays live
 * boats nor starves. Failed work is tried again, ever less often.
 */
export class Runner {
  readonly #deps: Dependencies
  readonly #lines: readonly Line[]
  readonly #busy = new Set<number>()
  readonly #running = new Set<Promise<unknown>>()
  readonly #stop = new AbortController()
  #slots: Promise<void>[] = []
  #hurried = Promise.withResolvers<void>()
  /** Number of runs until now. */
  #runs = 0

  constructor(deps: Dependencies) {
    this.#deps = deps
    this.#lines = deps.steps.map((step) => ({
      step,
      queues: Object.fromEntries(
        SHARES.map((share) => [share, new WorkQueue(reachUs(step, share), step.longestUs, step)]),
      ) as Record<Share, WorkQueue>,
      ...{ ranMs: 0, restUntilMs: 0, findMs: Number.NEGATIVE_INFINITY, found: 0, finding: null },
    }))
  }

  start(): void {
    this.#slots = WORKER_SLOTS.map((slot) => this.#slot(slot))
  }

  /** Wakes every step that samples which were just stored concern. */
  noteAppended(vessel: DirectoryEntry, interval: AppendedInterval): void {
    const nowMs = this.#deps.clock.nowMs()
    const isBacklog = isLate(interval, nowMs)
    for (const { step, queues } of this.#lines) {
      for (const span of step.wokenBy?.(vessel, interval) ?? []) {
        const dueMs = isBacklog ? null : (step.dueMs?.(vessel, interval, nowMs) ?? nowMs)
        if (dueMs !== null && dueMs <= nowMs) this.#hurry()
        queues[isBacklog ? 'backlog' : 'live'].add(vessel.number, span, nowMs, dueMs)
      }
    }
  }

  /** Wakes one step. Nothing keeps a backlog of after a start waiting for more of it. */
  wake(name: string, vesselNumber: number, span: Span, share: Share, sinceMs?: number): void {
    const nowMs = this.#deps.clock.nowMs()
    const line = this.#lines.find(({ step }) => step.name === name)
    line?.queues[share].add(vesselNumber, span, nowMs, share === 'backlog' ? null : nowMs, sinceMs)
  }

  /** Does work before a moment at once that figures need: its sender sends no more of that time for now. */
  hasten(beforeUs: number): void {
    const nowMs = this.#deps.clock.nowMs()
    for (const { queues } of this.#lines.filter(({ step }) => step.precedesFigures))
      for (const queue of [queues.live, queues.backlog]) queue.hasten(nowMs, beforeUs)
    this.#hurry()
  }

  /** Makes the steps that follow this event search the records at once. */
  look(type: BusEvent['type']): void {
    for (const line of this.#lines) if (line.step.findAfter === type) line.findMs = Number.NEGATIVE_INFINITY
  }

  /** Share of an interval of a vessel's time that a step which figures depend on has yet to process, 0 to 1. */
  waiting(vesselNumber: number, span: Span): number {
    const awaited = this.#lines.filter(({ step }) => step.isAwaited)
    const most = Math.max(...awaited.map(({ queues }) => waitingUs(queues, span, vesselNumber)))
    return Math.min(1, most / Math.max(1, span.toUs - span.fromUs))
  }

  /** True when any of an interval of a vessel's time waits for a step that figures depend on and that does not fail. */
  isAwaited(vesselNumber: number, span: Span): boolean {
    return this.#lines.some(
      ({ step, queues }) =>
        step.isAwaited && Object.values(queues).some((queue) => queue.expects(vesselNumber, span)),
    )
  }

  /** Intervals behind `waiting`, by vessel: disjoint, and few even when there are many. */
  waitingWork(): WaitingWork['vessels'] {
    const all = this.#lines
      .filter(({ step }) => step.isAwaited)
      .flatMap(({ queues }) => Object.values(queues).flatMap((queue) => queue.spans()))
    return [...Map.groupBy(all, ({ vesselNumber }) => vesselNumber)].map(([vesselNumber, spans]) => ({
      vesselNumber,
      spans: apart(spans),
    }))
  }

  /**
   * Event time of all vessels before that moment which waits in the backlog of any step, or for one that precedes figures,
   * µs. Live work may wait for its next time, such as the hours of engines.
   */
  waitingBeforeUs(beforeUs: number, precedesFigures = false): number {
    const before = { fromUs: Number.NEGATIVE_INFINITY, toUs: beforeUs }
    return this.#lines
      .filter(({ step }) => !precedesFigures || step.precedesFigures)
      .map(({ queues: { live, ...others } }) => (precedesFigures ? { live, ...others } : others))
      .reduce((sum, queues) => sum + waitingUs(queues, before), 0)
  }

  /** Wall clock of the oldest wake-up of each vessel that waits for a step. */
  oldestMs(name: string): Map<number, number> {
    const oldest = new Map<number, number>()
    const line = this.#lines.find(({ step }) => step.name === name)
    for (const queue of Object.values(line?.queues ?? {}))
      for (const [vesselNumber, ms] of queue.oldestMs())
        oldest.set(vesselNumber, Math.min(ms, oldest.get(vesselNumber) ?? ms))
    return oldest
  }

  figures(): StepFigures[] {
    const nowMs = this.#deps.clock.nowMs()
    return this.#lines.map(({ step, queues }) => {
      const all = Object.values(queues)
      return {
        step: step.name,
        waiting: all.reduce((sum, { depth }) => sum + depth, 0),
        lagS: Math.max(0, nowMs - Math.min(nowMs, ...this.oldestMs(step.name).values())) / 1000,
        failures: all.reduce((sum, { failures }) => sum + failures, 0),
      }
    })
  }

  /**
   * Resolves once all waiting work has been done, before its time and without a rest; rejects with the error of work
   * that keeps failing. Steps that call outside services are skipped unless they are named.
   */
  async idle(shares: readonly Share[] = ['asked', 'live', 'backlog']): Promise<void> {
    for (;;) {
      await tried(() => this.#deps.refresh())
      const batch = this.#take({ shares }, true)
      if (batch) {
        const error = await this.#run(batch)
        if (error && batch.works.some(({ failures }) => failures + 1 >= MOST_FAILURES)) throw error
      } else if (this.#running.size > 0) await Promise.race(this.#running)
      else {
        // Searches only now, because each run can leave more work, also one of another slot during the search.
        const runs = this.#runs
        await tried(() => Promise.all(this.#lines.map((line) => this.#find(line, true))))
        if (this.#runs > runs) continue
        if (this.#lines.every(({ queues }) => shares.every((share) => queues[share].isEmpty))) return
      }
    }
  }

  /** Resolves once no work of these vessels is under way. */
  async drain(isTheirs: (vesselNumber: number) => boolean): Promise<void> {
    const isUnderWay = () =>
      this.#lines.some(({ queues }) => Object.values(queues).some((queue) => queue.hasInHand(isTheirs)))
    while (isUnderWay() && this.#running.size > 0) await Promise.race(this.#running)
  }

  /** Drops the waiting work of these vessels. */
  forget(isTheirs: (vesselNumber: number) => boolean): void {
    for (const { queues } of this.#lines) for (const queue of Object.values(queues)) queue.forget(isTheirs)
  }

  /** Waits for running work, up to `waitMs`. */
  async close(waitMs = STOP_MS): Promise<void> {
    this.#stop.abort(new Error('processing stops'))
    const ended = Promise.all([...this.#slots, ...this.#running]).then(() => this.#finish())
    await Promise.race([ended, pause(waitMs, undefined, { ref: false })])
  }

  async #finish() {
    for (const line of this.#lines.filter(({ step }) => step.isFinished)) {
      const works = line.queues.live.take(Number.POSITIVE_INFINITY, mostWorks(line.step, 'live'))
      if (works.length > 0) await this.#run({ line, share: 'live', works })
    }
  }

  async #slot(slot: WorkerSlot) {
    const { signal } = this.#stop
    const lines = this.#linesOf(slot)
    while (!signal.aborted) {
      let restMs = TICK_MS
      try {
        await this.#deps.refresh()
        await Promise.all(lines.map((line) => this.#find(line, false)))
        const batch = signal.aborted ? null : this.#take(slot, false)
        if (batch) {
          const beganMs = performance.now()
          await this.#run(batch)
          const tookMs = performance.now() - beganMs
          const { restFactor = 0 } = batch.line.step
          if (batch.share === 'live') batch.line.restUntilMs = performance.now() + restFactor * tookMs
          restMs = batch.share === 'backlog' ? this.#deps.throttle.restMs(tookMs, BACKLOG_REST) : 0
        }
      } catch (error) {
        this.#deps.log.error('processing failed and will be tried again', { error })
        restMs = FIRST_RETRY_MS
      }
      const resting = pause(restMs, undefined, { signal }).catch(() => undefined)
      await (restMs === TICK_MS ? Promise.race([resting, this.#hurried.promise]) : resting)
    }
  }

  /** Wakes idle worker slots at once, before their next tick. */
  #hurry() {
    this.#hurried.resolve()
    this.#hurried = Promise.withResolvers<void>()
  }

  #linesOf = ({ takesTurns }: WorkerSlot) =>
    this.#lines.filter(({ step }) => takesTurns === undefined || step.takesTurns === takesTurns)

  /** Takes due work of the first share that has any, from the step that has waited longest for its turn. */
  #take(slot: WorkerSlot, isForced: boolean): Batch | null {
    const dueMs = isForced ? Number.POSITIVE_INFINITY : this.#deps.clock.nowMs()
    const inTurn = this.#linesOf(slot).sort((a, b) => a.ranMs - b.ranMs)
    for (const share of slot.shares) {
      for (const line of inTurn) {
        if (!isForced && share === 'live' && performance.now() < line.restUntilMs) continue
        // Two runs of one step would split what one run does with as many statements.
        if (!isForced && share === 'backlog' && line.queues.backlog.isInHand) continue
        const { takesTurns, mostUs } = line.step
        const isFree = (vesselNumber: number) =>
          !this.#deps.isLeaving?.(vesselNumber) && !(takesTurns && this.#busy.has(vesselNumber))
        const works = line.queues[share].take(dueMs, mostWorks(line.step, share), mostUs, isFree)
        if (works.length === 0) continue
        line.ranMs = performance.now()
        if (takesTurns) for (const { vesselNumber } of works) this.#busy.add(vesselNumber)
        return { line, share, works }
      }
    }
    return null
  }

  /** Never rejects; failed work waits again. */
  #run(batch: Batch): Promise<unknown> {
    this.#runs++
    const running = this.#runStep(batch).then(
      () => null,
      (error: unknown) => error,
    )
    this.#running.add(running)
    void running.then(() => this.#running.delete(running))
    return running
  }

  async #runStep({ line: { step, queues }, share, works }: Batch) {
    const beganMs = performance.now()
    try {
      // A change of a vessel may have woken the step after the last refresh.
      await this.#deps.refresh()
      const vessels = this.#deps.vessels()
      const known = works.flatMap(({ vesselNumber, fromUs, toUs, sinceMs }) => {
        const vessel = vessels.get(vesselNumber)
        return vessel ? [{ vessel, fromUs, toUs, share, sinceMs }] : []
      })
      if (known.length > 0) this.#follow((await step.run(known, this.#stop.signal)) ?? [])
      queues[share].done(works, performance.now() - beganMs)
    } catch (error) {
      const nowMs = this.#deps.clock.nowMs()
      for (const work of works) {
        const retryMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** work.failures)
        queues[share].putBack(work, nowMs + retryMs)
      }
      if (!this.#stop.signal.aborted)
        this.#deps.log.error('processing failed and will be tried again', { step: step.name, error })
      throw error
    } finally {
      if (step.takesTurns) for (const { vesselNumber } of works) this.#busy.delete(vesselNumber)
    }
  }

  #follow(followUps: readonly FollowUp[]) {
    for (const { step, vesselNumber, share, sinceMs, ...span } of followUps)
      this.wake(step, vesselNumber, span, share, sinceMs)
  }

  /** Queues work that the records list for a step and that is not queued yet. */
  async #find(line: Line, isForced: boolean): Promise<void> {
    const { step } = line
    if (!step.find) return
    // A search by another caller did not cover everything, and another may have begun before this one goes on.
    while (isForced && line.finding) await line.finding.catch(() => undefined)
    const nowMs = performance.now()
    const { backlog, outside } = line.queues
    // Works of a backlog follow each other; a look at those of an outside service finds them again until they are done.
    const isDrained = line.found > 0 && backlog.isEmpty && outside.depth === 0
    if (!isForced && (line.finding || (!isDrained && nowMs - line.findMs < (step.findEveryMs ?? 0)))) return
    line.findMs = nowMs
    line.finding ??= this.#addFound(line, step.find(this.#deps.clock.nowMs(), isForced)).finally(() => {
      line.finding = null
    })
    return line.finding
  }

  async #addFound(line: Line, finding: Promise<readonly Found[]>) {
    const { queues } = line
    const vessels = this.#deps.vessels()
    line.found = 0
    for (const { vesselNumber, share, fromUs, toUs } of await finding) {
      // No step could run the work, and the search would find it for ever. A new vessel is published when it
      // is made.
      if (!vessels.has(vesselNumber)) continue
      if (SHARES.some((one) => queues[one].holds(vesselNumber, { fromUs, toUs }))) continue
      if (share === 'backlog' || share === 'outside') line.found++
      queues[share].add(vesselNumber, { fromUs, toUs }, this.#deps.clock.nowMs(), 0)
    }
  }
}

async function tried(look: () => Promise<unknown>): Promise<void> {
  for (let failures = 1; ; failures++) {
    try {
      await look()
      return
    } catch (error) {
      if (failures >= MOST_FAILURES) throw error
    }
  }
}

export const mostWorks = ({ mostWorks }: Step, share: Share) =>
  typeof mostWorks === 'number' ? mostWorks : mostWorks(share)

const reachUs = ({ reachUs }: Step, share: Share) => (typeof reachUs === 'number' ? reachUs : reachUs(share))

const MOST_SPANS = 20

function apart(spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const { fromUs, toUs } of spans.toSorted((a, b) => a.fromUs - b.fromUs)) {
    const last = joined.at(-1)
    if (last && fromUs <= last.toUs) last.toUs = Math.max(last.toUs, toUs)
    else joined.push({ fromUs, toUs })
  }
  const [first, last] = [joined[0], joined.at(-1)]
  return joined.length > MOST_SPANS && first && last ? [{ fromUs: first.fromUs, toUs: last.toUs }] : joined
}

const waitingUs = (queues: Partial<Record<Share, WorkQueue>>, span: Span, vesselNumber?: number) =>
  Object.values(queues).reduce((sum, queue) => sum + queue.waitingUs(span, vesselNumber), 0)
