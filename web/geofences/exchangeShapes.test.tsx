import { expect, test } from 'vitest'
import { type ExchangedFence, readShapes, toGeoJson, toGpx, toKml } from './exchangeShapes.ts'

const at = (...places: [number, number][]) =>
  places.map(([latitudeDeg, longitudeDeg]) => ({ latitudeDeg, longitudeDeg }))
const FENCES: ExchangedFence[] = [
  {
    ...{ name: 'Old <harbour> & quay', color: 'GREEN', is_harbor: true, type: 'circle', radius: 250 },
    coordinates: at([64.15, -21.94]),
  },
  {
    ...{ name: 'Taveuni', color: 'RED', is_harbor: false, type: 'polygon', radius: null },
    coordinates: at([-17, 179], [-17, -179], [-16, -179], [-16, 179]),
  },
  {
    ...{ name: 'Date line', color: 'BLUE', is_harbor: false, type: 'line', radius: null },
    coordinates: at([0, 179.5], [1, -179.5]),
  },
]

test('reads back what it wrote, in each of the three formats', async () => {
  for (const text of [JSON.stringify(toGeoJson(FENCES)), toKml(FENCES)])
    expect(await readShapes(text)).toEqual({ fences: FENCES, refused: 0 })
  const shapes = FENCES.map((fence) => ({ ...fence, color: 'BLUE', is_harbor: false }))
  expect(await readShapes(toGpx(FENCES))).toEqual({ fences: shapes, refused: 0 })
})

test('splits a shape at 180° into parts on either side, counter-clockwise', () => {
  const [, polygon, line] = toGeoJson(FENCES).features.map(({ geometry }) => geometry)
  if (polygon?.type !== 'MultiPolygon' || line?.type !== 'MultiLineString') throw new Error('not in pieces')
  const lons = polygon.coordinates.map(([ring = []]) => ring.map(([lon]) => lon ?? Number.NaN))
  expect(lons.map((ring) => [Math.min(...ring), Math.max(...ring)])).toEqual([
    [179, 180],
    [-180, -179],
  ])
  for (const [ring = []] of polygon.coordinates) {
    expect(ring[0]).toEqual(ring.at(-1))
    const twice = ring
      .slice(1)
      .reduce((sum, [x = 0, y = 0], i) => sum + (ring[i]?.[0] ?? 0) * y - x * (ring[i]?.[1] ?? 0), 0)
    expect(twice).toBeGreaterThan(0)
  }
  expect(line.coordinates).toEqual([
    [
      [179.5, 0],
      [180, 0.5],
    ],
    [
      [-180, 0.5],
      [-179.5, 1],
    ],
  ])
})

test('imports areas, lines and closed tracks of other programs; counts points and bow ties as refused', async () => {
  const square = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
    [0, 0],
  ]
  const feature = (geometry: object, name?: string) => ({ type: 'Feature', properties: { name }, geometry })
  const features = [
    feature({ type: 'Polygon', coordinates: [square] }, 'Square'),
    feature({ type: 'LineString', coordinates: square.slice(0, 3) }),
    feature({ type: 'Point', coordinates: [1, 1] }, 'Buoy'),
    feature({ type: 'Polygon', coordinates: [[square[0], square[2], square[1], square[3], square[0]]] }),
  ]
  const read = await readShapes(JSON.stringify({ type: 'FeatureCollection', features }))
  expect(read.fences.map(({ name, type }) => [name, type])).toEqual([
    ['Square', 'polygon'],
    ['2', 'line'],
  ])
  expect(read.refused).toBe(2)
  const gpx = `<gpx><rte><name>Way in</name><rtept lat="1" lon="2"/><rtept lat="2" lon="2"/></rte></gpx>`
  expect((await readShapes(gpx)).fences).toMatchObject([{ name: 'Way in', type: 'line' }])
  await expect(readShapes('<html/>')).rejects.toThrow()
  await expect(readShapes('no file at all')).rejects.toThrow()
})
