import type { MapSource } from '#contract/wire/basemap.ts'

export interface CoastResolution {
  /** Mean distance between two points of the drawn coast, m. */
  spacingM: number
  /** Zoom from which the coast is drawn as a soft band, because its error is wider than a line. */
  fromZoom: number
}

/** Resolution of the built-in coast. Its archives differ by their deepest zoom: coarse 5, fine 8, with shores 9. */
export const coastResolution = ({ maxzoom }: Pick<MapSource, 'maxzoom'>): CoastResolution => {
  if (maxzoom < 8) return { spacingM: 8000, fromZoom: 7 }
  return maxzoom < 9 ? { spacingM: 500, fromZoom: 10 } : { spacingM: 130, fromZoom: 12 }
}
