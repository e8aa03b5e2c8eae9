/** A stretch of event time of one vessel that waits to be looked at again. */
export interface Work {
  vesselNumber: number
  fromUs: number
  toUs: number
  /** Wall clock of the oldest wake-up in it. */
  sinceMs: number
  dueMs: number
  /** How often it failed since it last went well, and when it may be tried again. */
  failures: number
  notBeforeMs: number
}

export interface Span {
  fromUs: number
  toUs: number
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
  add(vesselNumber: number, span: Span, nowMs: number, dueMs: number | null, sinceMs = nowMs): void {
    this.#join(
      {
        ...{ vesselNumber, fromUs: span.fromUs, toUs: span.toUs },
        ...{ sinceMs, dueMs: Number.POSITIVE_INFINITY, failures: 0, notBeforeMs: 0 },
      },
      (work) =>
        dueMs === null
          ? Math.min(nowMs + QUIET_MS, work.sinceMs + LONGEST_WAIT_MS)
          : Math.min(work.dueMs, dueMs),
    )
  }

  /** What was taken and failed waits again, until then. */
  putBack(work: Work, notBeforeMs: number): void {
    this.done([work])
    this.#join({ ...work, failures: work.failures + 1, notBeforeMs }, ({ dueMs }) => dueMs)
  }

  #join(added: Work, dueOf: (joined: Work) => number) {
    const { vesselNumber } = added
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
      added.failures = Math.max(added.failures, work.failures)
      added.notBeforeMs = Math.max(added.notBeforeMs, work.notBeforeMs)
    }
    added.dueMs = dueOf(added)
    this.#byVessel.set(vesselNumber, [...apart, added])
  }

  /**
   * Takes out what is due, most overdue first: at most `limit` pieces and, after the first, `totalUs` of event time, of
   * vessels that are free. What failed more than once is taken alone, so that it holds up nothing else. It counts as
   * waiting until `done` or `putBack` is told of it.
   */
  take(
    nowMs: number,
    limit: number,
    totalUs = Number.POSITIVE_INFINITY,
    isFree: (vesselNumber: number) => boolean = () => true,
  ): Work[] {
    const due: Work[] = []
    for (const [vesselNumber, works] of this.#byVessel) {
      if (!isFree(vesselNumber)) continue
      for (const work of works) if (Math.max(work.dueMs, work.notBeforeMs) <= nowMs) due.push(work)
    }
    due.sort((a, b) => a.dueMs - b.dueMs)
    const taken: Work[] = []
    let lengthUs = 0
    for (const work of due.slice(0, limit)) {
      if (taken.length > 0 && (work.failures > 1 || lengthUs + work.toUs - work.fromUs > totalUs)) break
      const part = this.#cut(work)
      lengthUs += part.toUs - part.fromUs
      taken.push(part)
      this.#inHand.add(part)
      if (part.failures > 1) break
    }
    return taken
  }

  /** What waits of some vessels is somebody else's. */
  forget(isTheirs: (vesselNumber: number) => boolean): void {
    for (const vesselNumber of this.#byVessel.keys())
      if (isTheirs(vesselNumber)) this.#byVessel.delete(vesselNumber)
  }

  /** Whether anything of some vessels is taken. */
  hasInHand(isTheirs: (vesselNumber: number) => boolean): boolean {
    return [...this.#inHand].some(({ vesselNumber }) => isTheirs(vesselNumber))
  }

  done(works: readonly Work[]): void {
    for (const work of works) this.#inHand.delete(work)
  }

  /** How much of a stretch waits, of one vessel or of all; a moment that waits counts as a second. */
  waitingUs({ fromUs, toUs }: Span, vesselNumber?: number): number {
    return this.#all()
      .filter((work) => vesselNumber === undefined || work.vesselNumber === vesselNumber)
      .map((work) => Math.min(work.toUs, toUs) - Math.max(work.fromUs, fromUs))
      .filter((overlapUs) => overlapUs >= 0)
      .reduce((sum, overlapUs) => sum + overlapUs + 1_000_000, 0)
  }

  /** Stretches that wait or are taken. */
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

  /** Whether anything of a stretch of a vessel waits or is taken. */
  holds(vesselNumber: number, { fromUs, toUs }: Span): boolean {
    return [...(this.#byVessel.get(vesselNumber) ?? []), ...this.#inHand].some(
      (work) => work.vesselNumber === vesselNumber && work.fromUs <= toUs && work.toUs >= fromUs,
    )
  }

  /** Pieces that wait or are taken. */
  get depth(): number {
    return this.#all().length
  }

  /** How many of them failed when they were last tried. */
  get failures(): number {
    return this.#all().filter(({ failures }) => failures > 0).length
  }

  /** Nothing waits; some may be taken. */
  get isEmpty(): boolean {
    return this.#byVessel.size === 0
  }

  #all(): Work[] {
    return [...this.#byVessel.values(), [...this.#inHand]].flat()
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
