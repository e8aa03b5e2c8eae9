/** Activity of a boat as of her last data, the busiest first. */
export const VESSEL_STATUSES = ['sailing', 'online', 'offline', 'unpaired', 'unavailable'] as const
export type VesselStatus = (typeof VESSEL_STATUSES)[number]
