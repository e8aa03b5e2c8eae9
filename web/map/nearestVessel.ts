import type { VesselBuffer } from './vesselBuffer.ts'
import { screenX, screenY, type Viewport } from './viewport.ts'

/** Index of the vessel nearest to a point of the screen within `reachPx`; -1 when there is none. */
export function nearestVessel(
  vessels: VesselBuffer,
  view: Viewport,
  at: { x: number; y: number },
  reachPx: number,
  nowMs: number,
): number {
  let nearest = -1
  let least = reachPx * reachPx
  for (let index = 0; index < vessels.count(); index++) {
    const dx = screenX(view, vessels.xAt(index, nowMs)) - at.x
    const dy = screenY(view, vessels.yAt(index, nowMs)) - at.y
    const distance = dx * dx + dy * dy
    if (distance <= least) {
      least = distance
      nearest = index
    }
  }
  return nearest
}
