import { Dataset, File, ready } from 'h5wasm/node'
import { at } from './path.ts'
import type { OnRing } from './readLandRings.ts'

/** Bins of a degree, row by row from the north, from the meridian of Greenwich eastwards. */
const BINS_ROUND = 360
const BINS = BINS_ROUND * 180
/** Fractions of a degree in which points are stored, from the south-western corner of their bin. */
const PARTS = 65_535
const ROUND = BINS_ROUND * PARTS
/** Points read at once. */
const BATCH = 1 << 20
/** Kinds of shores: of land, of a lake on it, of an island in that, of a pond on the island; where the ice of Antarctica rests. */
/** Smallest lake that is drawn, in km²; the islands of smaller lakes are not drawn either. */
const MIN_LAKE_SQUARE_KM = 4
const [ISLAND_IN_LAKE, GROUNDING_LINE] = [3, 6] as const
/** South of this the pieces of two shores of Antarctica, of the ice and under it, belong to one number. */
export const ANTARCTIC_LATITUDE = -60

export interface Shores {
  /** Hands over the rings as `readLandRings` does, each land with the lakes on it; Antarctica is not among them. */
  eachRing(onRing: OnRing): void
}

/**
 * Reads GSHHG (Wessel and Smith, 1996) as GMT keeps it: shores cut along the borders of bins of a degree, each piece with the
 * number of its polygon. Pieces of one number that meet at a border make its ring again.
 */
export async function readShores(file: string): Promise<Shores> {
  await ready
  const archive = new File(file, 'r')
  const read = <Numbers>(name: string) => valuesOf(archive, name).value as Numbers
  const infos = read<Int32Array>('Embedded_npts_levels_exit_entry_for_a_segment')
  const starts = read<Int32Array>('Id_of_first_point_in_a_segment')
  const polygons = read<Int32Array>('Id_of_GSHHS_ID')
  const parents = read<Int32Array>('Id_of_parent_polygons')
  const areaKm2 = read<Float64Array>('The_km_squared_area_of_polygons')
  const bins = binsOf(read('Id_of_first_segment_in_a_bin'), read('N_segments_in_a_bin'), infos.length)
  const east = pointsOf(archive, 'Relative_longitude_from_SW_corner_of_bin')
  const north = pointsOf(archive, 'Relative_latitude_from_SW_corner_of_bin')
  archive.close()

  const levelOf = (segment: number) => (at(infos, segment) >> 6) & 7
  const lengthOf = (segment: number) => at(infos, segment) >>> 9
  const isWhole = (segment: number) => (at(infos, segment) & 7) === WHOLE
  const xOf = (segment: number, point: number) =>
    ((at(bins, segment) % BINS_ROUND) * PARTS + at(east, point)) % ROUND
  const yOf = (segment: number, point: number) =>
    (179 - Math.floor(at(bins, segment) / BINS_ROUND)) * PARTS + at(north, point)
  const placeOf = (segment: number, point: number) => yOf(segment, point) * ROUND + xOf(segment, point)

  /** Pieces of each polygon. */
  const segments = new Map<number, number[]>()
  for (let segment = 0; segment < infos.length; segment++) {
    if (levelOf(segment) === GROUNDING_LINE || isAntarctic(segment)) continue
    const polygon = at(polygons, segment)
    const known = segments.get(polygon)
    if (known) known.push(segment)
    else segments.set(polygon, [segment])
  }
  function isAntarctic(segment: number) {
    return yOf(segment, at(starts, segment)) / PARTS - 90 < ANTARCTIC_LATITUDE
  }

  const lakes = new Map<number, number[]>()
  for (const [polygon, [segment = 0]] of segments) {
    if (levelOf(segment) % 2 === 1) continue
    const parent = at(parents, polygon)
    lakes.set(parent, [...(lakes.get(parent) ?? []), polygon])
  }

  /** The pieces of a polygon put end to end, as longitudes and latitudes. */
  function ringOf(polygon: number): Float64Array {
    const own = segments.get(polygon) ?? []
    const [first = 0] = own
    const order = isWhole(first) ? [first] : endToEnd(own, polygon)
    const ring = new Float64Array(2 * order.reduce((sum, segment) => sum + lengthOf(segment), 1))
    let length = 0
    const draw = (x: number, y: number) => {
      const eastDeg = x / PARTS
      const [longitudeDeg, latitudeDeg] = [eastDeg > 180 ? eastDeg - 360 : eastDeg, y / PARTS - 90]
      // A shore is cut at a point of its own, which both pieces have.
      if (length > 0 && ring[length - 2] === longitudeDeg && ring[length - 1] === latitudeDeg) return
      ring[length++] = longitudeDeg
      ring[length++] = latitudeDeg
    }
    for (const segment of order) {
      const start = at(starts, segment)
      for (let point = start; point < start + lengthOf(segment); point++)
        draw(xOf(segment, point), yOf(segment, point))
    }
    const [startX = 0, startY = 0] = ring
    if (ring[length - 2] !== startX || ring[length - 1] !== startY) {
      ring[length++] = startX
      ring[length++] = startY
    }
    return ring.subarray(0, length)
  }

  function endToEnd(own: readonly number[], polygon: number): number[] {
    const byStart = new Map(own.map((segment) => [placeOf(segment, at(starts, segment)), segment]))
    const order: number[] = []
    let [segment] = own
    while (segment !== undefined && order.length < own.length) {
      order.push(segment)
      segment = byStart.get(placeOf(segment, at(starts, segment) + lengthOf(segment) - 1))
    }
    if (segment !== own[0] || order.length !== own.length)
      throw new Error(`the pieces of shore ${polygon} do not make a ring`)
    return order
  }

  /** Wide rivers are lakes of a negative area. */
  const lakeKm2 = (polygon: number) => Math.abs(at(areaKm2, polygon))

  return {
    eachRing(onRing) {
      for (const [polygon, [segment = 0]] of segments) {
        if (levelOf(segment) % 2 === 0) continue
        if (levelOf(segment) === ISLAND_IN_LAKE && lakeKm2(at(parents, polygon)) < MIN_LAKE_SQUARE_KM)
          continue
        onRing(clockwise(ringOf(polygon), false), true)
        for (const lake of lakes.get(polygon) ?? []) onRing(clockwise(ringOf(lake), true), false)
      }
    },
  }
}

