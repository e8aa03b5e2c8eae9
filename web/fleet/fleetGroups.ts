import { VESSEL_STATUSES } from '#contract/domain/vesselStatuses.ts'

/** Parts of the fleet that the board counts and the map can be narrowed to. */
export const FLEET_GROUPS = [...VESSEL_STATUSES, 'out', 'quiet', 'alerts', 'fuel'] as const
export type FleetGroup = (typeof FLEET_GROUPS)[number]
