import { NAUTICAL_MILE_M } from '#contract/domain/units.ts'
import { EARTH_RADIUS_M } from '#contract/geodesy/geo.ts'
import { latitudeAt } from '#contract/geodesy/mercator.ts'
import type { Viewport } from './viewport.ts'

/**
 * Longest round distance that fits in `maxPx` along the parallel in the middle of the view, in a unit of which
 * `perNmi` make a nautical mile.
 */
export function scaleBar(view: Viewport, maxPx: number, perNmi: number): { distance: number; px: number } {
  const latitude = (latitudeAt(view.centreY) * Math.PI) / 180
  const pxPerUnit =
    (view.scale * NAUTICAL_MILE_M) / (2 * Math.PI * EARTH_RADIUS_M * Math.cos(latitude) * perNmi)
  const fits = maxPx / pxPerUnit
  const power = 10 ** Math.floor(Math.log10(fits))
  const distance = ([5, 2, 1].find((step) => step * power <= fits) ?? 1) * power
  return { distance, px: distance * pxPerUnit }
}
