/** What a boat is doing, as far as she was heard, the busiest first. */
export const VESSEL_STATUSES = ['sailing', 'online', 'offline', 'unpaired', 'unavailable'] as const
export type VesselStatus = (typeof VESSEL_STATUSES)[number]
