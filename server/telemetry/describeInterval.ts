import type { Fix } from '#contract/domain/reading.ts'
import { onGrid, type SeriesKey } from '#contract/domain/series.ts'
import { HOUR_US, MINUTE_US, SECOND_US } from '#contract/domain/time.ts'
import { KNOT_MPS } from '#contract/domain/units.ts'
import { haversineM } from '#contract/geodesy/geo.ts'
import { takesOver, UNKNOWN_SOURCE } from '#contract/wire/source.ts'
import type { AppendedInterval } from '#server/platform/events.ts'
import { DEGREE_STEP, HDOP_STEP } from './appendBlocks.ts'
import { type Interval, intervalAt, TouchedIntervals } from './touchedIntervals.ts'
import type { VesselReadings } from './vesselReadings.ts'

/** Motion with a longer gap than this forms several intervals, so that readers do not search the gap. */
const MOTION_HOLE_US = 30_000_000

/**
 * Describes stored readings for the bus, with values as stored: one entry for each interval that they touch,
 * in order of time. A receiver's boot date beside today gives two short entries instead of one of sixteen
 * years.
 */
export function describeAppended(readings: VesselReadings): AppendedInterval[] {
  const intervals = intervalsOf(readings)
  if (intervals.length < 2) return intervals.map((interval) => describeInterval(readings, interval))
  const parts = <Item>(items: readonly Item[], timeOf: (item: Item) => number) =>
    Map.groupBy(items, (item) => intervalAt(intervals, timeOf(item)))
  const [scalars, fixes, faults] = [
    parts(readings.scalars, ({ timeUs }) => timeUs),
    parts(readings.fixes, ({ timeUs }) => timeUs),
    parts(readings.faults, ({ timeUs }) => timeUs),
  ]
  const motion = parts(readings.motion, ({ startUs }) => startUs)
  return intervals.map((interval, i) => {
    const own = { scalars: scalars.get(i) ?? [], fixes: fixes.get(i) ?? [], faults: faults.get(i) ?? [] }
    return describeInterval({ ...readings, ...own, motion: motion.get(i) ?? [], ais: [] }, interval)
  })
}

function describeInterval(readings: VesselReadings, { fromUs, toUs }: Interval): AppendedInterval {
  const interval: AppendedInterval = {
    ...{ vesselNumber: readings.vesselNumber, fromUs, toUs },
    motion: motionIntervalsOf(readings.motion),
    maxSogMps: null,
    lastFixes: lastFixes(readings.fixes).map(storedFix),
    newest: {},
  }
  for (const { timeUs, key, instance, value, source = UNKNOWN_SOURCE } of readings.scalars) {
    if (value === null || instance !== 0) continue
    keepNewest(interval.newest, key, timeUs, value, source)
    if (key === 'sog' && value > (interval.maxSogMps ?? -1)) interval.maxSogMps = value
  }
  const fastestMps =
    interval.maxSogMps === null || isSlow(interval.maxSogMps) ? fastestBetween(readings.fixes) : null
  if (fastestMps !== null && fastestMps > (interval.maxSogMps ?? -1)) interval.maxSogMps = fastestMps
  const stored = (Object.entries(interval.newest) as [SeriesKey, Newest][]).map(
    ([key, [timeUs, value, source]]) => [key, [timeUs, onGrid(key, value), source]],
  )
  const { scalars, fixes, faults } = readings
  return {
    ...interval,
    readings: { scalars, fixes, faults },
    newest: Object.fromEntries(stored),
  }
}

type Recorded = Omit<VesselReadings, 'vesselNumber' | 'senders'>

/** Calls `include` with the first and last instant of everything that was recorded. */
function eachInstant(readings: Recorded, include: (fromUs: number, toUs: number) => void): void {
  const { scalars, fixes, ais, faults } = readings
  for (const rows of [scalars, fixes, ais, faults]) for (const { timeUs } of rows) include(timeUs, timeUs)
  for (const { startUs, forceX, intervalUs } of readings.motion)
    include(startUs, startUs + (forceX.length - 1) * intervalUs)
}

