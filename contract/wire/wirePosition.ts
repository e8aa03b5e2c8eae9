/**
 * The wire names a position `lat` and `lon`, in impact reports `latitude` and `longitude`. Everything inside names it
 * like `Position`, and only these functions translate.
 */

/** One position, an unknown one, or columns of positions. */
type Degrees = number | null | readonly number[]
type Short = { lat: Degrees; lon: Degrees }
type Long = { latitude: Degrees; longitude: Degrees }
type Inside = { latitudeDeg: Degrees; longitudeDeg: Degrees }

/** A noun of the wire with the inner names of its position. */
export type FromWire<Wire extends Short | Long> = Omit<Wire, keyof Short | keyof Long> & {
  latitudeDeg: Wire extends { lat: infer Lat } ? Lat : Wire extends { latitude: infer Lat } ? Lat : never
  longitudeDeg: Wire extends { lon: infer Lon } ? Lon : Wire extends { longitude: infer Lon } ? Lon : never
}

export function positionFromWire<Wire extends Short | Long>(wire: Wire): FromWire<Wire> {
  const { lat, lon, latitude = lat, longitude = lon, ...rest }: Partial<Short & Long> = wire
  return { latitudeDeg: latitude, longitudeDeg: longitude, ...rest } as unknown as FromWire<Wire>
}

export const positionToWire = <One extends Inside>({ latitudeDeg, longitudeDeg, ...rest }: One) => ({
  lat: latitudeDeg as One['latitudeDeg'],
  lon: longitudeDeg as One['longitudeDeg'],
  ...rest,
})

/** The same in the words of impact reports. */
export const positionToReport = <One extends Inside>({ latitudeDeg, longitudeDeg, ...rest }: One) => ({
  latitude: latitudeDeg as One['latitudeDeg'],
  longitude: longitudeDeg as One['longitudeDeg'],
  ...rest,
})
