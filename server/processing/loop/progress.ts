import { MINUTE_MS } from '#contract/domain/time.ts'
import { PARTITIONS, partitionOf } from '#server/platform/partitions.ts'
import {
  type Progress,
  readProgress,
  rowOfPartition,
  updateProgress,
} from '#server/records/processingProgress.ts'
import { PROCESSED_UP_TO, readSetting } from '#server/records/settings.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { ARRIVAL_MARGIN_MS } from '#server/telemetry/appendedIntervals.ts'
import type { Runner } from './runner.ts'

/**
 * A vessel whose work has waited for longer than this gets a progress of her own, so that she does not delay
 * others.
 */
const LAG_MS = 2 * MINUTE_MS
const ALL = 0
/**
 * Between the names of the steps that share a row: all that are not behind in their partition. A step of a later version is
 * not among them.
 */
const AND = ' '

/** Progress of steps: all data that arrived before this time has been processed. */
export class StepProgress {
  readonly #db: Db
  readonly #steps: readonly string[]
  readonly #upToMs: Map<string, Map<number, number>>
  readonly #since: number
  /** Rows as they are stored; null after a failed save, whose outcome is unknown. */
  #stored: Map<string, Progress> | null

  private constructor(
    db: Db,
    steps: readonly string[],
    rows: readonly Progress[],
    before: number,
    follows: Readonly<Record<string, string>>,
    nowMs: number,
  ) {
    // Progress from the future was stored before the clock was set back.
    const passed = (ms: number) => (ms > nowMs + ARRIVAL_MARGIN_MS ? nowMs : ms)
    this.#db = db
    this.#steps = steps
    this.#since = passed(before)
    this.#stored = rowsOf(rows)
    this.#upToMs = new Map(steps.map((step) => [step, new Map()]))
    // The row of one step alone overrides the row that it shares.
    for (const row of rows.toSorted((a, b) => namesOf(b).length - namesOf(a).length))
      for (const step of namesOf(row)) this.#upToMs.get(step)?.set(row.vesselNumber, passed(row.upToMs))
    // Before steps had a progress of their own, their work from other steps counted with those steps.
    for (const step of steps) {
      const known = this.#upToMs.get(step)
      const other = this.#upToMs.get(follows[step] ?? '')
      if (known?.size === 0 && other) for (const one of other) known.set(...one)
    }
  }

  /** Steps that follow another begin where it was when they had no progress yet. */
  static async load(
    db: Db,
    steps: readonly string[],
    follows: Readonly<Record<string, string>>,
    nowMs: number,
  ): Promise<StepProgress> {
    // Before steps had a progress of their own there was one for all of them.
    const before = (await readSetting<number>(db, PROCESSED_UP_TO)) ?? 0
    return new StepProgress(db, steps, await readProgress(db), before, follows, nowMs)
  }

  /** How far a step has come with a vessel. */
  upToMs(step: string, vesselNumber: number): number {
    const known = this.#upToMs.get(step)
    return known?.get(vesselNumber) ?? this.#ofPartitionMs(step, partitionOf(vesselNumber))
  }

  #ofPartitionMs(step: string, partition: number): number {
    const known = this.#upToMs.get(step)
    return known?.get(rowOfPartition(partition)) ?? known?.get(ALL) ?? this.#since
  }

  /** How far all of them have come with every vessel of these partitions. */
  leastMs(partitions: readonly number[]): number {
    return Math.min(
      ...this.#steps.flatMap((step) => [
        ...partitions.map((partition) => this.#ofPartitionMs(step, partition)),
        ...[...(this.#upToMs.get(step) ?? [])].flatMap(([number, ms]) =>
          number > 0 && partitions.includes(partitionOf(number)) ? [ms] : [],
        ),
      ]),
    )
  }

  /** Saves the progress of these partitions; other processes save theirs. */
  async save(runner: Runner, nowMs: number, partitions: readonly number[]): Promise<void> {
    if (partitions.length === 0) return
    // A single row stands for all partitions while one process has them all.
    const isAll = partitions.length === PARTITIONS
    const parts = isAll ? [ALL] : partitions.map(rowOfPartition)
    const partOf = (vesselNumber: number) => (isAll ? ALL : rowOfPartition(partitionOf(vesselNumber)))
    const step = this.#steps.join(AND)
    const rows = parts.map((vesselNumber): Progress => ({ step, vesselNumber, upToMs: nowMs }))
    for (const step of this.#steps) {
      const behind = new Map<number, number>()
      for (const [vesselNumber, ms] of runner.oldestMs(step)) {
        const part = partOf(vesselNumber)
        if (ms >= nowMs || !parts.includes(part)) continue
        if (ms < nowMs - LAG_MS) rows.push({ step, vesselNumber, upToMs: ms })
        else behind.set(part, Math.min(behind.get(part) ?? ms, ms))
      }
      for (const [vesselNumber, upToMs] of behind) rows.push({ step, vesselNumber, upToMs })
    }
    await this.#store(rows, isAll ? undefined : new Set(partitions))
  }

  /** Writes only rows that changed: thousands of vessels that are behind keep their rows. */
  async #store(rows: readonly Progress[], partitions: ReadonlySet<number> | undefined): Promise<void> {
    const stored = this.#stored ?? rowsOf(await readProgress(this.#db))
    this.#stored = null
    const after = rowsOf(rows)
    const isOwn = ({ vesselNumber }: Progress) =>
      !partitions || (vesselNumber !== ALL && partitions.has(partitionOfRow(vesselNumber)))
    const others = [...stored].filter(([, row]) => !isOwn(row))
    const gone = [...stored.values()].filter((row) => isOwn(row) && !after.has(keyOf(row)))
    const changed = rows.filter((row) => stored.get(keyOf(row))?.upToMs !== row.upToMs)
    await updateProgress(this.#db, changed, gone)
    this.#stored = new Map([...others, ...after])
  }
}

const rowsOf = (rows: readonly Progress[]) => new Map(rows.map((row) => [keyOf(row), row]))

const namesOf = ({ step }: Progress) => step.split(AND)

const keyOf = ({ step, vesselNumber }: Progress) => `${step} ${vesselNumber}`

const partitionOfRow = (number: number) => (number < 0 ? -1 - number : partitionOf(number))