/** Between which times anything was recorded. */
export function extentOf(readings: Recorded): Interval | null {
  let [fromUs, toUs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  eachInstant(readings, (firstUs, lastUs) => {
    if (firstUs < fromUs) fromUs = firstUs
    if (lastUs > toUs) toUs = lastUs
  })
  return toUs >= fromUs ? { fromUs, toUs } : null
}

/** Intervals in which anything was recorded, in order of time, more than an hour apart. */
export function intervalsOf(readings: Recorded): Interval[] {
  const extent = extentOf(readings)
  if (!extent) return []
  if (extent.toUs - extent.fromUs <= HOUR_US) return [extent]
  const touched = new TouchedIntervals()
  eachInstant(readings, (fromUs, toUs) => touched.add(fromUs, toUs))
  return touched.intervals()
}

/** Number of fixes that suffice for position, outlier filter and speed. */
export const LAST_FIXES = 30

/** Last fixes of the best source at the end, oldest first. */
export function lastFixes(fixes: readonly Fix[]): Fix[] {
  let newest: Fix | null = null
  for (const fix of fixes) if (fix.valid && isNewer(fix, newest)) newest = fix
  const bestSource = newest?.source ?? UNKNOWN_SOURCE
  return fixes
    .filter(({ valid, source = UNKNOWN_SOURCE }) => valid && source === bestSource)
    .sort((a, b) => a.timeUs - b.timeUs)
    .slice(-LAST_FIXES)
}

/** As it is read back. */
export const storedFix = (fix: Fix): Fix => ({
  ...fix,
  latitudeDeg: Math.round(fix.latitudeDeg / DEGREE_STEP) * DEGREE_STEP,
  longitudeDeg: Math.round(fix.longitudeDeg / DEGREE_STEP) * DEGREE_STEP,
  hdop: fix.hdop === null ? null : Math.round(fix.hdop / HDOP_STEP) / 100,
})

/**
 * Fixes closer together show mostly noise, and are used only without others. Fixes further apart show no
 * speed.
 */
const CHORD_US = 10 * SECOND_US
const LEAST_APART_US = SECOND_US
const MOST_APART_US = 11 * MINUTE_US
/** True for a speed below any boat under way; positions may then show a better one. */
const isSlow = (mps: number) => mps <= 3 * KNOT_MPS

/** Only a hint where to look: a receiver without SOG, or with one that is stuck, may have moved between its positions. */
function fastestBetween(fixes: readonly Fix[]): number | null {
  const sorted = fixes.filter(({ valid }) => valid).sort((a, b) => a.timeUs - b.timeUs)
  let fastest: number | null = null
  let from = sorted[0]
  for (const to of sorted) {
    const apartUs = from ? to.timeUs - from.timeUs : 0
    if (!from || apartUs < (to === sorted.at(-1) ? LEAST_APART_US : CHORD_US)) continue
    const metres = haversineM(from.latitudeDeg, from.longitudeDeg, to.latitudeDeg, to.longitudeDeg)
    if (apartUs <= MOST_APART_US) fastest = Math.max(fastest ?? 0, metres / (apartUs / 1e6))
    from = to
  }
  return fastest
}

/** Intervals of motion. Blocks of several sensors overlap in time, and a batch has them in any order. */
function motionIntervalsOf(blocks: VesselReadings['motion']): AppendedInterval['motion'] {
  const ends = blocks.map(({ startUs, forceX, intervalUs }) => ({
    fromUs: startUs,
    toUs: startUs + (forceX.length - 1) * intervalUs,
  }))
  const joined: AppendedInterval['motion'] = []
  for (const one of ends.sort((a, b) => a.fromUs - b.fromUs)) {
    const last = joined.at(-1)
    if (last && one.fromUs <= last.toUs + MOTION_HOLE_US) last.toUs = Math.max(last.toUs, one.toUs)
    else joined.push(one)
  }
  return joined
}

type Newest = NonNullable<AppendedInterval['newest'][SeriesKey]>

/**
 * Keeps the newest values. Nearly always the value follows the last one of its source, and replaces it in
 * place.
 */
function keepNewest(
  newest: Partial<Record<SeriesKey, Newest>>,
  key: SeriesKey,
  timeUs: number,
  value: number,
  source: number,
) {
  const known = newest[key]
  if (!known) newest[key] = [timeUs, value, source]
  else if (
    (source === known[2] && timeUs >= known[0]) ||
    isNewer({ timeUs, source }, { timeUs: known[0], source: known[2] })
  ) {
    known[0] = timeUs
    known[1] = value
    known[2] = source
  }
}

type Timed = { timeUs: number; source?: number | undefined }

/**
 * True when a value replaces the earlier one: the best of simultaneous sources counts, with its last value.
 */
const isNewer = (one: Timed, known: Timed | null) =>
  known === null || (one.timeUs >= known.timeUs ? takesOver(one, known) : !takesOver(known, one))
