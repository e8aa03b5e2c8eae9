/** Vessels as the wire has them; what a vessel is doing is worked out here, on read, and never stored. */
import { mpsToKn } from '#contract/units.ts'
import {
  type MapVessel,
  VESSEL_KINDS,
  type Vessel,
  type VesselStatus,
  vesselStatus,
} from '#contract/vessel.ts'
import { pictureUrl } from './pictureUrl.ts'
import { NOTHING_SAID, toVesselLive } from './vesselStates.ts'
import type { FleetRecord, VesselRecord } from './vessels.ts'

export function toMapVessel(row: FleetRecord, nowMs: number): MapVessel {
  const live = toVesselLive(row.state ?? NOTHING_SAID, nowMs)
  return {
    ...live,
    id: row.id,
    name: row.name,
    kind: kindOf(row.kind),
    picture_url: pictureUrl(row.pictureFile),
    department_id: row.departmentId,
    status: statusOf(row.deviceId, live, nowMs),
    trip_id: row.tripId,
    impact_limit: row.impactLimitG,
  }
}

export function toVessel(
  { vessel, department, deviceId, state, tripCount }: VesselRecord,
  nowMs: number,
): Vessel {
  const live = toVesselLive(state ?? NOTHING_SAID, nowMs)
  return {
    id: vessel.id,
    name: vessel.name,
    kind: kindOf(vessel.kind),
    picture_url: pictureUrl(vessel.pictureFile),
    department_id: vessel.departmentId,
    department,
    device: deviceId === null ? null : { id: deviceId },
    status: statusOf(deviceId, live, nowMs),
    live,
    count: { trips: tripCount },
    system_settings: {
      impact_limit: vessel.impactLimitG,
      safety_speed_limit: knOrNull(vessel.safetySpeedLimitMps),
    },
    specs: { length: vessel.lengthM, beam: vessel.beamM, top_speed: knOrNull(vessel.topSpeedMps) },
  }
}

const statusOf = (
  deviceId: string | null,
  live: { last_updated: number | null; sog: number | null },
  nowMs: number,
): VesselStatus =>
  vesselStatus({ paired: deviceId !== null, lastUpdatedMs: live.last_updated, sogKn: live.sog }, nowMs)

const kindOf = (text: string) => VESSEL_KINDS.find((kind) => kind === text) ?? 'motor'
const knOrNull = (mps: number | null) => (mps === null ? null : mpsToKn(mps))
