import type { ImpactEvent } from '#contract/wire/impact.ts'

/** Impact for tests, with only the given values. */
export const anImpact = (known: Partial<ImpactEvent>): ImpactEvent => ({
  peak_impact_time: '2026-06-17T18:07:41.060Z',
  peak_impact: 1,
  hull_location: 'keel',
  peak_acc: { x: 0, y: 0, z: 1 },
  impacts: [],
  sog: null,
  max_rpm_change: null,
  rpm_too_sparse: false,
  min_water_depth: null,
  distance_to_closest_vessel: null,
  vessel_location: null,
  nearby_vessels: [],
  flags: [],
  ...known,
})
