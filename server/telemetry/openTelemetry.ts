import { randomUUID } from 'node:crypto'
import type { Bus } from '#server/platform/bus.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { insertReadings } from './appendBlocks.ts'
import { IntervalNotes, openIntervals, SLOW_APPEND_MS } from './appendedIntervals.ts'
import { openEngines } from './engines.ts'
import { openHeat } from './heat.ts'
import { openImpacts } from './impacts.ts'
import { openMotion } from './motion.ts'
import { openPositions } from './positions.ts'
import { openQuarterHours } from './quarterHours.ts'
import { removeVessel } from './removeVessel.ts'
import { openSeries } from './series.ts'
import { SourceSelection, type Store } from './sourceSelection.ts'
import type { Telemetry } from './telemetry.ts'

/** `bus` where other processes store too. */
export function openTelemetry(given: Columns, bus?: Bus): Telemetry {
  const sources = bus ? sharedSelection(given, bus) : new SourceSelection(given)
  const columns: Store = { ...given, sources }
  const notes = new IntervalNotes(columns)
  return {
    async append(batch) {
      let beganMs = performance.now()
      await sources.storeAndNote(batch, () =>
        Promise.all([insertReadings(columns, batch), notes.note(batch)]),
      )
      // Notes a slow append again, so that a reader that looks back by the margin does not miss it.
      while (performance.now() - beganMs > SLOW_APPEND_MS) {
        beganMs = performance.now()
        await notes.note(batch, true)
      }
    },
    async appendDerived(batch) {
      await sources.storeAndNote(batch, () => insertReadings(columns, batch))
    },
    removeVessel: (vesselNumber) => removeVessel(columns, vesselNumber),
    series: openSeries(columns),
    positions: openPositions(columns),
    motion: openMotion(columns),
    impacts: openImpacts(columns),
    engines: openEngines(columns),
    quarterHours: openQuarterHours(columns),
    heat: openHeat(columns),
    sources,
    intervals: openIntervals(columns),
  }
}

/** Source selection of this process, kept current by the appends of other processes. */
function sharedSelection(columns: Columns, bus: Bus): SourceSelection {
  const me = randomUUID()
  const sourceSelection = new SourceSelection(columns, (stored) =>
    bus.publish({ type: 'samples.stored', from: me, stored }),
  )
  bus.subscribe('samples.stored', ({ from, stored }) => {
    if (from !== me) sourceSelection.storedElsewhere(stored)
  })
  bus.subscribe('events.missed', () => sourceSelection.readAgain())
  return sourceSelection
}
