/** Vessels in wire units. What a vessel is doing is computed here on read, and never stored. */
import { knToMps, mpsToKn } from '#contract/domain/units.ts'
import type { VesselStatus } from '#contract/domain/vesselStatuses.ts'
import {
  DASHBOARD_MODES,
  FUEL_TYPES,
  GUIDANCE_MODES,
  VESSEL_KINDS,
  type Vessel,
  type VesselEdit,
  vesselStatus,
  type WireMapVessel,
} from '#contract/wire/vessel.ts'
import { pictureUrl } from './pictureUrl.ts'
import { EMPTY_STATE, toVesselLive } from './vesselStates.ts'
import type { FleetRecord, VesselFields, VesselRecord } from './vessels.ts'

export function toMapVessel(row: FleetRecord, nowMs: number): WireMapVessel {
  const live = toVesselLive(row.state ?? EMPTY_STATE, nowMs)
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
  const live = toVesselLive(state ?? EMPTY_STATE, nowMs)
  return {
    id: vessel.id,
    name: vessel.name,
    kind: kindOf(vessel.kind),
    picture_url: pictureUrl(vessel.pictureFile),
    department_id: vessel.departmentId,
    department,
    ext_ref_id: vessel.externalReference,
    device: deviceId === null ? null : { id: deviceId },
    status: statusOf(deviceId, live, nowMs),
    live,
    last_updated: live.last_updated,
    count: { trips: tripCount },
    system_settings: {
      impact_limit: vessel.impactLimitG,
      safety_speed_limit: knOrNull(vessel.safetySpeedLimitMps),
      target_fuel_rate: vessel.targetFuelRateLPerNmi,
      guidance_mode: oneOf(GUIDANCE_MODES, vessel.guidanceMode, 'auto'),
      dashboard_mode: oneOf(DASHBOARD_MODES, vessel.dashboardMode, 'auto'),
      ignored_fuel_data_periods: vessel.ignoredFuelPeriods,
    },
    specs: {
      length: vessel.lengthM,
      beam_overall: vessel.beamM,
      cruising_speed: knOrNull(vessel.cruisingSpeedMps),
      top_speed: knOrNull(vessel.topSpeedMps),
      displacement_weight: scaled(vessel.displacementKg, 1 / KG_PER_TON),
      fuel_capacity: scaled(vessel.fuelCapacityM3, L_PER_M3),
      fuel_type: oneOf(FUEL_TYPES, vessel.fuelType, 'petrol'),
      nox_factor: vessel.noxFactorGPerKg,
      year_built: vessel.yearBuilt,
      manufacturer: vessel.manufacturer,
      hull_identification_number: vessel.hullIdentificationNumber,
      mmsi: vessel.mmsi,
    },
  }
}

/** Columns of what people entered for a vessel, in stored units; missing fields are left out. */
export function toVesselFields(form: Omit<VesselEdit, 'ignored_fuel_data_periods'>): Partial<VesselFields> {
  const fields: { [Name in keyof VesselFields]: VesselFields[Name] | undefined } = {
    name: form.name,
    kind: form.kind,
    departmentId: form.department_id,
    externalReference: form.ext_ref_id,
    lengthM: form.length,
    beamM: form.beam_overall,
    topSpeedMps: mps(form.top_speed),
    cruisingSpeedMps: mps(form.cruising_speed),
    displacementKg: scaled(form.displacement_weight, KG_PER_TON),
    fuelCapacityM3: scaled(form.fuel_capacity, 1 / L_PER_M3),
    fuelType: form.fuel_type,
    noxFactorGPerKg: form.nox_factor,
    yearBuilt: form.year_built,
    manufacturer: form.manufacturer,
    hullIdentificationNumber: form.hull_identification_number,
    mmsi: form.mmsi,
    impactLimitG: form.impact_limit,
    safetySpeedLimitMps: mps(form.safety_speed_limit),
    targetFuelRateLPerNmi: form.target_fuel_rate,
    guidanceMode: form.guidance_mode,
    dashboardMode: form.dashboard_mode,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

const statusOf = (
  deviceId: string | null,
  live: { last_updated: number | null; sog: number | null },
  nowMs: number,
): VesselStatus =>
  vesselStatus({ paired: deviceId !== null, lastUpdatedMs: live.last_updated, sogKn: live.sog }, nowMs)

const oneOf = <Value extends string>(known: readonly Value[], text: string, otherwise: Value): Value =>
  known.find((value) => value === text) ?? otherwise
const kindOf = (text: string) => oneOf(VESSEL_KINDS, text, 'motor')

const KG_PER_TON = 1000
const L_PER_M3 = 1000
/** People enter numbers of few digits and read them back unchanged, whatever unit is stored. */
const DIGITS = 12
const exact = (value: number) => Number(value.toPrecision(DIGITS))
const scaled = <Value extends number | null | undefined>(value: Value, factor: number) =>
  (typeof value === 'number' ? exact(value * factor) : value) as Value
const knOrNull = (speedMps: number | null) => (speedMps === null ? null : exact(mpsToKn(speedMps)))
const mps = <Value extends number | null | undefined>(kn: Value) =>
  (typeof kn === 'number' ? knToMps(kn) : kn) as Value
