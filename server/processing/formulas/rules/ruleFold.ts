import { DAY_US } from '#contract/domain/time.ts'
import type { Position } from '#contract/geodesy/position.ts'
import type { Movement } from '#server/telemetry/positions.ts'
import { type CompiledCondition, type CompiledRule, isSignalOf, RECORDS } from './compileRule.ts'
import { BARELY_NOT, ConditionState, NO, type Truth, UNKNOWN, YES } from './conditionState.ts'
import { type FenceGeometry, FenceShape } from './fenceShape.ts'
import { type Crossing, FenceTrack } from './fenceTrack.ts'
import { LONGEST_HOLD_US } from './longestHold.ts'

/** Samples of one signal of a vessel in time order, in stored units; NaN when the sensor had no value. */
export interface SignalColumn {
  name: string
  instance: number
  timeUs: Float64Array
  value: Float64Array
}

/** Accepted fixes of a movement in the order of acceptance. */
export interface AcceptedFixes extends Pick<Movement, 'timeUs' | 'hdop' | keyof Position> {
  /** Time of the fix with which the outlier filter accepted this one. */
  atUs: Float64Array
}

/** A geofence as it was from one moment to another. */
export interface FenceVersion {
  id: string
  name: string
  fromUs: number
  /** Infinite while it is in force. */
  untilUs: number
  geometry: FenceGeometry
}

export interface Samples {
  columns: readonly SignalColumn[]
  fixes: AcceptedFixes | null
}

/** From when a condition held until it was over. */
export interface Episode {
  beginUs: number
  /** Null while the episode is open. */
  endUs: number | null
  isOpen: boolean
  /**
   * Time of the sample that showed the end, for a crossing the fix that confirmed it. Null while the episode
   * is open.
   */
  decidedUs: number | null
  /** No sample showed the end: `endUs` is the last sample before silence. */
  isEndedBySilence: boolean
  /** The engine, battery or tank that it is about; −1 where the rule is about the vessel. */
  instance: number
  /** Crossing of a geofence rule. */
  crossing: Crossing | null
  fenceId: string | null
  fenceName: string | null
  /**
   * Measured values of the conditions at the beginning, in stored units, in the order of the rule; NaN without a
   * measurement.
   */
  values: readonly number[]
}

/** State of a rule and a vessel at the moment from which it is evaluated. */
export interface Before {
  /** Episodes that go on, by instance. */
  raised: ReadonlyMap<string, Episode>
  /** When it was last raised, by instance. */
  lastUs: ReadonlyMap<string, number>
}

/** State of a rule for one instance, or for one instance and direction of a crossing. */
export interface FoldState {
  key: string
  episode: Episode | null
  /** When it was last raised. */
  lastUs: number
  /** When the conditions last held, or failed by less than the dead band. */
  heldUs: number
}

const NEVER = Number.POSITIVE_INFINITY
const NO_INSTANCE = -1

/**
 * Evaluates one rule for one vessel: takes samples in time order, in any batches, and returns episodes. The
 * result depends on the samples alone. So a live evaluation, a later one and a preview give equal episodes.
 */
export class RuleFold {
  readonly #rule: CompiledRule
  readonly #fromUs: number
  readonly #beginsUs: number
  readonly #before: Before | null
  readonly #shared: Map<number, ConditionState>[]
  readonly #subjects = new Map<number, Subject>()
  readonly #fences: FenceWatch | null
  readonly #crossings = new Map<string, Machine>()
  /** Time of the last sample that concerns the vessel. */
  readonly #vessel = { lastUs: Number.NEGATIVE_INFINITY }
  #nowUs = Number.NEGATIVE_INFINITY
  #isEvaluating = false
  /** Opened or ended since they were taken. */
  readonly #changed = new Set<Episode>()

  /** Samples before `fromUs` only set the state at that time. The rule has been in force since `beginsUs`. */
  constructor(
    rule: CompiledRule,
    fences: readonly FenceVersion[],
    fromUs: number,
    before: Before | null = null,
    beginsUs = fromUs,
  ) {
    this.#rule = rule
    this.#fromUs = fromUs
    this.#beginsUs = beginsUs
    this.#before = before
    this.#shared = rule.conditions.map(() => new Map())
    this.#fences = rule.fenceIds.length > 0 ? new FenceWatch(rule, fences) : null
    if (!rule.conditions.some(({ isOfSubject }) => isOfSubject)) this.#subjectOf(NO_INSTANCE)
  }

