/** What is counted from motion or shows it, by the first word of its query key. */
export const OF_MOTION = [
  ...['sensors', 'trip-sensors', 'trips', 'statistics'],
  ...['series', 'path', 'paths', 'impact-report', 'vessel-history'],
] as const
