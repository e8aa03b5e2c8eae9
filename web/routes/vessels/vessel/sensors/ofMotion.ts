/** Query keys, by first word, of data that shows or derives from motion. */
export const OF_MOTION = [
  ...['sensors', 'trip-sensors', 'trips', 'statistics'],
  ...['series', 'path', 'paths', 'impact-report', 'vessel-history'],
] as const
