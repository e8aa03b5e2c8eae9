/** A place on earth in degrees, north and east positive. */
export interface Position {
  latitudeDeg: number
  longitudeDeg: number
}
