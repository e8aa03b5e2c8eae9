/** What is counted from motion, by the first word of its query key. */
export const OF_MOTION = ['sensors', 'trip-sensors', 'trips', 'statistics'] as const
