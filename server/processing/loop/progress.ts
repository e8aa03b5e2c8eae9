import { type Progress, readProgress, writeProgress } from '#server/records/processingProgress.ts'
import { PROCESSED_UP_TO, readSetting } from '#server/records/settings.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Runner } from './runner.ts'

/** A vessel whose work has waited for longer than this has a progress of her own, so that she holds up no other. */
const LAG_MS = 120_000
const ALL = 0

/** How far steps have come with what was stored: everything that arrived before then was looked at. */
export class StepProgress {
  readonly #db: Db
  readonly #steps: readonly string[]
  readonly #upToMs: Map<string, Map<number, number>>
  readonly #since: number

  private constructor(
    db: Db,
    steps: readonly string[],
    rows: readonly Progress[],
    before: number,
    follows: Readonly<Record<string, string>>,
  ) {
    this.#db = db
    this.#steps = steps
    this.#since = before
    this.#upToMs = new Map(steps.map((step) => [step, new Map()]))
    for (const { step, vesselNumber, upToMs } of rows) this.#upToMs.get(step)?.set(vesselNumber, upToMs)
    // Before they had a progress of their own, what others leave for them was counted with those.
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
    follows: Readonly<Record<string, string>> = {},
  ): Promise<StepProgress> {
    // Before steps had a progress of their own there was one for all of them.
    const before = (await readSetting<number>(db, PROCESSED_UP_TO)) ?? 0
    return new StepProgress(db, steps, await readProgress(db), before, follows)
  }

  /** How far a step has come with a vessel. */
  upToMs(step: string, vesselNumber: number): number {
    const known = this.#upToMs.get(step)
    return known?.get(vesselNumber) ?? known?.get(ALL) ?? this.#since
  }

  /** How far all of them have come with every vessel. */
  get leastMs(): number {
    return Math.min(
      ...this.#steps.flatMap((step) => [this.upToMs(step, ALL), ...(this.#upToMs.get(step)?.values() ?? [])]),
    )
  }

  async save(runner: Runner, nowMs: number): Promise<void> {
    const rows = this.#steps.flatMap((step): Progress[] => {
      const oldest = [...runner.oldestMs(step)]
      const behind = oldest.filter(([, ms]) => ms < nowMs - LAG_MS)
      const others = oldest.filter(([, ms]) => ms >= nowMs - LAG_MS).map(([, ms]) => ms)
      return [
        { step, vesselNumber: ALL, upToMs: Math.min(nowMs, ...others) },
        ...behind.map(([vesselNumber, upToMs]) => ({ step, vesselNumber, upToMs })),
      ]
    })
    await writeProgress(this.#db, rows)
  }
}
