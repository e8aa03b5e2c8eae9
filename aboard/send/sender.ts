import { MOST_ASKED } from '#contract/wire/deviceHealth.ts'
import { isRecord } from '#protocols/json.ts'
import type { BoardClock } from '../clock/boardClock.ts'
import type { Interval } from '../queue/intervals.ts'
import type { Batch, Queue } from '../queue/queue.ts'
import { DATA_CLASSES, type DataClass, type QueueRecord } from '../record.ts'
import { Budget, REQUEST_BYTES } from './budget.ts'
import { encodeBatch } from './encodeBatch.ts'
import type { Answer, Shore } from './shore.ts'

const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 60_000
/** Records of one batch in bytes: the size adapts to the link within these limits. */
const LEAST_BATCH = 8 * 1024
const MOST_BATCH = 2 * 1024 * 1024
const FIRST_BATCH = 64 * 1024
/** The server takes less of JSON that it parses whole, times included. */
const MOST_READINGS = 400 * 1024
/** A batch grows while it takes less time, and shrinks when it takes more. */
const QUICK_MS = 3000
const SLOW_MS = 15_000
/** Records of class `now` this new pass before older ones. */
const FRESH_MS = 60_000
/** Detail gathers for so many times as long as positions. */
const DETAIL_EVERY = 10
const SETTINGS_EVERY_MS = 10 * 60_000
/** The server allows twenty registrations an hour from one address. */
const REGISTER_EVERY_MS = 15 * 60_000
const PAIRING_POLL_MS = 5000
const SLEEP_MS = 5000
/** So many answers "unknown device" in a row make the program register as a new device. */
const UNKNOWN_TIMES = 3

export interface LinkState {
  pairing: 'unknown' | 'waiting' | 'paired'
  pairingCode: string | null
  deviceId: string | null
  /** Reason of the last failure; null while the link works. */
  error: string | null
  lastAcknowledgedMs: number | null
  /** Bytes per second of the last uploads. */
  bytesPerSecond: number | null
  sentBytes: number
  acknowledgedRecords: number
  /** Values that the server refused, by its reason, and records whose batch it refused. */
  refused: Record<string, number>
}

/** Part of time, in ms since 1970, whose detail a person asked for. */
export interface AskedInterval extends Interval {
  id: string
}

/** Sends what the queue holds until it is stopped. */
export class Sender {
  readonly #queue: Queue
  readonly #clock: BoardClock
  readonly #shore: Shore
  readonly #budget: Budget
  readonly #monotonicMs: () => number
  readonly #everyMs: number
  readonly #classes: readonly DataClass[]
  readonly #onState: (state: LinkState) => void
  readonly #report: () => unknown
  /** As of the last report: the server repeats them until it knows that nothing of them waits. */
  #asked: readonly AskedInterval[] = []
  /** Asked parts of which the last report had something that waits. */
  #awaited = new Set<string>()
  readonly #isOwnDevice: boolean
  readonly #state: LinkState
  #impactLimitG = 3
  #batchBytes = FIRST_BATCH
  readonly #firstRetryMs: number
  readonly #pairingPollMs: number
  #retryMs: number
  #registeredMs = Number.NEGATIVE_INFINITY
  #settingsMs = Number.NEGATIVE_INFINITY
  #reportedMs = Number.NEGATIVE_INFINITY
  /** When no detail waited for the last time. */
  #detailMs: number
  #unknownTimes = 0
  #isStopped = false
  #wake: () => void = () => undefined

