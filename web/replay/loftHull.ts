/**
 * A boat from her length, beam and kind: stations along the hull are curves from keel to sheer, and the surface is
 * stretched between them. The model's bow is +Z, up +Y and starboard −X, in metres, the waterline at Y = 0.
 */
export interface Mesh {
  positions: Float32Array
  indices: Uint32Array
}

export interface LoftedBoat {
  hull: Mesh
  /** Parts above the hull's edge: deck, wheelhouse, tubes, mast. */
  parts: { name: 'deck' | 'house' | 'glass' | 'tube' | 'spar'; mesh: Mesh }[]
}

export type HullKind = 'rib' | 'motor' | 'pilot' | 'fishing' | 'ferry' | 'sailing' | 'workboat'

/** Measures and kind from which a boat's shape is made. */
export interface BoatShape {
  lengthM: number
  beamM: number
  kind: HullKind
}

/** Proportions of a kind: shares of the beam for heights, of the length for places along it. */
interface Lines {
  /** Draught and freeboard amidships over the beam, and how far the sheer rises to the bow. */
  draught: number
  freeboard: number
  sheer: number
  /** Place of the greatest beam (0 stern, 1 bow), and the transom's breadth as a share of it. */
  fullest: number
  transom: number
  /** How fine the bow is, and how sharp the sections: 1 is a V, larger is rounder. */
  fineness: number
  roundness: number
  /** How far the stem leans forward, over the length. */
  rake: number
  houses: { from: number; to: number; width: number; height: number; glass: boolean }[]
  tube?: number
  mast?: number
}

const LINES: Readonly<Record<HullKind, Lines>> = {
  rib: {
    draught: 0.16,
    freeboard: 0.22,
    sheer: 0.16,
    fullest: 0.35,
    transom: 0.94,
    fineness: 1.7,
    roundness: 1.05,
    rake: 0.1,
    houses: [{ from: 0.36, to: 0.5, width: 0.34, height: 0.4, glass: true }],
    tube: 0.1,
  },
  motor: {
    draught: 0.18,
    freeboard: 0.34,
    sheer: 0.14,
    fullest: 0.38,
    transom: 0.92,
    fineness: 1.8,
    roundness: 1.15,
    rake: 0.12,
    houses: [
      { from: 0.28, to: 0.62, width: 0.66, height: 0.4, glass: true },
      { from: 0.34, to: 0.5, width: 0.56, height: 0.66, glass: false },
    ],
  },
  pilot: {
    draught: 0.2,
    freeboard: 0.36,
    sheer: 0.2,
    fullest: 0.42,
    transom: 0.9,
    fineness: 1.9,
    roundness: 1.2,
    rake: 0.1,
    houses: [
      { from: 0.34, to: 0.6, width: 0.6, height: 0.62, glass: true },
      { from: 0.6, to: 0.72, width: 0.5, height: 0.22, glass: false },
    ],
    mast: 0.3,
  },
  fishing: {
    draught: 0.34,
    freeboard: 0.36,
    sheer: 0.34,
    fullest: 0.46,
    transom: 0.82,
    fineness: 2.1,
    roundness: 1.8,
    rake: 0.07,
    houses: [{ from: 0.58, to: 0.76, width: 0.6, height: 0.66, glass: true }],
    mast: 0.6,
  },
  ferry: {
    draught: 0.22,
    freeboard: 0.4,
    sheer: 0.06,
    fullest: 0.45,
    transom: 0.96,
    fineness: 2.6,
    roundness: 1.6,
    rake: 0.05,
    houses: [
      { from: 0.08, to: 0.84, width: 0.86, height: 0.4, glass: true },
      { from: 0.6, to: 0.76, width: 0.6, height: 0.74, glass: true },
    ],
    mast: 0.3,
  },
  sailing: {
    draught: 0.3,
    freeboard: 0.3,
    sheer: 0.1,
    fullest: 0.42,
    transom: 0.7,
    fineness: 1.6,
    roundness: 1.9,
    rake: 0.06,
    houses: [{ from: 0.42, to: 0.66, width: 0.46, height: 0.14, glass: true }],
    mast: 1.25,
  },
  workboat: {
    draught: 0.26,
    freeboard: 0.34,
    sheer: 0.24,
    fullest: 0.48,
    transom: 0.94,
    fineness: 2.3,
    roundness: 1.5,
    rake: 0.05,
    houses: [{ from: 0.52, to: 0.72, width: 0.56, height: 0.62, glass: true }],
    mast: 0.35,
  },
}

