/** Benches that `npm run bench` runs, in this order. */
export const MEASUREMENTS = [
  'telemetry',
  'gateway',
  'impactReport',
  'analysis',
  'rules',
  'rulePreview',
  'outbox',
  'statistics',
  'reports',
  'fairShare',
  'faults',
  'simulator',
  'webMap',
  'webCharts',
  'tripPage',
  'tripMap',
] as const
