/** View of a map: the centre in degrees, and MapLibre's zoom. */
export interface MapView {
  lat: number
  lng: number
  zoom: number
}