const STATIONS = 33
const RIBS = 13

/** Lengths are metres; beams wider than the boat is long are taken as half of her length. */
export function loftHull({ lengthM, beamM, kind }: BoatShape): LoftedBoat {
  const lines = LINES[kind]
  const beam = Math.min(beamM, lengthM / 2)
  const shape = { lengthM, beam, lines }
  const parts: LoftedBoat['parts'] = [{ name: 'deck', mesh: deck(shape) }]
  for (const house of lines.houses) {
    parts.push({ name: 'house', mesh: block(shape, house, 1) })
    if (house.glass) parts.push({ name: 'glass', mesh: block(shape, house, 1.02) })
  }
  if (lines.tube)
    for (const side of [-1, 1] as const) parts.push({ name: 'tube', mesh: tube(shape, lines.tube, side) })
  if (lines.mast) parts.push({ name: 'spar', mesh: mast(shape, lines.mast) })
  return { hull: hull(shape), parts }
}

interface Shape {
  lengthM: number
  beam: number
  lines: Lines
}

/** Half breadth of the sheer at t (0 stern … 1 bow): full to the widest station, then falling ever faster to the stem. */
function halfBreadth({ beam, lines }: Shape, t: number): number {
  const aft = lines.transom + (1 - lines.transom) * Math.sin((Math.min(t / lines.fullest, 1) * Math.PI) / 2)
  const forward = Math.max(0, (t - lines.fullest) / (1 - lines.fullest))
  return (beam / 2) * aft * Math.max(0, 1 - forward ** lines.fineness) ** 0.8
}

const sheerY = ({ beam, lines }: Shape, t: number) =>
  beam * (lines.freeboard + lines.sheer * Math.max(0, (t - 0.3) / 0.7) ** 2)
const keelY = (shape: Shape, t: number) =>
  -shape.beam * shape.lines.draught * Math.sqrt(Math.max(0, 1 - Math.max(0, (t - 0.6) / 0.4) ** 2.4))
/** The stem leans: higher points of the bow lie further forward. */
function along({ lengthM, lines, ...rest }: Shape, t: number, y: number): number {
  const shape = { lengthM, lines, ...rest }
  const rise = (y - keelY(shape, t)) / Math.max(1e-6, sheerY(shape, t) - keelY(shape, t))
  return (t - 0.5) * lengthM - lines.rake * lengthM * (1 - rise) * t ** 4
}

/** A point of the hull's surface: t along her, s from −1 (port sheer) over 0 (keel) to 1 (starboard sheer). */
function skin(shape: Shape, t: number, s: number): [number, number, number] {
  const height = Math.abs(s)
  const y = keelY(shape, t) + (sheerY(shape, t) - keelY(shape, t)) * height ** 1.15
  const x = -Math.sign(s) * halfBreadth(shape, t) * height ** (1 / shape.lines.roundness)
  return [x, y, along(shape, t, y)]
}

function hull(shape: Shape): Mesh {
  const grid = surface(STATIONS, 2 * RIBS - 1, (i, j) =>
    skin(shape, i / (STATIONS - 1), (j - RIBS + 1) / (RIBS - 1)),
  )
  return joined([grid, transom(shape)])
}

function transom(shape: Shape): Mesh {
  return surface(2, 2 * RIBS - 1, (i, j) => {
    const [x, y, z] = skin(shape, 0, (j - RIBS + 1) / (RIBS - 1))
    return i === 1 ? [x, y, z] : [0, y, z]
  })
}

function deck(shape: Shape): Mesh {
  return surface(STATIONS, 2, (i, j) => {
    const t = i / (STATIONS - 1)
    const y = sheerY(shape, t) - 0.04 * shape.beam
    return [(j === 0 ? 1 : -1) * halfBreadth(shape, t) * 0.97, y, along(shape, t, y)]
  })
}

