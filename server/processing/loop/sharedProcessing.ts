import type { Bus } from '#server/platform/bus.ts'
import type { WaitingWork } from '#server/platform/events.ts'
import type { Held } from '#server/platform/whileHeld.ts'
import type { StepFigures } from './runner.ts'
import type { Processing } from './startProcessing.ts'

const TELL_EVERY_MS = 1000
/** Longer than another process takes to take over. */
const KNOWN_FOR_MS = 15_000

/** What one may ask of processing wherever it runs. */
export interface ProcessingView {
  /** As `Processing` says it; all of it where nobody knows. */
  waiting(vesselNumber: number, stretch: { fromUs: number; toUs: number }): number
  figures(): readonly StepFigures[]
  close(): void
}

/** Answers by what waits here or by what another process says, which hear of each other every second. */
export function viewOfProcessing(
  bus: Bus,
  here: Pick<Held<Processing>, 'running'> | null,
  isShared: boolean,
): ProcessingView {
  let told: { steps: WaitingWork['steps']; vessels: Map<number, Span[]>; atMs: number } | null = null
  const leave = bus.subscribe('work.waits', ({ vessels, steps }) => {
    const spans = new Map(vessels.map((one) => [one.vesselNumber, one.spans]))
    told = { steps, vessels: spans, atMs: performance.now() }
  })
  const timer = setInterval(() => {
    const running = here?.running
    if (running && isShared)
      bus.publish({ type: 'work.waits', vessels: running.waitingWork(), steps: running.figures() })
  }, TELL_EVERY_MS)
  const known = () => (told && performance.now() - told.atMs < KNOWN_FOR_MS ? told : null)
  return {
    waiting(vesselNumber, stretch) {
      if (here?.running) return here.running.waiting(vesselNumber, stretch)
      const all = known()
      return all ? shareOf(stretch, all.vessels.get(vesselNumber) ?? []) : 1
    },
    figures: () => here?.running?.figures() ?? known()?.steps ?? [],
    close() {
      leave()
      clearInterval(timer)
    },
  }
}

type Span = { fromUs: number; toUs: number }

/** How much of a stretch lies in spans that lie apart; a moment counts as a second. */
function shareOf({ fromUs, toUs }: Span, spans: readonly Span[]): number {
  const overlapUs = spans
    .map((span) => Math.min(span.toUs, toUs) - Math.max(span.fromUs, fromUs))
    .filter((us) => us >= 0)
    .reduce((sum, us) => sum + us + 1_000_000, 0)
  return Math.min(1, overlapUs / Math.max(1, toUs - fromUs))
}