  constructor(given: {
    queue: Queue
    clock: BoardClock
    shore: Shore
    monotonicMs: () => number
    bytesPerHour?: number
    bytesPerMonth?: number
    /** File that keeps the rest of the budget, and the boot to whose clock its time belongs. */
    budgetFile?: { path: string; epoch: string }
    /** Least time between two batches while there is no backlog. */
    everyMs?: number
    /** Time before the first repetition of a failed call, and between looks for a pairing. */
    retryMs?: { first: number; pairing: number }
    /** Report of the state for the shore. */
    report: () => unknown
    onState?: (state: LinkState) => void
    /** True when the device registered itself, so that it may register again. */
    isOwnDevice: boolean
  }) {
    this.#queue = given.queue
    this.#clock = given.clock
    this.#shore = given.shore
    this.#monotonicMs = given.monotonicMs
    this.#detailMs = this.#monotonicMs()
    this.#budget = new Budget({ epoch: '', ...given, ...given.budgetFile, nowMs: this.#monotonicMs() })
    // A kill must not hide what was sent, so bytes count before they leave.
    this.#shore.onSend = (bytes) => this.#budget.spend(bytes + REQUEST_BYTES, this.#monotonicMs())
    this.#firstRetryMs = given.retryMs?.first ?? FIRST_RETRY_MS
    this.#retryMs = this.#firstRetryMs
    this.#pairingPollMs = given.retryMs?.pairing ?? PAIRING_POLL_MS
    this.#everyMs = given.everyMs ?? (this.#budget.isLimited ? 30_000 : 1000)
    this.#classes = this.#budget.isLimited ? ['now', 'later'] : DATA_CLASSES
    this.#report = given.report
    this.#onState = given.onState ?? (() => undefined)
    this.#isOwnDevice = given.isOwnDevice
    this.#state = {
      ...{ pairing: 'unknown', pairingCode: null, deviceId: given.shore.id, error: null },
      ...{ lastAcknowledgedMs: null, bytesPerSecond: null, sentBytes: 0, acknowledgedRecords: 0 },
      refused: {},
    }
  }

  state = (): LinkState => structuredClone(this.#state)
  budgetBytesPerSecond = () => this.#budget.bytesPerSecond
  asked = (): readonly AskedInterval[] => this.#asked
  impactLimitG = () => this.#impactLimitG

  /** Runs until `stop`. */
  async run(): Promise<void> {
    this.#queue.onCommit(() => this.#wake())
    while (!this.#isStopped) {
      try {
        await this.#round()
      } catch (error) {
        this.#fail(error instanceof Error ? error.message : String(error))
        await this.#pause(this.#nextRetryMs())
      }
    }
    this.#budget.close(this.#monotonicMs())
  }

  stop(): void {
    this.#isStopped = true
    this.#wake()
  }

  async #round(): Promise<void> {
    if (this.#state.pairing !== 'paired') return this.#pair()
    const budgetMs = this.#budget.waitMs(this.#monotonicMs())
    if (budgetMs > 0) return this.#pause(Math.min(budgetMs, LAST_RETRY_MS))
    if (this.#isDue(this.#reportedMs, this.#budget.isLimited ? SETTINGS_EVERY_MS : LAST_RETRY_MS)) {
      this.#reportedMs = this.#monotonicMs()
      const answer = await this.#shore.health(this.#report())
      this.#took(answer)
      if (answer.status === 200 && this.#ask(askedIn(answer.body))) return
    }
    if (this.#isDue(this.#settingsMs, SETTINGS_EVERY_MS)) await this.#readSettings()
    if (this.#state.pairing !== 'paired') return
    const batch = this.#queue.take({
      // A batch that costs far more than what is left would keep newer positions waiting.
      maxBytes: Math.max(
        Math.min(this.#batchBytes, this.#budget.available(this.#monotonicMs())),
        LEAST_BATCH,
      ),
      classes: this.#classes,
      freshMs: this.#monotonicMs() - FRESH_MS,
      ...{ isDatable: this.#clock.isKnown, asked: this.#asked },
    })
    if (!batch) return this.#sleep()
    const bytes = batch.blocks.reduce((sum, { rawBytes }) => sum + rawBytes, 0)
    await this.#sendBatch(batch)
    this.#reportArrived()
    // While little waits, messages gather to larger batches.
    if (bytes < this.#batchBytes / 4 && !this.#hasBacklog() && !this.#isDetailDue())
      await this.#pause(this.#everyMs)
  }

  /** True when detail has gathered for long enough: without this, newer positions would keep it waiting. */
  #isDetailDue(): boolean {
    if (!this.#isDue(this.#detailMs, DETAIL_EVERY * this.#everyMs)) return false
    const { waiting } = this.#queue.state()
    const isWaiting = this.#classes.some((one) => one !== 'now' && waiting[one].blocks > 0)
    if (!isWaiting) this.#detailMs = this.#monotonicMs()
    return isWaiting
  }

  #isDue = (lastMs: number, everyMs: number) => this.#monotonicMs() - lastMs >= everyMs

  #hasBacklog(): boolean {
    if (this.#queue.hasSealed(this.#classes, this.#clock.isKnown)) return true
    const { waiting } = this.#queue.state()
    return this.#awaited.size > 0 || this.#classes.some((one) => waiting[one].bytes > this.#batchBytes)
  }

  /** True when a part is new: then the server learns before anything else what waits of it. */
  #ask(asked: readonly AskedInterval[]): boolean {
    const isNew = asked.some(({ id }) => !this.#asked.some((one) => one.id === id))
    this.#asked = asked
    const waiting = asked.filter((one) => this.#queue.hasDetailWithin(one))
    this.#awaited = new Set(waiting.map(({ id }) => id))
    if (isNew) this.#reportedMs = Number.NEGATIVE_INFINITY
    return isNew
  }

  /** Has the server told at once that nothing of a part waits any more. */
  #reportArrived(): void {
    for (const one of this.#asked) {
      if (!this.#awaited.has(one.id) || this.#queue.hasDetailWithin(one)) continue
      this.#awaited.delete(one.id)
      this.#reportedMs = Number.NEGATIVE_INFINITY
    }
  }

  async #sendBatch(batch: Batch): Promise<void> {
    const sent = await this.#sendRecords(batch, batch.records).catch((error: unknown) => {
      this.#queue.release(batch)
      throw error
    })
    if (sent === 'stored') {
      this.#queue.acknowledge(batch)
      this.#state.acknowledgedRecords += batch.blocks.reduce((sum, { records }) => sum + records, 0)
      this.#state.lastAcknowledgedMs = this.#monotonicMs()
      this.#onState(this.state())
      return
    }
    this.#queue.release(batch)
    if (sent === 'failed') {
      this.#batchBytes = Math.max(this.#batchBytes / 2, LEAST_BATCH)
      await this.#pause(this.#nextRetryMs())
    }
  }

  /** Sends records; those of a refused batch in halves, until a single refused one is dropped and counted. */
  async #sendRecords(
    batch: Batch,
    records: readonly QueueRecord[],
  ): Promise<'stored' | 'failed' | 'unpaired'> {
    const body = encodeBatch(batch.format, records, (measuredMs) => {
      const timeMs = this.#clock.timeMs(batch.epoch, measuredMs)
      if (timeMs === null) throw new Error('A batch has a time.')
      return timeMs
    })
    if (batch.format === 'readings' && body.length > MOST_READINGS && records.length > 1)
      return this.#sendHalves(batch, records)
    const startMs = this.#monotonicMs()
    const answer = await this.#shore.batch(batch.format, body)
    this.#took(answer)
    if (answer.status === 200) {
      this.#adapt(answer, this.#monotonicMs() - startMs)
      for (const one of Array.isArray(answer.body.rejected) ? answer.body.rejected : [])
        if (isRecord(one)) this.#refuse(String(one.reason), Number(one.count) || 1)
      return 'stored'
    }
    if (answer.status === 400 || answer.status === 413) {
      if (records.length > 1) return this.#sendHalves(batch, records)
      // A proxy may answer the same, without a code.
      if (typeof answer.body.code !== 'string') {
        this.#fail(`The server answered ${answer.status}.`)
        return 'failed'
      }
      this.#refuse(answer.body.code, 1)
      return 'stored'
    }
    return this.#state.pairing === 'paired' ? 'failed' : 'unpaired'
  }

  async #sendHalves(
    batch: Batch,
    records: readonly QueueRecord[],
  ): Promise<'stored' | 'failed' | 'unpaired'> {
    const middle = records.length >> 1
    const first = await this.#sendRecords(batch, records.slice(0, middle))
    return first === 'stored' ? this.#sendRecords(batch, records.slice(middle)) : first
  }

  #adapt({ sentBytes }: Answer, tookMs: number): void {
    if (tookMs < QUICK_MS) this.#batchBytes = Math.min(this.#batchBytes * 2, MOST_BATCH)
    else if (tookMs > SLOW_MS) this.#batchBytes = Math.max(this.#batchBytes / 2, LEAST_BATCH)
    const rate = sentBytes / Math.max(tookMs / 1000, 0.001)
    this.#state.bytesPerSecond = Math.round(((this.#state.bytesPerSecond ?? rate) * 3 + rate) / 4)
  }

  #refuse(reason: string, count: number): void {
    this.#state.refused[reason] = (this.#state.refused[reason] ?? 0) + count
  }

  /** Learns from every answer: the time, the pairing, the state of the link. */
  #took(answer: Answer): void {
    const nowMs = this.#monotonicMs()
    this.#state.sentBytes += answer.sentBytes
    if (answer.status > 0) this.#clock.noteServer(answer.dateMs, nowMs)
    if (answer.status === 403 && answer.body.code === 'not_paired') this.#state.pairing = 'waiting'
    if (answer.status === 401) {
      this.#unknownTimes++
      this.#state.pairing = 'unknown'
    } else if (answer.status > 0) this.#unknownTimes = 0
    if (answer.status === 200) {
      this.#retryMs = this.#firstRetryMs
      if (this.#state.error !== null) {
        this.#state.error = null
        this.#onState(this.state())
      }
    } else if (answer.retryAfterMs !== null) this.#retryMs = Math.min(answer.retryAfterMs, LAST_RETRY_MS)
    if (answer.status === 0 || answer.status >= 500 || answer.status === 429)
      this.#fail(answer.error ?? `The server answered ${answer.status}.`)
  }

  #fail(error: string): void {
    const isNew = this.#state.error !== error
    this.#state.error = error
    if (isNew) this.#onState(this.state())
  }

  /** Registers, shows the code, and waits until a person has paired the device. */
  async #pair(): Promise<void> {
    const hasCredentials = this.#shore.id !== null
    const mayRegister = this.#isDue(this.#registeredMs, hasCredentials ? REGISTER_EVERY_MS : 0)
    const isUnknown = () => this.#unknownTimes >= UNKNOWN_TIMES
    const isReplaced = isUnknown() && this.#isOwnDevice && mayRegister
    // Another gateway may need some seconds to know a device, and an operator may enter its secret later.
    if (hasCredentials && !isReplaced) {
      const answer = await this.#readSettings()
      if (this.#state.pairing === 'paired') return
      if (isUnknown() && !this.#isOwnDevice) this.#fail('The server does not know this device id and secret.')
      if (answer.status !== 403) return this.#pause(this.#nextRetryMs())
    }
    const needsCode = this.#state.pairingCode === null || isReplaced || !hasCredentials
    if (needsCode && mayRegister) {
      const answer = await this.#shore.register(isReplaced)
      this.#took(answer)
      if (answer.status !== 200) return this.#pause(this.#nextRetryMs())
      this.#registeredMs = this.#monotonicMs()
      this.#unknownTimes = 0
      const { paired, pairing_code: code } = answer.body
      this.#state.pairing = paired === true ? 'paired' : 'waiting'
      this.#state.pairingCode = typeof code === 'string' ? code : null
      this.#state.deviceId = this.#shore.id
      this.#onState(this.state())
      if (paired === true) return
    }
    const budgetMs = Math.min(this.#budget.waitMs(this.#monotonicMs()), LAST_RETRY_MS)
    await this.#pause(Math.max(this.#pairingPollMs, budgetMs))
    // A code is valid for a day.
    if (this.#isDue(this.#registeredMs, CODE_GOOD_MS)) this.#state.pairingCode = null
  }

  async #readSettings(): Promise<Answer> {
    const answer = await this.#shore.settings()
    this.#took(answer)
    if (answer.status !== 200) return answer
    this.#settingsMs = this.#monotonicMs()
    if (typeof answer.body.impact_limit === 'number') this.#impactLimitG = answer.body.impact_limit
    if (this.#state.pairing !== 'paired') {
      this.#state.pairing = 'paired'
      this.#state.pairingCode = null
      this.#registeredMs = Number.NEGATIVE_INFINITY
      this.#onState(this.state())
    }
    return answer
  }

  /** Time before the next try: random, so that the boats of a fleet do not come back at once. */
  #nextRetryMs(): number {
    const ms = this.#retryMs * (0.5 + Math.random() / 2)
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS)
    return ms
  }

  /** Waits for a commit of the queue, or for the next report. */
  #sleep = () => this.#waitFor(SLEEP_MS, true)
  #pause = (ms: number) => this.#waitFor(ms, false)

  #waitFor(ms: number, endsWithCommit: boolean): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms)
      this.#wake = () => {
        if (endsWithCommit || this.#isStopped) done()
      }
      if (this.#isStopped) done()
      function done() {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

const CODE_GOOD_MS = 23 * 60 * 60 * 1000

/** Parts in the answer to a report; a server without them asks for nothing. */
const askedIn = ({ asked }: Record<string, unknown>): AskedInterval[] =>
  (Array.isArray(asked) ? asked : []).slice(0, MOST_ASKED).flatMap((one: unknown) => {
    if (!isRecord(one) || typeof one.id !== 'string') return []
    const { id, from, to } = one
    return typeof from === 'number' && typeof to === 'number' ? [{ id, fromMs: from, toMs: to }] : []
  })
