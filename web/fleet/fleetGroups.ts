import { VESSEL_STATUSES } from '#contract/domain/vesselStatuses.ts'

/** Groups of vessels that the board counts and that filter the map. */
export const FLEET_GROUPS = [...VESSEL_STATUSES, 'out', 'quiet', 'alerts', 'fuel'] as const
export type FleetGroup = (typeof FLEET_GROUPS)[number]
