/**
 * What happens to stored readings, in order. Every step is a function of what is stored, so each may run again, in
 * any process, as often as it likes.
 *
 *   1 latest    newest position and values leave for the map            at once
 *   2 impacts   motion samples become the impact of each second         within 4 s
 *   3 trips     movement and impacts become trips and their numbers     within 1 s of a start, then ever more rarely
 */

import type { Bus } from '#server/platform/bus.ts'
import type { AppendedStretch } from '#server/platform/events.ts'
import { insertSensors, loadSensorSettings, type SensorSettings } from '#server/records/sensors.ts'
import { markTripsStale } from '#server/records/trips.ts'
import type { DirectoryEntry } from '#server/records/vesselDirectory.ts'
import { toVesselLive } from '#server/records/vesselStates.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { BLOCK_US } from '#server/telemetry/impactBlock.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { BLOCK_CONTEXT_US, impactBlocks } from '../formulas/impacts/impactBlocks.ts'
import { impactSeconds, SECONDS_CONTEXT_US } from '../formulas/impacts/impactSeconds.ts'
import { motionAround } from '../formulas/impacts/motionAround.ts'
import { SILENCE_US } from '../formulas/parameters.ts'
import type { Session } from '../formulas/trips/findSessions.ts'
import { detectTrips } from './detectTrips.ts'
import type { LatestStates } from './latest.ts'
import type { Work } from './workQueue.ts'

export interface Stage {
  db: Db
  telemetry: Telemetry
  bus: Bus
  latest: LatestStates
  /** Settings of sensors by the vessel's number and their own. */
  sensors: ReadonlyMap<number, ReadonlyMap<number, SensorSettings>>
  nowMs(): number
}

export interface MotionWork {
  vessel: DirectoryEntry
  fromUs: number
  toUs: number
}

const SECOND_US = 1_000_000
const stretchOf = ({ vessel, fromUs, toUs }: MotionWork) => ({ vesselNumber: vessel.number, fromUs, toUs })

export const pipeline = {
  latest(stage: Stage, vessel: DirectoryEntry, stretch: AppendedStretch): void {
    if (stage.latest.take(stretch, vessel.topSpeedMps)) announce(stage, vessel)
  },

  /** Impact seconds of many vessels, read and written together. */
  async impacts(stage: Stage, work: readonly MotionWork[]): Promise<void> {
    const affected = await motionAround(stage.telemetry, work.map(stretchOf), SECONDS_CONTEXT_US, SECOND_US)
    const computed = affected.map(({ vesselNumber, fromUs, toUs, motion }) => ({
      vesselNumber,
      scalars: impactSeconds(motion, fromUs, toUs, stage.sensors.get(vesselNumber)),
      fixes: [],
      imu: [],
      ais: [],
      faults: [],
    }))
    await stage.telemetry.appendDerived(computed)
    for (const [i, { vesselNumber, scalars }] of computed.entries()) {
      const vessel = work[i]?.vessel
      if (vessel && stage.latest.takeDerived(vesselNumber, scalars)) announce(stage, vessel)
    }
  },

  /** Impacts of many vessels, in blocks; sensors heard for the first time become known. */
  async peaks(stage: Stage, work: readonly MotionWork[]): Promise<void> {
    const affected = await motionAround(stage.telemetry, work.map(stretchOf), BLOCK_CONTEXT_US, BLOCK_US)
    await stage.telemetry.impacts.store(
      affected.flatMap(({ vesselNumber, fromUs, toUs, motion }) =>
        impactBlocks(motion, fromUs, toUs, stage.sensors.get(vesselNumber)),
      ),
    )
    const heard = work.filter((_, i) => affected[i]?.motion.length !== 0)
    for (const { vessel, fromUs, toUs } of joined(heard))
      await markTripsStale(stage.db, vessel.id, Math.floor(fromUs), Math.ceil(toUs))
    const fresh = affected.flatMap(({ vesselNumber, motion }, i) =>
      motion.flatMap(({ sensor }) => {
        const vesselId = work[i]?.vessel.id
        const known = stage.sensors.get(vesselNumber)?.has(sensor)
        return known || vesselId === undefined ? [] : [{ vesselId, number: sensor }]
      }),
    )
    if (fresh.length === 0) return
    await insertSensors(stage.db, fresh)
    stage.sensors = await loadSensorSettings(stage.db)
  },

  trips(stage: Stage, vessel: DirectoryEntry, work: Work): Promise<Session | null> {
    return detectTrips(stage, vessel, work, stage.nowMs() * 1000)
  },
}

/** Bursts of a rough trip lie minutes apart and concern the same one. */
function joined(works: readonly MotionWork[]): MotionWork[] {
  const all: MotionWork[] = []
  for (const work of [...works].sort((a, b) => a.vessel.number - b.vessel.number || a.fromUs - b.fromUs)) {
    const last = all.at(-1)
    if (last?.vessel === work.vessel && work.fromUs <= last.toUs + SILENCE_US)
      last.toUs = Math.max(last.toUs, work.toUs)
    else all.push({ ...work })
  }
  return all
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
