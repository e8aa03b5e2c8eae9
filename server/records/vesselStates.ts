import { and, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import { toWire } from '#contract/domain/series.ts'
import type { Position } from '#contract/geodesy/position.ts'
import {
  LIVE_WINDOW_MS,
  type LiveTimes,
  type LiveValueName,
  TOGETHER_MS,
  type VesselLive,
  type WireVesselLive,
} from '#contract/wire/vessel.ts'
import { liveToWire } from '#contract/wire/wireLive.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { vesselStates, vessels } from '#server/stores/relational/schema.ts'

/** Series that the console shows live. */
export const LIVE_SERIES = [
  ...(['sog', 'cog', 'impact', 'air_temperature'] as const),
  ...(['wind_speed', 'wind_direction', 'wave_height'] as const),
]
export type LiveSeries = (typeof LIVE_SERIES)[number]

/** Speed that no instrument gave, but positions, is marked. */
export type LatestValue = [timeUs: number, value: number, isDerived?: true]

/** Position of a vessel and the newest values on the screen, in stored units. */
export interface VesselState {
  lastUpdatedUs: number | null
  fixUs: number | null
  latitudeDeg: number | null
  longitudeDeg: number | null
  latest: Partial<Record<LiveSeries, LatestValue>>
}

export const EMPTY_STATE: VesselState = {
  lastUpdatedUs: null,
  fixUs: null,
  latitudeDeg: null,
  longitudeDeg: null,
  latest: {},
}

/** Loads the states of all vessels, or of these. */
export async function loadVesselStates(
  db: Db | Tx,
  vesselIds?: readonly string[],
): Promise<Map<number, VesselState>> {
  const rows = await db
    .select({ number: vessels.number, state: vesselStates })
    .from(vesselStates)
    .innerJoin(vessels, eq(vessels.id, vesselStates.vesselId))
    .where(vesselIds && inArray(vesselStates.vesselId, [...vesselIds]))
  return new Map(rows.map(({ number, state }) => [number, state]))
}

/** Last positions of an organization's vessels that are not older than that. */
export async function recentPositions(
  db: Db | Tx,
  organizationId: string,
  sinceUs: number,
): Promise<Position[]> {
  const { latitudeDeg, longitudeDeg, fixUs, vesselId } = vesselStates
  const rows = await db
    .select({ latitudeDeg, longitudeDeg })
    .from(vesselStates)
    .innerJoin(vessels, eq(vessels.id, vesselId))
    .where(and(eq(vessels.organizationId, organizationId), isNull(vessels.deletedAt), gte(fixUs, sinceUs)))
  return rows.flatMap(({ latitudeDeg, longitudeDeg }) =>
    latitudeDeg === null || longitudeDeg === null ? [] : [{ latitudeDeg, longitudeDeg }],
  )
}

/** Another writer's newer state stays. */
export async function saveVesselStates(
  db: Db | Tx,
  states: readonly (VesselState & { vesselId: string })[],
): Promise<void> {
  if (states.length === 0) return
  const rows = states.map(({ vesselId, lastUpdatedUs, fixUs, latitudeDeg, longitudeDeg, latest }) => ({
    ...{ vessel_id: vesselId, last_updated_us: lastUpdatedUs, fix_us: fixUs, latest },
    ...{ latitude_deg: latitudeDeg, longitude_deg: longitudeDeg },
  }))
  // Four times a second of a whole fleet: a parameter for each value would cost more than storing it.
  await db.execute(sql`
    insert into ${vesselStates} (vessel_id, last_updated_us, fix_us, latitude_deg, longitude_deg, latest)
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as state(vessel_id uuid, last_updated_us bigint,
      fix_us bigint, latitude_deg double precision, longitude_deg double precision, latest jsonb)
    on conflict (vessel_id) do update set last_updated_us = excluded.last_updated_us, fix_us = excluded.fix_us,
      latitude_deg = excluded.latitude_deg, longitude_deg = excluded.longitude_deg, latest = excluded.latest
    where ${vesselStates.lastUpdatedUs} is null or excluded.last_updated_us >= ${vesselStates.lastUpdatedUs}`)
}

/** The state in wire units; a value older than the live window before `nowMs` is no longer current and is null. */
export function toVesselLive(state: VesselState, nowMs: number): WireVesselLive {
  const current = (key: LiveSeries): number | null => {
    const known = state.latest[key]
    return known && nowMs - known[0] / 1000 <= LIVE_WINDOW_MS ? toWire(key, known[1]) : null
  }
  return liveToWire({
    latitudeDeg: state.latitudeDeg,
    longitudeDeg: state.longitudeDeg,
    cog: current('cog'),
    sog: current('sog'),
    sog_derived: current('sog') !== null && state.latest.sog?.[2] === true,
    impact: current('impact'),
    impact_time: current('impact') === null ? null : (state.latest.impact?.[0] ?? 0) / 1000,
    air_temperature: current('air_temperature'),
    wind_speed: current('wind_speed'),
    wind_direction: current('wind_direction'),
    wave_height: current('wave_height'),
    last_updated: state.lastUpdatedUs === null ? null : state.lastUpdatedUs / 1000,
    ...measuredAt(state, current('impact') !== null),
  })
}

/** Times of the values that were not measured together with the newest one; no `measured_at` where all were. */
function measuredAt(state: VesselState, isImpactCurrent: boolean): Pick<VesselLive, 'measured_at'> {
  const times: LiveTimes = {}
  const note = (name: LiveValueName, timeUs: number | null | undefined) => {
    if (typeof timeUs === 'number' && (state.lastUpdatedUs ?? 0) - timeUs > TOGETHER_MS * 1000)
      times[name] = timeUs / 1000
  }
  note('position', state.fixUs)
  for (const key of LIVE_SERIES) if (key !== 'impact' || !isImpactCurrent) note(key, state.latest[key]?.[0])
  return Object.keys(times).length > 0 ? { measured_at: times } : {}
}
