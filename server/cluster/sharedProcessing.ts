import { randomUUID } from 'node:crypto'
import { HOUR_US } from '#contract/domain/time.ts'
import type { Held } from '#server/cluster/withLease.ts'
import type { Bus } from '#server/platform/bus.ts'
import type { WaitingWork } from '#server/platform/events.ts'
import { PARTITIONS, partitionOf } from '#server/platform/partitions.ts'
import type { StepFigures } from '#server/processing/loop/runner.ts'
import type { Processing } from '#server/processing/loop/startProcessing.ts'

const PUBLISH_EVERY_MS = 1000
/** Longer than other processes take to take over. */
const KNOWN_FOR_MS = 15_000

/** State of processing, in whichever process it runs. */
export interface ProcessingView {
  /** As in `Processing`; 1 when no process reports the vessel. */
  waiting(vesselNumber: number, interval: { fromUs: number; toUs: number }): number
  /**
   * As in `Processing`, for all processes together, or of their awaited steps alone; an hour when a partition is
   * unreported.
   */
  waitingBeforeUs(beforeUs: number, precedesFigures?: boolean): number
  /** As in `Processing`, for this process alone. */
  hasten(beforeUs: number): void
  /** As in `Processing`, for all processes together. */
  waitingWork(): WaitingWork['vessels']
  /** Figures of all processes together. */
  figures(): readonly StepFigures[]
  /** State of this process; null when it does not process. */
  here(): { steps: readonly StepFigures[]; partitions: number } | null
  close(): void
}

/**
 * View of the work waiting here and in the other processes, which report every second. A process that is never asked receives
 * no reports.
 */
export function viewOfProcessing(
  bus: Bus,
  here: Pick<Held<Processing>, 'running'> | null,
  isAsked = true,
): ProcessingView {
  const me = randomUUID()
  const others = new Map<string, OtherProcess>()
  const note = (report: WaitingWork) => {
    if (report.from === me) return
    const spans = new Map(report.vessels.map((one) => [one.vesselNumber, one.spans]))
    const { partitions, steps } = report
    others.set(report.from, { partitions, steps, spans, atMs: performance.now() })
  }
  const leave = isAsked ? bus.subscribe('work.waits', note) : () => undefined
  const timer = setInterval(() => {
    for (const [from, { atMs }] of others) if (performance.now() - atMs >= KNOWN_FOR_MS) others.delete(from)
    const running = here?.running
    if (!running) return
    bus.publish({
      ...{ type: 'work.waits', from: me, partitions: [...running.partitions()] },
      ...{ vessels: running.waitingWork(), steps: running.figures() },
    })
  }, PUBLISH_EVERY_MS)
  const known = () => [...others.values()].filter(({ atMs }) => performance.now() - atMs < KNOWN_FOR_MS)
  return {
    waiting(vesselNumber, interval) {
      const partition = partitionOf(vesselNumber)
      if (here?.running?.partitions().includes(partition)) return here.running.waiting(vesselNumber, interval)
      // Just after a partition has moved to another process, two processes may report it.
      const reports = known().filter(({ partitions }) => partitions.includes(partition))
      const shares = reports.map(({ spans }) => shareOf(interval, spans.get(vesselNumber) ?? []))
      return shares.length > 0 ? Math.max(...shares) : 1
    },
    waitingBeforeUs(beforeUs, precedesFigures) {
      const reports = known()
      const held = new Set([
        ...(here?.running?.partitions() ?? []),
        ...reports.flatMap(({ partitions }) => partitions),
      ])
      // Vessels without a process count as waiting.
      if (held.size < PARTITIONS) return HOUR_US
      const spans = reports.flatMap((one) => [...one.spans.values()].flat())
      const usOf = ({ fromUs, toUs }: Span) => Math.max(0, Math.min(toUs, beforeUs) - fromUs)
      const hereUs = here?.running?.waitingBeforeUs(beforeUs, precedesFigures) ?? 0
      return spans.reduce((sum, span) => sum + usOf(span), hereUs)
    },
    hasten: (beforeUs) => here?.running?.hasten(beforeUs),
    waitingWork: () => [
      ...(here?.running?.waitingWork() ?? []),
      ...known().flatMap(({ spans }) =>
        [...spans].map(([vesselNumber, ofVessel]) => ({ vesselNumber, spans: ofVessel })),
      ),
    ],
    figures: () => together([here?.running?.figures() ?? [], ...known().map(({ steps }) => steps)]),
    here: () => figuresHere(here),
    close() {
      leave()
      clearInterval(timer)
    },
  }
}

/** View of a process that shares its work with no other one. */
export const viewOfOwn = (here: Pick<Held<Processing>, 'running'> | null): ProcessingView => ({
  waiting: (...interval) => here?.running?.waiting(...interval) ?? 1,
  waitingBeforeUs: (...asked) => here?.running?.waitingBeforeUs(...asked) ?? HOUR_US,
  hasten: (beforeUs) => here?.running?.hasten(beforeUs),
  waitingWork: () => here?.running?.waitingWork() ?? [],
  figures: () => here?.running?.figures() ?? [],
  here: () => figuresHere(here),
  close: () => undefined,
})

const figuresHere = (here: Pick<Held<Processing>, 'running'> | null) =>
  here && {
    steps: here.running?.figures() ?? [],
    partitions: here.running?.partitions().length ?? 0,
  }

function together(all: readonly (readonly StepFigures[])[]): StepFigures[] {
  const sums = new Map<string, StepFigures>()
  for (const { step, waiting, lagS, failures } of all.flat()) {
    const sum = sums.get(step) ?? { step, waiting: 0, lagS: 0, failures: 0 }
    sum.waiting += waiting
    sum.lagS = Math.max(sum.lagS, lagS)
    sum.failures += failures
    sums.set(step, sum)
  }
  return [...sums.values()]
}

type Span = { fromUs: number; toUs: number }

/** Last report of another process, with its spans by vessel, because lists query every row. */
type OtherProcess = Pick<WaitingWork, 'partitions' | 'steps'> & {
  spans: Map<number, Span[]>
  atMs: number
}

/** Share of an interval that lies in disjoint spans; a moment counts as a second. */
function shareOf({ fromUs, toUs }: Span, spans: readonly Span[]): number {
  const overlapUs = spans
    .map((span) => Math.min(span.toUs, toUs) - Math.max(span.fromUs, fromUs))
    .filter((us) => us >= 0)
    .reduce((sum, us) => sum + us + 1_000_000, 0)
  return Math.min(1, overlapUs / Math.max(1, toUs - fromUs))
}