/** End mark of a segment that is a ring by itself. */
const WHOLE = 4

/** The bin of each piece. */
function binsOf(firsts: Int32Array, counts: Int16Array, segments: number): Uint16Array {
  const bins = new Uint16Array(segments)
  for (let bin = 0; bin < BINS; bin++) bins.fill(bin, at(firsts, bin), at(firsts, bin) + at(counts, bin))
  return bins
}

/** Eleven million numbers, outside of the reader's memory, which would be as large as all of them for good. */
function pointsOf(archive: File, name: string): Uint16Array {
  const dataset = valuesOf(archive, name)
  const [length = 0] = dataset.shape ?? []
  const points = new Uint16Array(length)
  for (let from = 0; from < length; from += BATCH) {
    const part = dataset.slice([[from, Math.min(length, from + BATCH)]]) as Int16Array
    points.set(new Uint16Array(part.buffer, part.byteOffset, part.length), from)
  }
  return points
}

function valuesOf(archive: File, name: string): Dataset {
  const found = archive.get(name)
  if (!(found instanceof Dataset)) throw new Error(`there is no ${name} in the shores`)
  return found
}

/** Turns a ring where it has to so that it runs clockwise on a map with north up, or against it. */
function clockwise(ring: Float64Array, against: boolean): Float64Array {
  let sum = 0
  for (let i = 2; i < ring.length; i += 2) {
    const step = at(ring, i) - at(ring, i - 2)
    const east = step - 360 * Math.round(step / 360)
    sum += east * (at(ring, i + 1) + at(ring, i - 1))
  }
  if (sum > 0 !== against) return ring
  // In its place: the longest is 19 MB.
  for (let i = 0, j = ring.length - 2; i < j; i += 2, j -= 2) {
    const [x, y] = [at(ring, i), at(ring, i + 1)]
    ring.copyWithin(i, j, j + 2)
    ring[j] = x
    ring[j + 1] = y
  }
  return ring
}
