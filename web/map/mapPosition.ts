import type { Position } from '#contract/geodesy/position.ts'

interface LatLng {
  lat: number
  lng: number
}

/** A place as MapLibre gives it, in whichever copy of the world. */
export interface MapLibrePlace {
  wrap(): LatLng
}

/** Translates MapLibre's names; longitudes are brought within ±180°. */
export const positionOf = (place: MapLibrePlace): Position => unwrappedPosition(place.wrap())

/** The same in the copy of the world in view: a longitude may lie beyond ±180°. */
export const unwrappedPosition = ({ lat, lng }: LatLng): Position => ({ latitudeDeg: lat, longitudeDeg: lng })

export const latLngOf = ({ latitudeDeg, longitudeDeg }: Position): LatLng => ({
  lat: latitudeDeg,
  lng: longitudeDeg,
})
