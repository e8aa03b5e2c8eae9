/** A stretch of event time of one vessel that waits to be looked at again. */
export interface Work {
  vesselNumber: number
  fromUs: number
  toUs: number
  /** Wall clock of the oldest wake-up in it. */
  sinceMs: number
  dueMs: number
}

/** Backlogs arrive in many batches; looking again is put off this long after each of them, but not for ever. */
const QUIET_MS = 1000
const LONGEST_WAIT_MS = 15_000

/**
 * What still has to be looked at. Stretches at most `reachUs` apart are one piece of work, so that a backlog of a
 * thousand batches is looked at a few times and not a thousand times; one longer than `longestUs` is taken in parts.
 */
export class WorkQueue {
  readonly #reachUs: number
  readonly #longestUs: number
  readonly #byVessel = new Map<number, Work[]>()
  /** Taken and not done. */
  readonly #inHand = new Set<Work>()

  constructor(reachUs: number, longestUs: number) {
    this.#reachUs = reachUs
    this.#longestUs = longestUs
  }

  /** Without `dueMs` it is a backlog's: due once its batches pause. */
  add(
    vesselNumber: number,
    stretch: { fromUs: number; toUs: number },
    nowMs: number,
    dueMs: number | null,
  ): void {
    const added: Work = {
      vesselNumber,
      fromUs: stretch.fromUs,
      toUs: stretch.toUs,
      sinceMs: nowMs,
      dueMs: Number.POSITIVE_INFINITY,
    }
    const apart: Work[] = []
    for (const work of this.#byVessel.get(vesselNumber) ?? []) {
      if (work.fromUs > added.toUs + this.#reachUs || work.toUs < added.fromUs - this.#reachUs) {
        apart.push(work)
        continue
      }
      added.fromUs = Math.min(added.fromUs, work.fromUs)
      added.toUs = Math.max(added.toUs, work.toUs)
      added.sinceMs = Math.min(added.sinceMs, work.sinceMs)
      added.dueMs = Math.min(added.dueMs, work.dueMs)
    }
    added.dueMs =
      dueMs === null
        ? Math.min(nowMs + QUIET_MS, added.sinceMs + LONGEST_WAIT_MS)
        : Math.min(added.dueMs, dueMs)
    this.#byVessel.set(vesselNumber, [...apart, added])
  }

  /**
   * Takes out what is due, most overdue first: at most `limit` pieces and, after the first, `totalUs` of event time.
   * It counts as waiting until `done` is told of it.
   */
  take(nowMs: number, limit: number, totalUs = Number.POSITIVE_INFINITY): Work[] {
    const due = [...this.#byVessel.values()].flat().filter(({ dueMs }) => dueMs <= nowMs)
    due.sort((a, b) => a.dueMs - b.dueMs)
    const taken: Work[] = []
    let lengthUs = 0
    for (const work of due.slice(0, limit)) {
      if (taken.length > 0 && lengthUs + work.toUs - work.fromUs > totalUs) break
      const part = this.#cut(work)
      lengthUs += part.toUs - part.fromUs
      taken.push(part)
      this.#inHand.add(part)
    }
    return taken
  }

  done(works: readonly Work[]): void {
    for (const work of works) this.#inHand.delete(work)
  }

  /** How much of a stretch waits, of one vessel or of all; a moment that waits counts as a second. */
  waitingUs({ fromUs, toUs }: { fromUs: number; toUs: number }, vesselNumber?: number): number {
    const waiting = [...this.#byVessel.values(), [...this.#inHand]].flat()
    return waiting
      .filter((work) => vesselNumber === undefined || work.vesselNumber === vesselNumber)
      .map((work) => Math.min(work.toUs, toUs) - Math.max(work.fromUs, fromUs))
      .filter((overlapUs) => overlapUs >= 0)
      .reduce((sum, overlapUs) => sum + overlapUs + 1_000_000, 0)
  }

  /** Wall clock of the oldest wake-up that still waits, null when none does. */
  get oldestMs(): number | null {
    const since = [...this.#byVessel.values()].flat().map(({ sinceMs }) => sinceMs)
    return since.length === 0 ? null : Math.min(...since)
  }

  get isEmpty(): boolean {
    return this.#byVessel.size === 0
  }

  /** Takes the first part of a long piece, the whole of any other. */
  #cut(work: Work): Work {
    const part = { ...work, toUs: Math.min(work.toUs, work.fromUs + this.#longestUs) }
    const rest = part.toUs < work.toUs ? [{ ...work, fromUs: part.toUs }] : []
    const left = [...(this.#byVessel.get(work.vesselNumber) ?? []).filter((other) => other !== work), ...rest]
    if (left.length === 0) this.#byVessel.delete(work.vesselNumber)
    else this.#byVessel.set(work.vesselNumber, left)
    return part
  }
}
