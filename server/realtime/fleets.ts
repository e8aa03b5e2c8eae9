/** State of the vessels in all watched organizations, in memory and up to date. */

import { VesselLive, vesselStatus, type WireMapVessel, type WireVesselLive } from '#contract/wire/vessel.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { BusEventOf } from '#server/platform/events.ts'
import { listFleet } from '#server/records/vessels.ts'
import { toMapVessel } from '#server/records/vesselWire.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'

export interface Watched extends WireMapVessel {
  paired: boolean
}

/**
 * The vessels of one organization. `stale` vessels are read again; `changed` vessels have news for
 * subscribers.
 */
export interface Fleet {
  organizationId: string
  vessels: Map<string, Watched>
  stale: Set<string>
  changed: Set<string>
  /** True when vessels came, went or moved between departments, so that subscribers need the whole fleet. */
  reshaped: boolean
}

export class Fleets {
  #db: Db
  #clock: Clock
  #fleets = new Map<string, Promise<Fleet>>()
  /** Fleets that are loaded. */
  #loaded = new Map<string, Fleet>()
  /** News that came while a fleet was being loaded. */
  #early = new Map<string, BusEventOf<'vessel.moved'>>()

  constructor(db: Db, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  of(organizationId: string): Promise<Fleet> {
    const known = this.#fleets.get(organizationId)
    if (known) return known
    const loading = this.#load(organizationId)
    this.#fleets.set(organizationId, loading)
    loading.catch(() => this.#fleets.delete(organizationId))
    return loading
  }

  get loaded(): IterableIterator<Fleet> {
    return this.#loaded.values()
  }

  drop(organizationId: string): void {
    this.#fleets.delete(organizationId)
    this.#loaded.delete(organizationId)
  }

  moved(event: BusEventOf<'vessel.moved'>): void {
    const fleet = this.#loaded.get(event.organizationId)
    if (fleet) this.#take(fleet, event.vesselId, event.live)
    else if (this.#fleets.has(event.organizationId)) this.#early.set(event.vesselId, event)
  }

  changed(organizationId: string, vesselId: string): void {
    this.#loaded.get(organizationId)?.stale.add(vesselId)
  }

  /**
   * Reads stale vessels, or all with `isWhole`, and applies changes by time alone: a silent boat goes
   * offline.
   */
  async refresh(fleet: Fleet, isWhole = false): Promise<void> {
    const nowMs = this.#clock.nowMs()
    for (const vessel of fleet.vessels.values()) {
      if (statusOf(vessel, nowMs) !== vessel.status) fleet.stale.add(vessel.id)
    }
    const ids = [...fleet.stale]
    if (ids.length === 0 && !isWhole) return
    fleet.stale.clear()
    const scope = { organizationId: fleet.organizationId, departmentIds: null }
    const rows = await listFleet(this.#db, scope, isWhole ? undefined : ids)
    const found = new Map(rows.map((row) => [row.id, row]))
    for (const id of isWhole ? new Set([...fleet.vessels.keys(), ...found.keys()]) : ids) {
      const known = fleet.vessels.get(id)
      const row = found.get(id)
      if (!row || !known || known.department_id !== row.departmentId) fleet.reshaped = true
      if (!row) {
        fleet.vessels.delete(id)
        continue
      }
      const read = { ...toMapVessel(row, nowMs), paired: row.deviceId !== null }
      const vessel = known && isNewer(known, read) ? { ...read, ...liveOf(known) } : read
      fleet.vessels.set(id, { ...vessel, status: statusOf(vessel, nowMs) })
      fleet.changed.add(id)
    }
  }

  async #load(organizationId: string): Promise<Fleet> {
    const rows = await listFleet(this.#db, { organizationId, departmentIds: null })
    const nowMs = this.#clock.nowMs()
    const vessels = new Map(
      rows.map((row) => [row.id, { ...toMapVessel(row, nowMs), paired: row.deviceId !== null }]),
    )
    const fleet: Fleet = { organizationId, vessels, stale: new Set(), changed: new Set(), reshaped: false }
    if (this.#fleets.has(organizationId)) this.#loaded.set(organizationId, fleet)
    for (const [id, event] of this.#early) {
      if (event.organizationId !== organizationId) continue
      this.#early.delete(id)
      this.#take(fleet, id, event.live)
    }
    return fleet
  }

  #take(fleet: Fleet, vesselId: string, live: WireVesselLive) {
    const known = fleet.vessels.get(vesselId)
    if (!known) {
      fleet.stale.add(vesselId)
      return
    }
    const vessel = { ...known, ...live, measured_at: live.measured_at }
    fleet.vessels.set(vesselId, { ...vessel, status: statusOf(vessel, this.#clock.nowMs()) })
    fleet.changed.add(vesselId)
  }
}

const statusOf = ({ paired, last_updated, sog }: Watched, nowMs: number) =>
  vesselStatus({ paired, lastUpdatedMs: last_updated, sogKn: sog }, nowMs)

/** The bus is ahead of the records by up to a second. */
const isNewer = (known: WireVesselLive, read: WireVesselLive) =>
  (known.last_updated ?? 0) > (read.last_updated ?? 0)

const LIVE_NAMES = Object.keys(VesselLive.shape) as (keyof WireVesselLive)[]

/** The live data of a vessel, also a value that is absent: it then replaces an earlier one. */
export const liveOf = (vessel: WireVesselLive) =>
  Object.fromEntries(LIVE_NAMES.map((name) => [name, vessel[name]])) as unknown as WireVesselLive
