import { EARTH_RADIUS_M } from '#contract/geo.ts'
import { NAUTICAL_MILE_M } from '#contract/units.ts'
import { latitudeAt } from './mercator.ts'
import type { Viewport } from './viewport.ts'

/** The longest round distance that fits in `maxPx` along the parallel in the middle of the view. */
export function scaleBar(view: Viewport, maxPx: number): { nmi: number; px: number } {
  const latitude = (latitudeAt(view.centreY) * Math.PI) / 180
  const pxPerNmi = (view.scale * NAUTICAL_MILE_M) / (2 * Math.PI * EARTH_RADIUS_M * Math.cos(latitude))
  const fits = maxPx / pxPerNmi
  const power = 10 ** Math.floor(Math.log10(fits))
  const nmi = ([5, 2, 1].find((step) => step * power <= fits) ?? 1) * power
  return { nmi, px: nmi * pxPerNmi }
}
