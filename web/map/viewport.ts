import type { Map as MapLibreMap } from 'maplibre-gl'
import { mercatorX, mercatorY, nearestCopy, worldPx } from '#contract/geodesy/mercator.ts'
import { unwrappedPosition } from './mapPosition.ts'

/** North-up view of the flat map: the place of the unit square of Web Mercator on the screen, in CSS pixels. */
export interface Viewport {
  centreX: number
  centreY: number
  /** Width of the world in pixels. */
  scale: number
  width: number
  height: number
  zoom: number
}

export function viewportOf(map: MapLibreMap): Viewport {
  const { latitudeDeg, longitudeDeg } = unwrappedPosition(map.getCenter())
  const zoom = map.getZoom()
  const { clientWidth: width, clientHeight: height } = map.getCanvas()
  return {
    ...{ centreX: mercatorX(longitudeDeg), centreY: mercatorY(latitudeDeg), scale: worldPx(zoom) },
    ...{ width, height, zoom },
  }
}

/** Projects into the copy of the repeating world nearest to the middle of the view. */
export const screenX = (view: Viewport, x: number) =>
  (nearestCopy(x, view.centreX) - view.centreX) * view.scale + view.width / 2
export const screenY = (view: Viewport, y: number) => (y - view.centreY) * view.scale + view.height / 2