  /** The last moment that was evaluated. */
  get nowUs(): number {
    return this.#nowUs
  }

  /** Episodes that go on. */
  get raised(): Episode[] {
    return [...this.#subjects.values()].flatMap(({ machine }) => machine.episode ?? [])
  }

  /** True while the samples read do not yet prove how far an episode was from its end when evaluation began. */
  get isUnsure(): boolean {
    return [...this.#subjects.values()].some(({ machine }) => machine.isUnsure || machine.hasEndedUnsure)
  }

  get states(): FoldState[] {
    return this.#rule.trigger === null
      ? Array.from(this.#subjects, ([instance, { machine }]) => stateOf(String(instance), machine))
      : Array.from(this.#crossings, ([key, machine]) => stateOf(key, machine))
  }

  /** False while earlier samples may decide about a condition. */
  get isDetermined(): boolean {
    for (const states of this.#shared)
      for (const state of states.values()) if (!state.isDetermined) return false
    for (const { states } of this.#subjects.values())
      for (const state of states) if (state && !state.isDetermined) return false
    return true
  }

  /** False while earlier fixes may decide about the side of a fence. */
  get isPlaced(): boolean {
    return this.#fences === null || this.#fences.settledUs > Number.NEGATIVE_INFINITY
  }

  /** Whether samples between two moments no longer decide about ages and the sides of fences. */
  hasSettled(fromUs: number, toUs: number): boolean {
    if (this.#fences) {
      const { lastUs, settledUs } = this.#fences
      if (lastUs >= fromUs && settledUs <= toUs && this.#nowUs - lastUs <= DAY_US) return false
    }
    return this.#rule.conditions.every(({ isAge }, i) => {
      for (const { lastUs } of isAge ? (this.#shared[i]?.values() ?? []) : [])
        if (lastUs >= fromUs && lastUs <= toUs) return false
      return true
    })
  }

  /** Takes all samples up to and including a moment; answers the episodes that began or ended by then. */
  advance({ columns, fixes }: Samples, toUs: number): Episode[] {
    const cursors = this.#cursorsOf(columns)
    let fix = 0
    for (;;) {
      const nextFixUs = fixes && this.#fences && fix < fixes.atUs.length ? (fixes.atUs[fix] as number) : NEVER
      let nextUs = nextFixUs
      for (const cursor of cursors) if (cursor.nextUs < nextUs) nextUs = cursor.nextUs
      const wakeUs = this.#wakeUs()
      if (wakeUs < nextUs) nextUs = wakeUs
      if (nextUs > toUs) break
      this.#nowUs = Math.max(this.#nowUs, nextUs)
      for (const cursor of cursors) if (cursor.nextUs <= nextUs) cursor.take(nextUs)
      let crossings: Crossed[] = NONE
      if (fixes && this.#fences) {
        for (; fix < fixes.atUs.length && (fixes.atUs[fix] as number) <= nextUs; fix++)
          crossings = [...crossings, ...this.#fences.take(fixes, fix)]
        if (this.#rule.area !== null) this.#vessel.lastUs = Math.max(this.#vessel.lastUs, this.#fences.lastUs)
      }
      // A sample at the first evaluated moment counts like any other.
      if (!this.#isEvaluating && nextUs >= this.#fromUs) this.#begin()
      if (this.#isEvaluating) this.#evaluate(nextUs, crossings)
      else this.#watch(nextUs)
    }
    if (!this.#isEvaluating && toUs >= this.#fromUs) this.#begin()
    this.#nowUs = Math.max(this.#nowUs, toUs)
    const changed = [...this.#changed]
    this.#changed.clear()
    return changed
  }

  /** Ends open episodes when the rule stops being in force. */
  close(endUs: number): Episode[] {
    const closed = this.raised
    for (const episode of closed)
      Object.assign(episode, { endUs: Math.max(episode.beginUs, endUs), decidedUs: endUs, isOpen: false })
    for (const { machine } of this.#subjects.values()) machine.episode = null
    return closed
  }

  /** Starts evaluation: conditions that hold already raise an episode at this moment. */
  #begin() {
    this.#isEvaluating = true
    if (this.#fromUs === Number.NEGATIVE_INFINITY) return
    this.#nowUs = Math.max(this.#nowUs, this.#fromUs)
    for (const [key, episode] of this.#before?.raised ?? []) {
      const subject = this.#subjectOf(Number(key))
      subject.machine.resume(episode, this.#lastSeenUs(subject))
    }
    for (const subject of this.#subjects.values())
      if (this.#before) subject.machine.lastUs = this.#lastOf(String(subject.instance))
    this.#evaluate(this.#fromUs, NONE)
  }

  /** A rule that counts needs the number of occurrences before evaluation begins. */
  #watch(timeUs: number) {
    if (!this.#rule.repeat) return
    for (const subject of this.#subjects.values())
      subject.machine.count(timeUs, this.#truthOf(subject, timeUs))
  }

  #lastOf(key: string) {
    return this.#before?.lastUs.get(key) ?? Number.NEGATIVE_INFINITY
  }

  #evaluate(timeUs: number, crossings: readonly Crossed[]) {
    const { trigger } = this.#rule
    for (const subject of this.#subjects.values()) {
      const truth = this.#truthOf(subject, timeUs)
      if (trigger === null) {
        const fence = subject.machine.episode ? null : (this.#fences?.inside() ?? null)
        subject.machine.evaluate(timeUs, truth, this.#lastSeenUs(subject), () =>
          this.#episode(subject, timeUs, null, fence),
        )
        continue
      }
      if (truth !== YES) continue
      for (const { crossing, fence } of crossings) {
        if (trigger !== 'cross' && crossing.direction !== trigger) continue
        if (crossing.timeUs < this.#beginsUs) continue
        const key = `${subject.instance} ${crossing.direction}`
        const lastUs = this.#crossings.get(key)?.lastUs ?? this.#lastOf(key)
        if (crossing.timeUs - lastUs < this.#rule.coolDownUs) continue
        const machine = this.#crossings.get(key) ?? new Machine(this.#rule, this.#changed)
        this.#crossings.set(key, machine)
        machine.lastUs = crossing.timeUs
        const episode = this.#episode(subject, crossing.timeUs, crossing, fence)
        this.#changed.add({ ...episode, endUs: crossing.timeUs, decidedUs: timeUs, isOpen: false })
      }
    }
  }

  #episode(
    subject: Subject,
    beginUs: number,
    crossing: Crossing | null,
    fence: FenceVersion | null,
  ): Episode {
    return {
      ...{ beginUs, endUs: null, isOpen: true, decidedUs: null, isEndedBySilence: false },
      ...{ instance: subject.instance, crossing },
      fenceId: fence?.id ?? null,
      fenceName: fence?.name ?? null,
      values: this.#rule.conditions.map((_, i) => this.#valueOf(i, subject)),
    }
  }

  #valueOf(index: number, subject: Subject): number {
    const own = subject.states[index]
    if (own) return own.value
    for (const state of this.#shared[index]?.values() ?? [])
      if (!Number.isNaN(state.value)) return state.value
    return Number.NaN
  }

  #truthOf(subject: Subject, timeUs: number): Truth {
    let truth: Truth = NO
    for (const group of this.#rule.groups) {
      truth = either(truth, this.#truthOfGroup(group, subject, timeUs))
      if (truth === YES) break
    }
    const { area, usesRecords } = this.#rule
    if (usesRecords && timeUs - this.#vessel.lastUs > LONGEST_HOLD_US) return UNKNOWN
    return area === null || !this.#fences ? truth : both(truth, this.#fences.truth(area, timeUs))
  }

  #truthOfGroup(group: readonly number[], subject: Subject, timeUs: number): Truth {
    let truth: Truth = YES
    for (const index of group) {
      const condition = this.#rule.conditions[index] as CompiledCondition
      let one: Truth
      const own = subject.states[index]
      if (own) one = own.at(timeUs)
      else {
        const states = this.#shared[index] as Map<number, ConditionState>
        one = states.size === 0 && !condition.isNoWhenSilent ? UNKNOWN : NO
        for (const state of states.values()) one = either(one, state.at(timeUs))
      }
      if (condition.isNegated) one = one === YES ? NO : one === UNKNOWN ? UNKNOWN : YES
      truth = both(truth, one)
      if (truth === NO) return NO
    }
    return truth
  }

  #lastSeenUs = ({ lastUs }: Subject) => Math.max(lastUs, this.#vessel.lastUs)

  #wakeUs(): number {
    let wakeUs = this.#isEvaluating || this.#fromUs <= this.#nowUs ? NEVER : this.#fromUs
    if (this.#rule.trigger !== null) return NEVER
    const now = this.#nowUs
    if (this.#rule.area !== null || this.#rule.usesRecords) {
      const silentUs = this.#vessel.lastUs + LONGEST_HOLD_US + 1
      if (silentUs > now) wakeUs = Math.min(wakeUs, silentUs)
    }
    for (const states of this.#shared)
      for (const state of states.values()) wakeUs = Math.min(wakeUs, state.nextUs(now))
    for (const subject of this.#subjects.values()) {
      for (const state of subject.states) if (state) wakeUs = Math.min(wakeUs, state.nextUs(now))
      wakeUs = Math.min(wakeUs, subject.machine.nextUs(now))
    }
    return wakeUs
  }

  #subjectOf(instance: number): Subject {
    const known = this.#subjects.get(instance)
    if (known) return known
    const { conditions } = this.#rule
    const states = conditions.map((one) => (one.isOfSubject ? new ConditionState(one) : null))
    const machine = new Machine(this.#rule, this.#changed)
    const subject: Subject = { instance, states, machine, lastUs: Number.NEGATIVE_INFINITY }
    machine.lastUs = this.#lastOf(String(instance))
    this.#subjects.set(instance, subject)
    return subject
  }

  /** Each column with the conditions that evaluate it. */
  #cursorsOf(columns: readonly SignalColumn[]): Cursor[] {
    for (const column of columns) {
      const isAbout = ({ signal, isOfSubject }: CompiledCondition) =>
        isOfSubject && isSignalOf(signal, column)
      if (this.#rule.conditions.some(isAbout)) this.#subjectOf(column.instance)
    }
    return columns.flatMap((column) => {
      const targets: ConditionState[] = []
      const reporting: { lastUs: number }[] = []
      if (this.#rule.usesRecords && isSignalOf(RECORDS, column)) reporting.push(this.#vessel)
      for (const [index, condition] of this.#rule.conditions.entries()) {
        const { signal, isOfSubject, isAge, isHeldForEver } = condition
        if (!isSignalOf(signal, column)) continue
        if (isOfSubject) {
          const subject = this.#subjectOf(column.instance)
          targets.push(subject.states[index] as ConditionState)
          reporting.push(subject)
          continue
        }
        const states = this.#shared[index] as Map<number, ConditionState>
        // All engines share the age of a series.
        const name = isAge ? 0 : column.instance
        const state = states.get(name) ?? new ConditionState(condition)
        states.set(name, state)
        targets.push(state)
        // The captain and the hour are known without a sample of the vessel.
        if (!isHeldForEver) reporting.push(this.#vessel)
      }
      return reporting.length + targets.length > 0 ? [new Cursor(column, targets, reporting)] : []
    })
  }
}

interface Subject {
  instance: number
  /** Null where the condition is not about it alone. */
  states: readonly (ConditionState | null)[]
  machine: Machine
  /** Time of the last sample that concerns it. */
  lastUs: number
}

class Cursor {
  nextUs: number
  readonly #column: SignalColumn
  readonly #targets: readonly ConditionState[]
  readonly #reporting: readonly { lastUs: number }[]
  #at = 0

  constructor(
    column: SignalColumn,
    targets: readonly ConditionState[],
    reporting: readonly { lastUs: number }[],
  ) {
    this.#column = column
    this.#targets = targets
    this.#reporting = reporting
    this.nextUs = column.timeUs[0] ?? NEVER
  }

  take(upToUs: number) {
    const { timeUs, value } = this.#column
    for (; this.nextUs <= upToUs; this.nextUs = timeUs[++this.#at] ?? NEVER) {
      for (const target of this.#targets) target.take(this.nextUs, value[this.#at] as number)
      for (const subject of this.#reporting) if (this.nextUs > subject.lastUs) subject.lastUs = this.nextUs
    }
  }
}

interface Crossed {
  crossing: Crossing
  fence: FenceVersion
}
const NONE: Crossed[] = []

const stateOf = (key: string, { episode, lastUs, heldUs }: Machine): FoldState => ({
  ...{ key, episode, lastUs, heldUs },
})

/**
 * READY until the conditions hold. RAISED until they have failed for long enough, or are unknown for too
 * long.
 */
class Machine {
  readonly #rule: CompiledRule
  readonly #changed: Set<Episode>
  episode: Episode | null = null
  lastUs = Number.NEGATIVE_INFINITY
  /** True for an episode read from storage until its conditions hold: it may have ended long ago. */
  isUnsure = false
  hasEndedUnsure = false
  /** When the conditions last held, or failed by less than the dead band. */
  heldUs = Number.NEGATIVE_INFINITY
  /** The last sample at which the truth of the conditions was known. */
  #knownUs = Number.NaN
  /** Start of the time in which the conditions failed, and how much of that time had known values. */
  #clearSinceUs = Number.NaN
  #clearedUs = 0
  #evaluatedUs = Number.NaN
  #truth: Truth = UNKNOWN
  /** When the conditions became true, as many times as the rule counts; and their last known truth. */
  readonly #onsetsUs: number[] = []
  readonly #known = {
    ...{ truth: UNKNOWN as Truth, untilUs: Number.NEGATIVE_INFINITY },
    trueUs: Number.NEGATIVE_INFINITY,
  }

  constructor(rule: CompiledRule, changed: Set<Episode>) {
    this.#rule = rule
    this.#changed = changed
  }

  resume(episode: Episode, lastSeenUs: number) {
    this.episode = episode
    this.isUnsure = true
    this.#knownUs = lastSeenUs
  }

  /** Counts conditions that become true: after they failed, or after a long silence. */
  count(timeUs: number, truth: Truth) {
    const { repeat } = this.#rule
    if (!repeat || truth === UNKNOWN) return
    const known = this.#known
    const was = timeUs - known.untilUs > 2 * LONGEST_HOLD_US ? UNKNOWN : known.truth
    if (truth === YES && was !== YES && this.#onsetsUs.push(timeUs) > repeat.times) this.#onsetsUs.shift()
    if (truth === YES) known.trueUs = timeUs
    // A value that fails by less than the dead band stays true, for as long as the count looks back.
    const isStill = truth === BARELY_NOT && was === YES && timeUs - known.trueUs <= repeat.withinUs
    known.truth = isStill ? YES : truth
    known.untilUs = timeUs
  }

  /** True when the conditions came true often enough since the last alert. */
  #isOften(timeUs: number): boolean {
    const { repeat } = this.#rule
    if (!repeat) return true
    const firstUs = this.#onsetsUs.at(-repeat.times) ?? Number.NEGATIVE_INFINITY
    return firstUs > Math.max(this.lastUs, timeUs - repeat.withinUs)
  }

  evaluate(timeUs: number, truth: Truth, lastSeenUs: number, begin: () => Episode) {
    const { clearUs, coolDownUs } = this.#rule
    this.count(timeUs, truth)
    // Values of the clock or the captain exist at every moment.
    if (truth !== UNKNOWN) this.#knownUs = lastSeenUs === Number.NEGATIVE_INFINITY ? timeUs : lastSeenUs
    if (this.episode) {
      this.#follow(timeUs, truth)
      if (!Number.isNaN(this.#clearSinceUs) && this.#clearedUs >= clearUs)
        this.#end(this.#clearSinceUs, timeUs, lastSeenUs)
      else if (truth === UNKNOWN && !(timeUs - this.#knownUs <= LONGEST_HOLD_US))
        this.#end(Number.POSITIVE_INFINITY, timeUs, this.#knownUs)
    } else if (truth === YES && timeUs - this.lastUs >= coolDownUs && this.#isOften(timeUs)) {
      this.episode = begin()
      this.lastUs = timeUs
      this.heldUs = timeUs
      this.#notClear()
      this.#changed.add(this.episode)
    }
    this.#truth = truth
    this.#evaluatedUs = timeUs
  }

  nextUs(nowUs: number): number {
    const { clearUs, coolDownUs } = this.#rule
    let nextUs = NEVER
    if (this.episode) {
      if (this.#truth === NO) nextUs = this.#evaluatedUs + clearUs - this.#clearedUs
      else if (this.#truth === UNKNOWN) nextUs = this.#knownUs + LONGEST_HOLD_US + 1
    } else if (this.#truth === YES) nextUs = this.lastUs + coolDownUs
    return nextUs > nowUs ? nextUs : NEVER
  }

  #follow(timeUs: number, truth: Truth) {
    if (this.#truth === NO) this.#clearedUs += timeUs - this.#evaluatedUs
    if (truth === YES || truth === BARELY_NOT) {
      this.#notClear()
      this.heldUs = timeUs
      this.isUnsure = false
    } else if (truth === NO && Number.isNaN(this.#clearSinceUs)) this.#clearSinceUs = timeUs
  }

  #notClear() {
    this.#clearSinceUs = Number.NaN
    this.#clearedUs = 0
  }

  /** Without a sample since then, the last one is the end. */
  #end(overUs: number, timeUs: number, lastSeenUs: number) {
    const { episode } = this
    if (!episode) return
    this.hasEndedUnsure ||= this.isUnsure
    const isEndedBySilence = lastSeenUs < overUs && lastSeenUs > Number.NEGATIVE_INFINITY
    const knownUs = Number.isFinite(overUs) ? overUs : timeUs - LONGEST_HOLD_US - 1
    const endUs = isEndedBySilence ? lastSeenUs : knownUs
    Object.assign(episode, {
      ...{ endUs: Math.max(episode.beginUs, endUs), isOpen: false, decidedUs: timeUs, isEndedBySilence },
    })
    this.#changed.add(episode)
    this.episode = null
    this.#notClear()
  }
}

/** The fences of a rule as they are at each moment; an edited fence is a new one. */
class FenceWatch {
  readonly #versions: readonly FenceVersion[]
  readonly #tracks = new Map<FenceVersion, FenceTrack>()
  readonly #holdUs: number
  lastUs = Number.NEGATIVE_INFINITY

  constructor({ fenceIds, holdUs }: CompiledRule, versions: readonly FenceVersion[]) {
    this.#versions = versions.filter(({ id }) => fenceIds.includes(id))
    this.#holdUs = holdUs
  }

  take({ timeUs, latitudeDeg, longitudeDeg, hdop }: AcceptedFixes, index: number): Crossed[] {
    const at = timeUs[index] as number
    this.lastUs = at
    let crossed: Crossed[] = NONE
    for (const fence of this.#versions) {
      if (at < fence.fromUs || at >= fence.untilUs) {
        this.#tracks.delete(fence)
        continue
      }
      const track = this.#tracks.get(fence) ?? new FenceTrack(new FenceShape(fence.geometry), this.#holdUs)
      this.#tracks.set(fence, track)
      const met = track.take(
        at,
        latitudeDeg[index] as number,
        longitudeDeg[index] as number,
        hdop[index] as number,
      )
      if (met.length > 0) crossed = [...crossed, ...met.map((crossing) => ({ crossing, fence }))]
    }
    return crossed
  }

  /** Last moment from which on earlier fixes do not decide about a side. */
  get settledUs(): number {
    let settledUs = NEVER
    for (const track of this.#tracks.values()) settledUs = Math.min(settledUs, track.settledUs)
    return this.#tracks.size === 0 ? Number.NEGATIVE_INFINITY : settledUs
  }

  /** The fence in which the vessel is. */
  inside(): FenceVersion | null {
    for (const [fence, { side }] of this.#tracks) if (side < 0) return fence
    return null
  }

  truth(area: 'inside' | 'outside', timeUs: number): Truth {
    if (timeUs - this.lastUs > LONGEST_HOLD_US) return UNKNOWN
    let isKnown = true
    for (const { side } of this.#tracks.values()) {
      if (side < 0) return area === 'inside' ? YES : NO
      if (side === 0) isKnown = false
    }
    if (!isKnown) return UNKNOWN
    return area === 'inside' ? NO : YES
  }
}

const either = (a: Truth, b: Truth): Truth =>
  a === YES || b === YES
    ? YES
    : a === UNKNOWN || b === UNKNOWN
      ? UNKNOWN
      : a === BARELY_NOT || b === BARELY_NOT
        ? BARELY_NOT
        : NO
const both = (a: Truth, b: Truth): Truth =>
  a === NO || b === NO
    ? NO
    : a === UNKNOWN || b === UNKNOWN
      ? UNKNOWN
      : a === BARELY_NOT || b === BARELY_NOT
        ? BARELY_NOT
        : YES
