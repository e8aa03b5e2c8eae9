import type { Map as MapLibreMap } from 'maplibre-gl'
import type { TerraDrawChanges, TerraDrawStylingFunction } from 'terra-draw'
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter'
import { wrap180 } from '#contract/domain/units.ts'
import type { Ring } from '../../map/geofenceShapes.ts'
import { latLngOf, unwrappedPosition } from '../../map/mapPosition.ts'

type Feature = TerraDrawChanges['created'][number]

/**
 * TerraDraw accepts longitudes within ±180° only, and shapes may cross that meridian. The adapter turns the world so
 * that its edge lies where no shape is.
 */
export class TurnedAdapter extends TerraDrawMapLibreGLAdapter<MapLibreMap> {
  readonly #map: MapLibreMap
  readonly #turnDeg: number

  constructor(map: MapLibreMap, turnDeg: number) {
    super({ map, prefixId: 'draw' })
    this.#map = map
    this.#turnDeg = turnDeg
  }

  override project(longitudeDeg: number, latitudeDeg: number) {
    // Projects into the copy of the world in view.
    const { longitudeDeg: middle } = unwrappedPosition(this.#map.getCenter())
    return super.project(middle + wrap180(longitudeDeg + this.#turnDeg - middle), latitudeDeg)
  }

  override unproject(x: number, y: number) {
    const { latitudeDeg, longitudeDeg } = unwrappedPosition(super.unproject(x, y))
    return latLngOf({ latitudeDeg, longitudeDeg: wrap180(longitudeDeg - this.#turnDeg) })
  }

  override render(changes: TerraDrawChanges, styling: TerraDrawStylingFunction) {
    const back = (features: Feature[]) => features.map((feature) => turned(feature, this.#turnDeg))
    const { created, updated, unchanged, deletedIds } = changes
    const shown = { created: back(created), updated: back(updated), unchanged: back(unchanged) }
    super.render({ ...shown, deletedIds }, styling)
  }
}

/** Shape shifted eastward by `deg`. */
function turned(feature: Feature, deg: number): Feature {
  if (deg === 0) return feature
  const { geometry } = feature
  const place = ([longitudeDeg = 0, latitudeDeg = 0]: readonly number[]) => [longitudeDeg + deg, latitudeDeg]
  switch (geometry.type) {
    case 'Point':
      return { ...feature, geometry: { ...geometry, coordinates: place(geometry.coordinates) } }
    case 'LineString':
      return { ...feature, geometry: { ...geometry, coordinates: geometry.coordinates.map(place) } }
    case 'Polygon':
      return {
        ...feature,
        geometry: { ...geometry, coordinates: geometry.coordinates.map((ring) => ring.map(place)) },
      }
    default:
      return feature
  }
}

/** Degrees to turn the world so that no outline crosses its edge; 0 when ±180° itself is free. */
export function freeTurnDeg(outlines: readonly Ring[]): number {
  const spans = outlines.map((ring) => {
    const longitudes = ring.map(([longitudeDeg]) => longitudeDeg)
    return { west: Math.min(...longitudes), east: Math.max(...longitudes) }
  })
  const isFree = (meridian: number) =>
    spans.every(({ west, east }) => ((meridian - west + 720) % 360) - (east - west) > 0)
  // Candidates just east of each shape, if the usual edge is not free.
  const candidates = [180, ...spans.map(({ east }) => east + CLEARANCE_DEG)]
  return wrap180((candidates.find(isFree) ?? 180) - 180)
}
const CLEARANCE_DEG = 0.001
