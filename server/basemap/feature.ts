import type { Path } from './path.ts'

/** Something on the map, before it is cut into tiles. Features of a layer that share one properties object are merged. */
export type Feature = { layer: string; properties: Record<string, string | number> } & (
  | { kind: 'polygon' | 'line'; paths: Path[]; bufferUnits: number }
  /** `minZoom`: the first level whose tiles hold the point. */
  | { kind: 'point'; x: number; y: number; minZoom: number }
)

/** Whose land is drawn: Natural Earth's at 1:50 million, or OpenStreetMap's. */
export type LandDetail = 'coarse' | 'fine'
