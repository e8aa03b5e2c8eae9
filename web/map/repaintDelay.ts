import { knToMps } from '#contract/domain/units.ts'
import { EARTH_RADIUS_M } from '#contract/geodesy/geo.ts'
import { latitudeAt } from '#contract/geodesy/mercator.ts'
import type { Viewport } from './viewport.ts'

/** Faster than any boat; a faster vessel only glides in coarser steps. */
const FAST_MPS = knToMps(60)
const FRAME_MS = 16
const LONGEST_MS = 1000

/** Time until a vessel can have moved half a pixel: at low zooms a glide needs no frames. */
export function repaintDelayMs(view: Viewport): number {
  const latitude = (latitudeAt(view.centreY) * Math.PI) / 180
  const pxPerM = view.scale / (2 * Math.PI * EARTH_RADIUS_M * Math.cos(latitude))
  return Math.min(LONGEST_MS, Math.max(FRAME_MS, 500 / (pxPerM * FAST_MPS)))
}
