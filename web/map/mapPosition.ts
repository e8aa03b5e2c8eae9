import type { Position } from '#contract/geodesy/position.ts'

/** A place as MapLibre gives it, in whichever copy of the world. */
export interface MapLibrePlace {
  wrap(): { lat: number; lng: number }
}

/** The only translation of MapLibre's names; longitudes are brought within ±180°. */
export function positionOf(place: MapLibrePlace): Position {
  const { lat, lng } = place.wrap()
  return { latitudeDeg: lat, longitudeDeg: lng }
}
