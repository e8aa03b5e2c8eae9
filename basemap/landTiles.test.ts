import { gunzipSync } from 'node:zlib'
import { VectorTile, type VectorTileLayer } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { beforeAll, describe, expect, test } from 'vitest'
import { mercatorX, mercatorY } from '#contract/geodesy/mercator.ts'
import { clipPath } from './clipPath.ts'
import { cutTiles, WORLD } from './cutTiles.ts'
import { TILE_EXTENT } from './encodeTile.ts'
import { type Feature, joinRings } from './feature.ts'
import { eachLandFeature, FINE_LAND, landRings } from './landFeatures.ts'
import { type Path, signedArea } from './path.ts'
import { readLandRings } from './readLandRings.ts'
import { filledUnits } from './soundRings.ts'
import { WATER_NAMES } from './waterNames.ts'

describe('the coarse world', () => {
  let world: Tiles
  beforeAll(() => {
    world = coarseLand().tiles
  })

  test.each([
    ['Viti Levu, Fiji', 178.0, -17.8],
    ['Chukotka west of 180°', 179.5, 67.7],
    ['Chukotka east of 180°', -179.5, 67.7],
    ['Wrangel Island at 180°', 179.99, 71.1],
    ['Antarctica in the middle of the ice', 60, -80],
    ['Antarctica at 180° near the end of the map', 179.99, -84.9],
    ['the Alps', 9, 46.5],
  ])('%s is land at every zoom that draws something so small', (_name, lon, lat) => {
    for (const z of [2, 5]) expect(isLand(world, z, lon, lat)).toBe(true)
  })

  test.each([
    ['the Pacific at 180°', 180, 0],
    ['the Pacific just east of 180°', -179.99, 30],
    ['the Atlantic at the latitude of the Caspian Sea', -40, 42],
    ['the Pacific at the latitude of the Caspian Sea', 180, 42],
    ['the Caspian Sea', 51, 40.5],
    ['the Southern Ocean', 0, -60],
  ])('%s is not land at any zoom', (_name, lon, lat) => {
    for (const z of [0, 2, 5]) expect(isLand(world, z, lon, lat)).toBe(false)
  })

  test('no shore runs along 180° or along the southern end of the world', () => {
    for (const [key, tile] of world) {
      const [z = 0, x = 0, y = 0] = key.split('/').map(Number)
      const atEast = x === 2 ** z - 1
      const atSouth = y === 2 ** z - 1
      if (z !== 5 || !(atEast || atSouth)) continue
      for (const [a, b] of segments(tile.layers.coast)) {
        const along180 =
          atEast && Math.abs(a.x - 4096) <= 1 && Math.abs(b.x - 4096) <= 1 && Math.abs(a.y - b.y) > 8
        const alongSouth = atSouth && a.y >= 4094 && b.y >= 4094
        expect({ key, along180, alongSouth }).toEqual({ key, along180: false, alongSouth: false })
      }
    }
  })

  test('names of seas stand on water', () => {
    const ashore = WATER_NAMES.filter(([minZoom]) => minZoom <= 6).filter(([, , lon, lat]) =>
      isLand(world, 5, lon, lat),
    )
    expect(ashore.map(([, , , , name]) => name)).toEqual([])
  })
})

describe('the fine coast', () => {
  let iceland: Tiles
  beforeAll(() => {
    iceland = tilesOf(fineLand().iceland, 8)
  })

  test.each([
    ['the centre of Reykjavik', -21.9, 64.135, true],
    ['the island Viðey', -21.852, 64.163, true],
    ['the bay north of the harbour', -21.93, 64.17, false],
    ['Faxaflói', -22.8, 64.42, false],
    ['lake Þingvallavatn', -21.15, 64.18, false],
    ['Heimaey', -20.27, 63.425, true],
  ])('%s', (_name, lon, lat, land) => {
    expect(isLand(iceland, 8, lon, lat)).toBe(land)
  })

  test('tells the shore of the sea from the shore of a lake', () => {
    const classesAt = (lon: number, lat: number) => {
      const coast = tileAt(iceland, 8, lon, lat).tile?.layers.coast
      return Array.from({ length: coast?.length ?? 0 }, (_, i) => coast?.feature(i).properties.class).sort()
    }
    expect(classesAt(-21.15, 64.18)).toEqual(['lake', 'sea'])
    expect(classesAt(-24, 65.5)).toEqual(['sea'])
  })
})

