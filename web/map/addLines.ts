import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl'
import { FLOORS } from './mapStyle.ts'

/** Lines of one track; longitudes continue across 180°. */
export type Lines = readonly [longitudeDeg: number, latitudeDeg: number][][]

interface Colours {
  line: string
  casing: string
}

/** Draws the tracks of boats as lines of one colour; `setLines` replaces them. Returns the removal. */
export function addLines(map: MapLibreMap, source: string, tracks: readonly Lines[], colours: Colours) {
  map.addSource(source, { type: 'geojson', data: collection(tracks) })
  const round = { 'line-join': 'round', 'line-cap': 'round' } as const
  for (const [id, colour, width, opacity] of [
    [`${source}-casing`, colours.casing, 3.5, 0.35],
    [source, colours.line, 1.75, 0.9],
  ] as const) {
    const paint = { 'line-color': colour, 'line-width': width, 'line-opacity': opacity }
    map.addLayer({ id, type: 'line', source, layout: round, paint }, FLOORS.tracks)
  }
  return () => {
    for (const id of [source, `${source}-casing`]) map.removeLayer(id)
    map.removeSource(source)
  }
}

export const setLines = (map: MapLibreMap, source: string, tracks: readonly Lines[]) =>
  map.getSource<GeoJSONSource>(source)?.setData(collection(tracks))

const collection = (tracks: readonly Lines[]) => ({
  type: 'FeatureCollection' as const,
  features: tracks
    .filter(({ length }) => length > 0)
    .map((coordinates) => ({
      type: 'Feature' as const,
      properties: {},
      geometry: { type: 'MultiLineString' as const, coordinates: coordinates as [number, number][][] },
    })),
})
