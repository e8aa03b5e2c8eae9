import type { Path } from './path.ts'

/** Something on the map, before it is cut into tiles. Features of a layer that share one properties object are merged. */
export type Feature = {
  layer: string
  properties: Record<string, string | number>
} /** `polygon`: features with the same number are rings of one polygon, the outer one first, that `joinRings` puts together. */ & (
  | { kind: 'polygon' | 'line'; paths: Path[]; bufferUnits: number; polygon?: number }
  /** `minZoom`: the first level whose tiles hold the point. */
  | { kind: 'point'; x: number; y: number; minZoom: number }
)

/** Source of the land: Natural Earth's at 1:50 million (coarse), or OpenStreetMap's (fine). */
export type LandDetail = 'coarse' | 'fine'

/** Gathers features in their order, and the rings of a polygon in one. */
export function joinRings(): { features: Feature[]; add(feature: Feature): void } {
  const features: Feature[] = []
  const polygons = new Map<number, Path[]>()
  return {
    features,
    add(feature) {
      if (feature.kind === 'point' || feature.polygon === undefined) {
        features.push(feature)
        return
      }
      const known = polygons.get(feature.polygon)
      if (known) {
        known.push(...feature.paths)
        return
      }
      const paths = [...feature.paths]
      polygons.set(feature.polygon, paths)
      features.push({ ...feature, paths })
    },
  }
}
