/** Credits the licences ask for, as HTML for the corner of the map. The full notices are in the file NOTICE. */
export const OPENSTREETMAP =
  '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</a>'
export const PLACE_NAMES = 'Places <a href="https://www.geonames.org/">GeoNames</a> (CC BY 4.0)'
export const BLUE_MARBLE = 'NASA Blue Marble'
export const GSHHG = '<a href="https://www.soest.hawaii.edu/pwessel/gshhg/">GSHHG</a>'
