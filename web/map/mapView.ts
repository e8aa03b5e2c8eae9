/** What a map looks at: the middle in degrees, and MapLibre's zoom. */
export interface MapView {
  lat: number
  lng: number
  zoom: number
}