describe('what a renderer fills is what the source encloses', () => {
  test('of the coarse world', () => expectAreas(coarseLand().features, coarseLand().tiles), 60_000)

  test('of the fine Mediterranean, where one polygon reaches all round it', () => {
    const features = clippedTo(MEDITERRANEAN, fineLand().mediterranean)
    expectAreas(features, tilesOf(features, 8))
  }, 120_000)

  test('of the fine islands at 180° and of Antarctica, down to the end of the map', () => {
    const features = fineLand().atEdges
    const world = tilesOf(features, 6)
    expectAreas(features, world)
    expect(isLand(world, 6, 179.3, -16.6)).toBe(true)
    expect(isLand(world, 6, -179.98, -16.84)).toBe(true)
    expect(isLand(world, 6, 180, -84.9)).toBe(true)
    expect(isLand(world, 6, 180, -17.5)).toBe(false)
  }, 120_000)
})

type Part = Record<'west' | 'south' | 'east' | 'north', number>
const MEDITERRANEAN: Part = { west: -6, south: 30, east: 37, north: 46 }

/** As if there were no other land. */
function clippedTo({ west, south, east, north }: Part, features: Feature[]): Feature[] {
  const [left, right] = [mercatorX(west), mercatorX(east)]
  const [top, bottom] = [mercatorY(north), mercatorY(south)]
  return features.flatMap((feature): Feature[] => {
    if (feature.kind === 'point') return []
    const paths = feature.paths
      .flatMap((path) => clipPath(path, 0, left, right))
      .flatMap((path) => clipPath(path, 1, top, bottom))
    return paths.length > 0 ? [{ ...feature, paths }] : []
  })
}

let coarse: { features: Feature[]; tiles: Tiles } | undefined
function coarseLand() {
  if (coarse) return coarse
  const { features, add } = joinRings()
  eachLandFeature('coarse', add)
  coarse = { features, tiles: tilesOf(features, 5) }
  return coarse
}

/** Which polygons of the fine land tests look at, by their shores. */
const FINE_PARTS = {
  iceland: ([lon = 0, lat = 0]: number[]) => lon > -25 && lon < -13 && lat > 63 && lat < 67,
  mediterranean(shore: number[]) {
    const { west, south, east, north } = MEDITERRANEAN
    const [lons, lats] = lonsAndLats(shore)
    const isFar = (values: number[], least: number, most: number) =>
      values.every((value) => value < least) || values.every((value) => value > most)
    return !isFar(lons, west, east) && !isFar(lats, south, north)
  },
  atEdges(shore: number[]) {
    const [lons, lats] = lonsAndLats(shore)
    return lats.every((lat) => lat < 60) && lons.some((lon) => Math.abs(lon) > 179)
  },
}

const lonsAndLats = (shore: number[]) =>
  [shore.filter((_, i) => i % 2 === 0), shore.filter((_, i) => i % 2 === 1)] as const

let fine: Record<keyof typeof FINE_PARTS, Feature[]> | undefined
/** The features of each part, read once for all of them: that takes three seconds of a processor. */
function fineLand() {
  fine ??= readFineLand()
  return fine
}
function readFineLand() {
  const parts = Object.entries(FINE_PARTS).map(([name, isWanted]) => {
    const { features, add } = joinRings()
    return { name, isWanted, features, onRing: landRings(add), wanted: false }
  })
  readLandRings(FINE_LAND, (ring, isOuter) => {
    const shore = isOuter ? Array.from(ring) : []
    for (const part of parts) {
      if (isOuter) part.wanted = part.isWanted(shore)
      if (part.wanted) part.onRing(ring, isOuter)
    }
  })
  return Object.fromEntries(parts.map(({ name, features }) => [name, features])) as Record<
    keyof typeof FINE_PARTS,
    Feature[]
  >
}

