import type { Fix, ScalarReading } from '#contract/domain/reading.ts'
import type { SeriesKey } from '#contract/domain/series.ts'
import { SECOND_US } from '#contract/domain/time.ts'
import { randomStream } from '#simulator/random.ts'

const SERIES: readonly [
  SeriesKey,
  instance: number,
  start: number,
  step: number,
  min: number,
  max: number,
][] = [
  ['sog', 0, 0, 1, 0, 30],
  ['cog', 0, 3, 0.1, 0, 6.28],
  ['heading', 0, 3, 0.1, 0, 6.28],
  ['rog', 0, 10, 1, 0, 30],
  ['engine_speed', 1, 20, 3, 10, 60],
  ['engine_speed', 2, 20, 3, 10, 60],
  ['fuel_rate', 1, 1e-5, 1e-6, 0, 5e-5],
]
/** The series of a row besides its position. */
export const SERIES_OF_ROWS = SERIES.map(([key, instance]) => [key, instance] as const)
const STEP_S = 10
const START_US = Date.UTC(2026, 0, 5) * 1000

export interface FleetBatch {
  scalars: ScalarReading[]
  fixes: Fix[]
  rows: number
}

/**
 * Hours of a boat in rows of seven series and a fix, which is nine values, in the order of arrival. Of runs of ten
 * rows 1 % are lost and 5 % arrive later. Of single rows 10 % are lost, 30 % arrive later, and 10 % lack a value. The
 * Time Series Benchmark Suite uses these shares for its vehicles.
 */
export function fleetRows(vesselNumber: number, hours: number, rowsABatch: number): FleetBatch[] {
  const random = randomStream(123 + vesselNumber)
  const rows = disordered(
    disordered(walk(vesselNumber, hours * 360, random), 10, 0.01, 0.05, random),
    1,
    0.1,
    0.3,
    random,
  )
  const batches: FleetBatch[] = []
  for (let at = 0; at < rows.length; at += rowsABatch) {
    const some = rows.slice(at, at + rowsABatch)
    batches.push({
      scalars: some.flatMap(({ scalars }) => scalars),
      fixes: some.map(({ fix }) => fix),
      rows: some.length,
    })
  }
  return batches
}

interface Row {
  scalars: ScalarReading[]
  fix: Fix
}

function walk(vesselNumber: number, count: number, random: () => number): Row[] {
  const present = SERIES.map(([, , start]) => start)
  let latitudeDeg = 64 + vesselNumber / 1000
  let longitudeDeg = -22
  return Array.from({ length: count }, (_, n) => {
    const timeUs = START_US + n * STEP_S * SECOND_US
    latitudeDeg += (random() - 0.5) * 0.01
    longitudeDeg += (random() - 0.5) * 0.01
    const blank = random() < 0.1 ? Math.floor(random() * SERIES.length) : -1
    const scalars = SERIES.flatMap(([key, instance, , step, min, max], i): ScalarReading[] => {
      const value = Math.min(max, Math.max(min, (present[i] ?? 0) + (random() - 0.5) * 2 * step))
      present[i] = value
      return i === blank ? [] : [{ timeUs, key, instance, value }]
    })
    return { scalars, fix: { timeUs, latitudeDeg, longitudeDeg, hdop: 0.9, valid: true } }
  })
}

/** Drops runs of `length` and delays others, each of which returns with even odds at every later run. */
function disordered<T>(
  items: readonly T[],
  length: number,
  dropped: number,
  late: number,
  random: () => number,
): T[] {
  const out: T[] = []
  const held: T[][] = []
  for (let at = 0; at < items.length; at += length) {
    const run = items.slice(at, at + length)
    const luck = random()
    if (luck >= dropped && luck < dropped + late) held.push(run)
    else if (luck >= dropped) out.push(...run)
    if (held.length > 0 && random() < 0.5) out.push(...(held.shift() ?? []))
  }
  return out.concat(...held)
}
