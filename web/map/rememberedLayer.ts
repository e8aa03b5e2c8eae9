import type { ImageSource } from 'maplibre-gl'
import { latitudeAt, longitudeAt, mercatorX, mercatorY, worldPx } from '#contract/geodesy/mercator.ts'
import type { Seen } from './mapMemory.ts'
import type { Overlay } from './mapStage.ts'
import { FLOORS } from './mapStyle.ts'

export const REMEMBERED_LAYER = 'as-remembered'

/** Lays the picture of the map as last seen over the base map, below the fleet. */
export const rememberedLayer =
  (seen: Seen, image: ImageBitmap): Overlay =>
  (map) => {
    map.addSource(REMEMBERED_LAYER, { type: 'image', coordinates: cornersOf(seen) })
    map.getSource<ImageSource>(REMEMBERED_LAYER)?.updateImage({ image })
    const paint = { 'raster-fade-duration': 0 }
    map.addLayer({ id: REMEMBERED_LAYER, type: 'raster', source: REMEMBERED_LAYER, paint }, FLOORS.heat)
    return () => {
      map.removeLayer(REMEMBERED_LAYER)
      map.removeSource(REMEMBERED_LAYER)
    }
  }

type Corner = [longitudeDeg: number, latitudeDeg: number]

/** Corners of the view, clockwise from the upper left. */
export function cornersOf({ view, width, height }: Seen): [Corner, Corner, Corner, Corner] {
  const scale = 2 * worldPx(view.zoom)
  const [x, y] = [mercatorX(view.longitudeDeg), mercatorY(view.latitudeDeg)]
  const corner = (right: number, down: number): Corner => [
    longitudeAt(x + (right * width) / scale),
    latitudeAt(y + (down * height) / scale),
  ]
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]
}