/** A house with sloping front and sides; its glass is a band around the upper half, a little wider. */
function block(shape: Shape, house: Lines['houses'][number], widen: number): Mesh {
  const isGlass = widen > 1
  const z = (t: number) => (t - 0.5) * shape.lengthM
  const base = sheerY(shape, house.from) - 0.05 * shape.beam
  const top = base + house.height * shape.beam
  const [low, high] = isGlass ? [base + (top - base) * 0.52, base + (top - base) * 0.86] : [base, top]
  const corners = (y: number): [number, number, number][] => {
    const rise = (y - base) / (top - base)
    const half = ((house.width * shape.beam) / 2) * (1 - 0.12 * rise) * widen
    const depth = z(house.to) - z(house.from)
    const front = z(house.to) - 0.28 * rise * depth * 0.6 + (widen - 1) * depth
    const back = z(house.from) + 0.06 * rise * depth - (widen - 1) * depth
    return [
      [half, y, back],
      [half, y, front],
      [-half, y, front],
      [-half, y, back],
    ]
  }
  const rings = [corners(low), corners(high)]
  const walls = surface(2, 5, (i, j) => at(at(rings, i), j % 4))
  const roof = surface(2, 2, (i, j) => at(at(rings, 1), i === 0 ? j : 3 - j))
  return isGlass ? walls : joined([walls, roof])
}

function tube(shape: Shape, radiusOfBeam: number, side: 1 | -1): Mesh {
  const radius = radiusOfBeam * shape.beam
  const around = 12
  return surface(STATIONS, around + 1, (i, j) => {
    const t = (i / (STATIONS - 1)) * 0.985
    const angle = (j / around) * 2 * Math.PI
    const y = sheerY(shape, t)
    const half = Math.max(halfBreadth(shape, t), radius * 0.3)
    return [
      side * (half + radius * 0.3 * Math.cos(angle)) + radius * 0.6 * side * Math.cos(angle),
      y + radius * Math.sin(angle),
      along(shape, t, y),
    ]
  })
}

function mast(shape: Shape, heightOfLength: number): Mesh {
  const radius = 0.012 * shape.lengthM
  const at0 = sheerY(shape, 0.55)
  return surface(2, 9, (i, j) => {
    const angle = (j / 8) * 2 * Math.PI
    const thin = i === 1 ? 0.5 : 1
    return [
      radius * thin * Math.cos(angle),
      at0 + i * heightOfLength * shape.lengthM,
      0.06 * shape.lengthM + radius * thin * Math.sin(angle),
    ]
  })
}

/** A grid of points with two triangles between each four of them. */
function surface(
  rows: number,
  columns: number,
  point: (i: number, j: number) => [number, number, number],
): Mesh {
  const positions = new Float32Array(rows * columns * 3)
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) positions.set(point(i, j), 3 * (i * columns + j))
  const indices = new Uint32Array((rows - 1) * (columns - 1) * 6)
  let n = 0
  for (let i = 0; i + 1 < rows; i++) {
    for (let j = 0; j + 1 < columns; j++) {
      const a = i * columns + j
      indices.set([a, a + 1, a + columns, a + 1, a + columns + 1, a + columns], n)
      n += 6
    }
  }
  return { positions, indices }
}

function joined(meshes: readonly Mesh[]): Mesh {
  const positions = new Float32Array(meshes.reduce((sum, mesh) => sum + mesh.positions.length, 0))
  const indices = new Uint32Array(meshes.reduce((sum, mesh) => sum + mesh.indices.length, 0))
  let [point, index] = [0, 0]
  for (const mesh of meshes) {
    positions.set(mesh.positions, point)
    indices.set(
      mesh.indices.map((i) => i + point / 3),
      index,
    )
    point += mesh.positions.length
    index += mesh.indices.length
  }
  return { positions, indices }
}

function at<Value>(values: readonly Value[], i: number): Value {
  const value = values[i]
  if (value === undefined) throw new RangeError(`there is no ${i}`)
  return value
}
