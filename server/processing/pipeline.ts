/**
 * What happens to stored readings, in order. Every step is a function of what is stored, so each may run again, in
 * any process, as often as it likes.
 *
 *   1 latest    newest position and values leave for the map            at once
 *   2 impacts   motion samples become the impact of each second         within 4 s
 *   3 trips     movement and impacts become trips and their numbers     within 1 s of a start, then ever more rarely
 */
import type { AppendedStretch } from '#contract/events.ts'
import type { Bus } from '#server/platform/bus.ts'
import type { DirectoryEntry } from '#server/records/vesselDirectory.ts'
import { toVesselLive } from '#server/records/vesselStates.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { FILTER_CONTEXT_US, GRAVITY_CONTEXT_US, impactSeconds } from './impacts/impactSeconds.ts'
import type { LatestStates } from './latest.ts'
import { detectTrips } from './trips/detectTrips.ts'
import type { Session } from './trips/findSessions.ts'
import type { Work } from './workQueue.ts'

export interface Stage {
  db: Db
  telemetry: Telemetry
  bus: Bus
  latest: LatestStates
  nowMs(): number
}

export const pipeline = {
  latest(stage: Stage, vessel: DirectoryEntry, stretch: AppendedStretch): void {
    if (stage.latest.take(stretch, vessel.topSpeedMps)) announce(stage, vessel)
  },

  /** Impact seconds of many vessels, read and written together. */
  async impacts(
    stage: Stage,
    work: readonly { vessel: DirectoryEntry; fromUs: number; toUs: number }[],
  ): Promise<void> {
    const reach = (contextUs: number) =>
      work.map(({ vessel, fromUs, toUs }) => ({
        vesselNumber: vessel.number,
        fromUs: fromUs - FILTER_CONTEXT_US - contextUs,
        toUs: toUs + 2 * FILTER_CONTEXT_US,
      }))
    let motion = await stage.telemetry.motion(reach(FILTER_CONTEXT_US))
    // Without an attitude, gravity is a slow mean that needs a longer run-up.
    if (motion.some(({ rollRad }) => rollRad.every(Number.isNaN))) {
      motion = await stage.telemetry.motion(reach(GRAVITY_CONTEXT_US))
    }
    const computed = work.map(({ vessel, fromUs, toUs }) => ({
      vessel,
      scalars: impactSeconds(
        motion.filter(({ vesselNumber }) => vesselNumber === vessel.number),
        fromUs - FILTER_CONTEXT_US,
        toUs + FILTER_CONTEXT_US,
      ),
    }))
    await stage.telemetry.appendDerived(
      computed.map(({ vessel, scalars }) => ({
        vesselNumber: vessel.number,
        scalars,
        fixes: [],
        imu: [],
        ais: [],
        faults: [],
      })),
    )
    for (const { vessel, scalars } of computed) {
      if (stage.latest.takeDerived(vessel.number, scalars)) announce(stage, vessel)
    }
  },

  trips(stage: Stage, vessel: DirectoryEntry, work: Work): Promise<Session | null> {
    return detectTrips(stage, vessel, work, stage.nowMs() * 1000)
  },
}

function announce({ bus, latest, nowMs }: Stage, vessel: DirectoryEntry) {
  bus.publish({
    type: 'vessel.moved',
    companyId: vessel.companyId,
    departmentId: vessel.departmentId,
    vesselId: vessel.id,
    live: toVesselLive(latest.get(vessel.number), nowMs()),
  })
}
