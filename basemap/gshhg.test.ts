import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { File, ready } from 'h5wasm/node'
import { expect, onTestFinished, test } from 'vitest'
import { readShores } from './gshhg.ts'

const PARTS = 65_535
const SIDE = { south: 0, east: 1, north: 2, west: 3, none: 4 }

interface Segment {
  polygon: number
  level: number
  /** South-western corner of the bin, degrees, east of Greenwich. */
  bin: { lon: number; lat: number }
  entry: number
  exit: number
  /** Shares of a degree from that corner. */
  points: [east: number, north: number][]
}

const binOf = ({ lon, lat }: Segment['bin']) => (89 - lat) * 360 + lon

/** As GMT keeps them: what lies in a bin stands together. */
async function writeShores(segments: Segment[], parents: number[], areas: number[]): Promise<string> {
  await ready
  const folder = mkdtempSync(join(tmpdir(), 'taffrail-shores-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = new File(join(folder, 'shores.nc'), 'w')
  const ordered = segments.toSorted((a, b) => binOf(a.bin) - binOf(b.bin))
  const firsts = new Int32Array(64_800)
  const counts = new Int16Array(64_800)
  for (const [index, { bin }] of ordered.entries()) {
    if (counts[binOf(bin)] === 0) firsts[binOf(bin)] = index
    counts[binOf(bin)] = (counts[binOf(bin)] ?? 0) + 1
  }
  const points = ordered.flatMap((segment) => segment.points)
  const parts = (axis: 0 | 1) =>
    new Int16Array(Uint16Array.from(points, (point) => Math.round(point[axis] * PARTS)).buffer)
  let point = 0
  const starts = ordered.map((segment) => {
    point += segment.points.length
    return point - segment.points.length
  })
  const infos = ordered.map(
    ({ points: { length }, level, entry, exit }) => (length << 9) | (level << 6) | (entry << 3) | exit,
  )
  const numbers = {
    Embedded_npts_levels_exit_entry_for_a_segment: Int32Array.from(infos),
    Id_of_first_point_in_a_segment: Int32Array.from(starts),
    Id_of_GSHHS_ID: Int32Array.from(ordered, ({ polygon }) => polygon),
    Id_of_parent_polygons: Int32Array.from(parents),
    The_km_squared_area_of_polygons: Float64Array.from(areas),
    Id_of_first_segment_in_a_bin: firsts,
    N_segments_in_a_bin: counts,
    Relative_longitude_from_SW_corner_of_bin: parts(0),
    Relative_latitude_from_SW_corner_of_bin: parts(1),
  }
  for (const [name, data] of Object.entries(numbers)) file.create_dataset({ name, data })
  file.close()
  return join(folder, 'shores.nc')
}

async function ringsOf(file: string) {
  const rings: { isOuter: boolean; points: number[] }[] = []
  const shores = await readShores(file)
  shores.eachRing((ring, isOuter) =>
    rings.push({ isOuter, points: Array.from(ring, (degrees) => Math.round(degrees * 1000) / 1000) }),
  )
  return rings
}

const WHOLE = { entry: SIDE.none, exit: SIDE.none }

test('pieces that meet at the border of a bin make one ring, its lakes follow it, west of Greenwich is west', async () => {
  const file = await writeShores(
    [
      {
        ...{ polygon: 0, level: 1, bin: { lon: 359, lat: 50 }, entry: SIDE.east, exit: SIDE.east },
        points: [
          [1, 0.25],
          [0.5, 0.25],
          [0.5, 0.75],
          [1, 0.75],
        ],
      },
      {
        ...{ polygon: 0, level: 1, bin: { lon: 0, lat: 50 }, entry: SIDE.west, exit: SIDE.west },
        points: [
          [0, 0.75],
          [0.5, 0.75],
          [0.5, 0.25],
          [0, 0.25],
        ],
      },
      {
        ...{ polygon: 1, level: 2, bin: { lon: 0, lat: 50 }, ...WHOLE },
        points: [
          [0.2, 0.4],
          [0.4, 0.4],
          [0.4, 0.6],
          [0.2, 0.4],
        ],
      },
    ],
    [-1, 0],
    [3000, 40],
  )
  const [land, lake] = await ringsOf(file)
  expect(land?.isOuter).toBe(true)
  expect(land?.points).toHaveLength(14)
  const lons = land?.points.filter((_, i) => i % 2 === 0)
  expect([Math.min(...(lons ?? [])), Math.max(...(lons ?? []))]).toEqual([-0.5, 0.5])
  expect(land?.points.slice(0, 2)).toEqual(land?.points.slice(-2))
  // The lake runs against the land, whichever way the source has them.
  expect(lake).toEqual({ isOuter: false, points: [0.2, 50.4, 0.4, 50.4, 0.4, 50.6, 0.2, 50.4] })
  expect(signedArea(land?.points ?? [])).toBeLessThan(0)
  expect(signedArea(lake?.points ?? [])).toBeGreaterThan(0)
})

test('neither where the ice rests nor Antarctica, nor an island in a lake too small to be drawn; a wide river is a lake', async () => {
  const triangle: Segment['points'] = [
    [0.2, 0.2],
    [0.4, 0.2],
    [0.4, 0.4],
    [0.2, 0.2],
  ]
  const at = (polygon: number, level: number, lat: number): Segment => ({
    ...{ polygon, level, bin: { lon: 10, lat }, ...WHOLE, points: triangle },
  })
  const file = await writeShores(
    [at(0, 1, -70), at(1, 6, -50), at(2, 1, 10), at(3, 2, 20), at(4, 3, 20), at(5, 2, 30), at(6, 3, 30)],
    [-1, -1, -1, 2, 3, 2, 5],
    [9, 9, 100, 1, 0.1, -50, 5],
  )
  const outers = (await ringsOf(file)).filter(({ isOuter }) => isOuter)
  expect(outers.map(({ points }) => Math.floor(points[1] ?? 0)).sort()).toEqual([10, 30])
})

test('pieces that do not meet are said', async () => {
  const file = await writeShores(
    [
      {
        ...{ polygon: 0, level: 1, bin: { lon: 5, lat: 5 }, entry: SIDE.east, exit: SIDE.east },
        points: [
          [1, 0.2],
          [0.5, 0.5],
          [1, 0.7],
        ],
      },
    ],
    [-1],
    [100],
  )
  await expect(ringsOf(file)).rejects.toThrow('the pieces of shore 0 do not make a ring')
})

function signedArea(points: number[]): number {
  let sum = 0
  for (let i = 2; i < points.length; i += 2)
    sum += (points[i - 2] ?? 0) * (points[i + 1] ?? 0) - (points[i] ?? 0) * (points[i - 1] ?? 0)
  return sum / 2
}
