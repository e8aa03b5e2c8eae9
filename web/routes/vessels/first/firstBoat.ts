import type { MapVessel } from '#contract/wire/vessel.ts'

/** The boat that a new organization connects first: the one that is furthest on its way. */
export const firstBoat = (vessels: readonly MapVessel[]): MapVessel | undefined =>
  vessels.find(({ last_updated }) => last_updated !== null) ??
  vessels.find(({ status }) => status !== 'unpaired') ??
  vessels[0]
