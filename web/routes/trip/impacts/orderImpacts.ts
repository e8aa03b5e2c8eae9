import type { ImpactEvent } from '#contract/wire/impact.ts'

export const DEFAULT_ORDER = 'peak_impact:desc'

const KEYS = {
  peak_impact_time: ({ peak_impact_time }) => Date.parse(peak_impact_time),
  peak_impact: ({ peak_impact }) => peak_impact,
  hull_location: ({ hull_location }) => hull_location,
  sog: ({ sog }) => sog,
  max_rpm_change: ({ max_rpm_change }) => max_rpm_change,
  min_water_depth: ({ min_water_depth }) => min_water_depth,
  distance_to_closest_vessel: ({ distance_to_closest_vessel }) => distance_to_closest_vessel,
  flags: ({ flags }) => flags.length,
} as const satisfies Record<string, (event: ImpactEvent) => string | number | null>

/**
 * Events sorted by `field:asc` or `field:desc`; unmeasured values come last either way, then the harder impact first.
 */
export function orderImpacts(events: readonly ImpactEvent[], order = DEFAULT_ORDER): ImpactEvent[] {
  const [field = '', direction] = order.split(':')
  const keyOf = KEYS[Object.hasOwn(KEYS, field) ? (field as keyof typeof KEYS) : 'peak_impact']
  const sign = direction === 'asc' ? 1 : -1
  return events.toSorted((a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)]
    if (left === right) return b.peak_impact - a.peak_impact
    if (left === null) return 1
    if (right === null) return -1
    return left < right ? -sign : sign
  })
}