/** Compares in each tile, its buffer included, as shares of the tile. */
function expectAreas(features: Feature[], tiles: Tiles) {
  const landIn = landWithin(features)
  const off = [...tiles].flatMap(([key, tile]) => {
    const [z = 0, x = 0, y = 0] = key.split('/').map(Number)
    const land = tile.layers.land
    if (!land) return []
    const rings = Array.from({ length: land.length }, (_, i) => land.feature(i).loadGeometry()).flat()
    const filled = filledUnits(rings.map((ring) => ring.map((point) => [point.x, point.y])))
    const share = filled / TILE_EXTENT ** 2 - enclosedShare(landIn, z, x, y)
    return Math.abs(share) > 0.004 ? [{ key, share }] : []
  })
  expect(off).toEqual([])
}

function enclosedShare(landIn: LandIn, z: number, x: number, y: number): number {
  return landIn(z, x, y).reduce((sum, path) => sum + signedArea(path.vertices) * 4 ** z, 0)
}

type LandIn = (z: number, x: number, y: number) => readonly Path[]

/** The land of a tile and its buffer, each cut out of the one above it. */
function landWithin(features: Feature[]): LandIn {
  const land = features.flatMap((feature) => (feature.kind === 'polygon' ? feature : []))
  const buffer = Math.max(...land.map(({ bufferUnits }) => bufferUnits)) / TILE_EXTENT
  const known = new Map<string, readonly Path[]>()
  const landIn: LandIn = (z, x, y) => {
    // The tile of the whole world is not cut.
    if (z === 0) return land.flatMap(({ paths }) => paths)
    const key = `${z}/${x}/${y}`
    const own =
      known.get(key) ??
      landIn(z - 1, x >> 1, y >> 1)
        .flatMap((path) => clipPath(path, 0, (x - buffer) / 2 ** z, (x + 1 + buffer) / 2 ** z))
        .flatMap((path) => clipPath(path, 1, (y - buffer) / 2 ** z, (y + 1 + buffer) / 2 ** z))
    known.set(key, own)
    return own
  }
  return landIn
}

type Tiles = Map<string, VectorTile>

function tilesOf(features: Feature[], maxZoom: number): Tiles {
  const tiles: Tiles = new Map()
  cutTiles(features, WORLD, maxZoom, (z, x, y, tile) => {
    tiles.set(`${z}/${x}/${y}`, new VectorTile(new PbfReader(gunzipSync(tile))))
  })
  return tiles
}

function tileAt(tiles: Tiles, z: number, lon: number, lat: number) {
  const x = (mercatorX(lon) % 1) * 2 ** z
  const y = mercatorY(lat) * 2 ** z
  const tile = tiles.get(`${z}/${Math.floor(x)}/${Math.floor(y)}`)
  return { tile, unitX: (x % 1) * 4096, unitY: (y % 1) * 4096 }
}

/** Whether a ray to the east crosses the land's rings an odd number of times. */
function isLand(tiles: Tiles, z: number, lon: number, lat: number): boolean {
  const { tile, unitX, unitY } = tileAt(tiles, z, lon, lat)
  const crossings = segments(tile?.layers.land).filter(
    ([a, b]) => a.y > unitY !== b.y > unitY && unitX < a.x + ((b.x - a.x) * (unitY - a.y)) / (b.y - a.y),
  )
  return crossings.length % 2 === 1
}

function segments(layer: VectorTileLayer | undefined) {
  const found: [{ x: number; y: number }, { x: number; y: number }][] = []
  for (let i = 0; i < (layer?.length ?? 0); i++) {
    for (const ring of layer?.feature(i).loadGeometry() ?? []) {
      for (const [j, b] of ring.entries()) {
        const a = ring[j - 1]
        if (a) found.push([a, b])
      }
    }
  }
  return found
}
