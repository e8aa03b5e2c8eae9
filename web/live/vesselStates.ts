import { useSyncExternalStore } from 'react'
import { compareNames } from '#contract/text/nameOrder.ts'
import { type MapVessel, STATUS_PRIORITY } from '#contract/wire/vessel.ts'
import { liveFromWire } from '#contract/wire/wireLive.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { live } from './live.ts'

/**
 * Latest state of every visible vessel. Messages are merged here, outside React: the map draws from `subscribe` and
 * `all`, and a component renders only when its selection changes.
 */
export interface VesselStates {
  /** Sorted by status, then name; a new array only after a change. */
  all(): readonly MapVessel[]
  /** Unsorted, which is faster; for callers that draw all vessels every second. */
  values(): Iterable<MapVessel>
  get(id: string): MapVessel | undefined
  /** False until the first full state arrived. */
  ready(): boolean
  merge(vessels: readonly MapVessel[], full: boolean): void
  /** Shows only vessels of these departments; null shows all vessels. */
  narrow(departmentIds: ReadonlySet<string> | null): void
  /** Resets to the initial state: no vessels, all departments, not ready. */
  forget(): void
  /** The listener receives the changed vessels, or all vessels when `full` is true. */
  subscribe(listener: (changed: readonly MapVessel[], full: boolean) => void): () => void
}

export function createVesselStates(): VesselStates {
  let everyone = new Map<string, MapVessel>()
  let inSight = everyone
  let departments: ReadonlySet<string> | null = null
  let sorted: readonly MapVessel[] | null = []
  let ready = false
  const listeners = new Set<(changed: readonly MapVessel[], full: boolean) => void>()

  function notify(changed: readonly MapVessel[], full: boolean) {
    sorted = null
    for (const listener of listeners) listener(changed, full)
  }
  function look() {
    const within = departments
    inSight = within
      ? new Map([...everyone].filter(([, { department_id }]) => within.has(department_id)))
      : everyone
    notify([...inSight.values()], true)
  }

  return {
    all() {
      sorted ??= [...inSight.values()].sort(inOrder)
      return sorted
    },
    values: () => inSight.values(),
    get: (id) => inSight.get(id),
    ready: () => ready,
    merge(vessels, full) {
      if (full) everyone = new Map()
      for (const vessel of vessels) everyone.set(vessel.id, vessel)
      ready ||= full
      if (full) return look()
      const within = departments
      if (!within) return notify(vessels, false)
      const seen = vessels.filter(({ department_id }) => within.has(department_id))
      const left = vessels.some(({ id, department_id }) => inSight.has(id) && !within.has(department_id))
      if (left) return look()
      for (const vessel of seen) inSight.set(vessel.id, vessel)
      if (seen.length > 0) notify(seen, false)
    },
    narrow(departmentIds) {
      departments = departmentIds
      look()
    },
    forget() {
      everyone = new Map()
      departments = null
      ready = false
      look()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const vesselStates = createVesselStates()

/** Starts filling `vesselStates` from the socket; returns a function that stops this. */
export const watchVessels = () =>
  live.listen('vessel_map_view', ({ data, full }) => vesselStates.merge(data.map(liveFromWire), full))

/** Result of `select` on the fleet. React compares it with `Object.is`, so select a value or a stored object. */
export const useVessels = <Selected>(select: (states: VesselStates) => Selected): Selected =>
  useSyncExternalStore(vesselStates.subscribe, () => select(vesselStates))

export const useVessel = (id: string | null | undefined) =>
  useVessels((states) => (id ? states.get(id) : undefined))

const inOrder = (a: MapVessel, b: MapVessel) =>
  STATUS_PRIORITY[b.status] - STATUS_PRIORITY[a.status] || compareNames(currentLanguage())(a.name, b.name)
