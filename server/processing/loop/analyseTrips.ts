import type { SeriesKey } from '#contract/domain/series.ts'
import { HOUR_S, MINUTE_S, QUARTER_HOUR_S, SECOND_US } from '#contract/domain/time.ts'
import { UNKNOWN_SOURCE } from '#contract/wire/source.ts'
import { isAtSea } from '#contract/wire/trip.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type Figures, saveAnalyses, type TripToAnalyse } from '#server/records/tripAnalysis.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { HEAT_ZOOMS, type HeatQuarterHour } from '#server/telemetry/heat.ts'
import type { ImpactPeak } from '#server/telemetry/impactBlock.ts'
import { impactEvents } from '#server/telemetry/impactEvents.ts'
import {
  noFigures,
  type QuarterHourFigures,
  type StoredQuarterHour,
  type TripQuarterHour,
} from '#server/telemetry/quarterHours.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { VesselReadings } from '#server/telemetry/vesselReadings.ts'
import {
  type Bucket,
  bucketFigures,
  byQuarterHour,
  type FigureSettings,
} from '../formulas/analysis/bucketFigures.ts'
import { countedFuelM3, isFuelCovered, isFuelSuspect } from '../formulas/analysis/countedFuel.ts'
import { derivedSeries } from '../formulas/analysis/derivedSeries.ts'
import type { EcoBand } from '../formulas/analysis/ecoBand.ts'
import { figureSettings } from '../formulas/analysis/figureSettings.ts'
import { heatQuarterHours } from '../formulas/analysis/heatQuarterHours.ts'
import { readTripSeconds, type TripSeconds } from '../formulas/analysis/tripSeconds.ts'
import { rankPoints, tripStats } from '../formulas/analysis/tripStats.ts'
import { GRID_REACH_US } from '../formulas/trips/readMovement.ts'
import type { Redrawn } from './step.ts'
import { takeBackDrawn } from './takeBackDrawn.ts'

/** State of an open trip from the previous analysis: its finished quarter-hours, and their sum. */
export interface Settled {
  /** Everything before this second, a quarter-hour's, is in the sum. */
  toS: number
  sum: QuarterHourFigures
  /** Start of the trip. An open trip that now starts at another second is analysed again from its beginning. */
  startS: number
}

export interface Analysed {
  settled: Settled | null
  /** Null for an invisible trip along which nothing was drawn. */
  redrawn: Redrawn | null
}

/** Seconds before a window that smoothing, holding and trailing means look back on. */
const CONTEXT_S = 120

interface Stores {
  db: Db
  telemetry: Telemetry
  clock: Clock
}

/** A trip to analyse, with its eco band and the state of its previous analysis. */
export interface TripQuestion {
  trip: TripToAnalyse
  ecoBand: EcoBand | null
  known: Settled | null
}

type BeforeStoring = (
  trip: TripToAnalyse,
  stored: readonly StoredQuarterHour[],
  computed: readonly StoredQuarterHour[],
) => Promise<void>

/** Seconds of trips that are read at once: more would need more memory than it saves time. */
const MOST_READ_S = 8 * HOUR_S

/**
 * Computes every figure of many trips at once from stored samples and settings, and replaces the stored
 * figures.
 *
 * The quarter-hours go to the column store first. The rows of the trips follow last, with the computed
 * revision, so an interrupted run is repeated. `beforeStoring` receives the stored quarter-hours of a trip and
 * the computed ones before any write, so that an interruption does not hide the change. With `known` the function
 * reads only later samples. Otherwise it reads all, and empties quarter-hours that the trip no longer contains.
 */
export async function analyseTrips(
  stores: Stores,
  questions: readonly TripQuestion[],
  beforeStoring: BeforeStoring = async () => undefined,
): Promise<Analysed[]> {
  const answers: Analysed[] = []
  let part: Around[] = []
  let seconds = 0
  for (const question of questions) {
    const around = aroundOf(question)
    const lengthS = around.toS - around.readFromS
    if (part.length > 0 && seconds + lengthS > MOST_READ_S) await analysePart()
    part.push(around)
    seconds += lengthS
  }
  await analysePart()
  return answers

  async function analysePart() {
    if (part.length > 0) answers.push(...(await analyse(stores, part, beforeStoring)))
    part = []
    seconds = 0
  }
}

/** Range to read of a trip, in seconds since 1970; empty for an invisible trip. */
interface Around extends TripQuestion {
  settled: Settled | null
  isSeen: boolean
  startS: number
  fromS: number
  readFromS: number
  toS: number
}

function aroundOf(question: TripQuestion): Around {
  const { trip, known } = question
  const startS = Math.floor(trip.startUs / 1e6)
  const settled = known?.startS === startS && isSailed(trip) ? known : null
  const fromS = settled ? Math.max(startS, settled.toS) : startS
  return {
    ...question,
    ...{ settled, startS, fromS },
    isSeen: isSeen(trip),
    readFromS: Math.max(startS, fromS - CONTEXT_S),
    toS: Math.floor((trip.endUs ?? trip.lastRecordUs) / 1e6),
  }
}

async function analyse(
  stores: Stores,
  all: readonly Around[],
  beforeStoring: BeforeStoring,
): Promise<Analysed[]> {
  const { db, telemetry, clock } = stores
  const seen = all.filter(({ isSeen }) => isSeen)
  const endUs = (toS: number) => toS * 1e6 + 999_999
  const [seconds, impacts] = await Promise.all([
    readTripSeconds(
      telemetry,
      seen.map(({ trip, settled, readFromS, toS }) => ({
        vessel: { number: trip.vesselNumber, topSpeedMps: trip.topSpeedMps },
        ...{ fromUs: readFromS * 1e6, toUs: endUs(toS), isWithinTrip: settled !== null },
      })),
    ),
    telemetry.impacts.read(
      seen.map(({ trip, fromS, toS }) => ({
        vesselNumber: trip.vesselNumber,
        ...{ fromUs: fromS * 1e6, toUs: endUs(toS) },
      })),
    ),
  ])
  const measured = new Map(
    seen.map((one, i) => [one, measure(one, seconds[i] as TripSeconds, impacts[i]?.peaks ?? [])]),
  )
  for (const one of all) {
    const { trip, settled, isSeen } = one
    if (settled && isSeen) continue
    const { quarterHours = new Map<number, Bucket>(), derived } = measured.get(one) ?? {}
    const stored = await telemetry.quarterHours.ofTrip(trip.vesselNumber, trip.number)
    const computed = isSailed(trip)
      ? [...quarterHours].map(([quarterHourS, { bins }]) => ({ quarterHourS, bins }))
      : []
    await beforeStoring(trip, stored, computed)
    const gone = stored.filter(({ quarterHourS }) => !isSailed(trip) || !quarterHours.has(quarterHourS))
    await clearQuarterHours({ telemetry }, trip, gone)
    if (isSeen || wasSeen(trip)) await takeBackAllBut(telemetry, one, derived)
  }
  // A trip that was not sailed is shown but enters no statistics.
  const stored = [...measured].flatMap(([{ trip }, own]) => (isSailed(trip) ? [own] : []))
  const derived = [...measured.values()].map((own) => own.derived)
  // Quarter-hours show where squares may be, so they are stored before squares and removed after them.
  await telemetry.quarterHours.store(stored.flatMap(({ tripQuarterHours }) => tripQuarterHours))
  await Promise.all([
    telemetry.heat.store(stored.flatMap(({ heat }) => heat)),
    telemetry.appendDerived(derived),
  ])
  const summed = await Promise.all(
    all.map(async (one) => {
      const own = measured.get(one)
      return own ? summarize(telemetry, one, own) : { figures: NO_FIGURES, settled: null }
    }),
  )
  await db.transaction((tx) =>
    saveAnalyses(
      tx,
      all.map(({ trip }, i) => ({ ...trip, ...(summed[i]?.figures ?? NO_FIGURES) })),
      new Date(clock.nowMs()),
    ),
  )
  return all.map((one, i): Analysed => {
    const own = measured.get(one)
    const hasSog = own?.isSogDerived || one.trip.stats.sog_derived === 1
    const redrawn =
      own || wasSeen(one.trip) ? { fromUs: one.fromS * 1e6, toUs: endUs(one.toS), hasSog } : null
    return { settled: summed[i]?.settled ?? null, redrawn }
  })
}

/** True for a trip that users can see, with the series drawn along it. */
export const isSeen = ({ visible, isDeleted }: Pick<TripToAnalyse, 'visible' | 'isDeleted'>) =>
  visible && !isDeleted

/** Whether it counts in scores, ranks, heat map and statistics. */
const isSailed = ({ seaState }: Pick<TripToAnalyse, 'seaState'>) => isAtSea(seaState)

/** As it was measured last. */
const wasSeen = ({ stats }: TripToAnalyse) => Object.keys(stats).length > 0

const nameOf = ({ key, source = UNKNOWN_SOURCE }: { key: SeriesKey; source?: number | undefined }) =>
  `${key} ${source}`

/** Removes the series that were drawn along the trip and no longer are. */
function takeBackAllBut(telemetry: Telemetry, { trip, startS, toS }: Around, derived?: VesselReadings) {
  const heldUs = new Map(
    [...Map.groupBy(derived?.scalars ?? [], nameOf)].map(([name, all]) => [
      name,
      new Set(all.map(({ timeUs }) => timeUs)),
    ]),
  )
  const interval = { vesselNumber: trip.vesselNumber, fromUs: startS * 1e6, toUs: toS * 1e6 + 999_999 }
  return takeBackDrawn(
    telemetry,
    interval,
    (key, timeUs, source) => heldUs.get(nameOf({ key, source }))?.has(timeUs) ?? false,
  )
}

const NO_FIGURES: Figures = { stats: {}, avgImpactG: null, peakImpactG: null, rankPoints: 0 }

const lastQuarterHourOf = (toS: number) => Math.floor(toS / QUARTER_HOUR_S) * QUARTER_HOUR_S

interface Measured {
  quarterHours: ReadonlyMap<number, Bucket>
  tripQuarterHours: TripQuarterHour[]
  heat: HeatQuarterHour[]
  derived: VesselReadings
  settings: FigureSettings
  isSogDerived: boolean
  isSparse: boolean
  isFrozen: boolean
}

function measure(
  { trip, ecoBand, fromS, toS, startS }: Around,
  seconds: TripSeconds,
  peaks: readonly ImpactPeak[],
): Measured {
  const eventPeaks = impactEvents(peaks).map(({ strongest }) => strongest)
  const settings = figureSettings(trip, ecoBand)
  const window = { fromS, toS, startS }
  const quarterHours = bucketFigures(seconds, window, eventPeaks, settings, byQuarterHour(seconds))
  // The squares of a quarter-hour are stored once it is over: the heat map does not show boats under way.
  const heatToS = trip.endUs === null ? lastQuarterHourOf(toS) - 1 : toS
  const heat = heatQuarterHours(seconds, { ...window, toS: heatToS }, eventPeaks, settings)
  const own = { vesselNumber: trip.vesselNumber, tripNumber: trip.number }
  return {
    ...{ quarterHours, settings },
    tripQuarterHours: [...quarterHours].map(([quarterHourS, quarterHour]) => ({
      ...own,
      quarterHourS,
      captainNumber: trip.captainNumber ?? 0,
      ...quarterHour,
    })),
    heat: [...heat].flatMap(([zoom, byQuarterHour]) =>
      [...quarterHours.keys()]
        .filter((quarterHourS) => quarterHourS <= heatToS)
        .map((quarterHourS) => ({
          ...own,
          zoom,
          quarterHourS,
          cells: byQuarterHour.get(quarterHourS) ?? new Map(),
        })),
    ),
    derived: {
      vesselNumber: trip.vesselNumber,
      scalars: derivedSeries(seconds, window, settings),
      ...{ fixes: [], motion: [], ais: [], faults: [] },
    },
    isSogDerived: seconds.sogDerived.includes(1),
    isSparse: isSparse(seconds, fromS, toS),
    isFrozen: seconds.frozen.includes(1),
  }
}

/** True where most of the time lies between positions that are more than a minute apart. */
function isSparse({ startS, latitudeDeg }: TripSeconds, fromS: number, toS: number): boolean {
  let denseS = 0
  let lastS = Number.NEGATIVE_INFINITY
  for (let second = fromS; second <= toS; second++) {
    if (Number.isNaN(latitudeDeg[second - startS])) continue
    if (second - lastS <= MINUTE_S) denseS += second - lastS
    lastS = second
  }
  return lastS > fromS && denseS < (toS - fromS) / 2
}

async function summarize(
  telemetry: Telemetry,
  { trip, settled, startS, toS }: Around,
  { quarterHours, settings, isSogDerived, isSparse, isFrozen }: Measured,
): Promise<{ figures: Figures; settled: Settled | null }> {
  const sum = settled ? { ...settled.sum } : noFigures()
  // Coming samples may still change the speeds and marks just before them.
  const lastQuarterHourS = lastQuarterHourOf(toS - GRID_REACH_US / SECOND_US)
  const settledSum = settled ? { ...settled.sum } : noFigures()
  for (const [quarterHourS, { figures }] of quarterHours) {
    add(sum, figures)
    if (quarterHourS < lastQuarterHourS) add(settledSum, figures)
  }
  const ignoresFuel = settings.fuel.ignored.some((one) => one.fromS <= toS && one.toS > startS)
  const { avg_impact, peak_impact, ...stats } = tripStats(sum, trip.durationS, ignoresFuel)
  const whole = { vesselNumber: trip.vesselNumber, fromUs: trip.startUs, toUs: toS * 1e6 + 999_999 }
  // The counters are read once, when the trip is complete.
  const isCounted = trip.endUs !== null && !ignoresFuel && isFuelCovered(sum, trip.durationS)
  const countedM3 = isCounted ? await countedFuelM3(telemetry, whole) : null
  return {
    figures: {
      stats: {
        ...stats,
        score: isSailed(trip) ? stats.score : null,
        fuel_suspect: isFuelSuspect(countedM3, sum, trip.durationS) ? 1 : 0,
        sog_derived: isSogDerived || (settled !== null && trip.stats.sog_derived === 1) ? 1 : 0,
        sparse: isSparse && settled === null ? 1 : 0,
        position_frozen: isFrozen || (settled !== null && trip.stats.position_frozen === 1) ? 1 : 0,
      },
      avgImpactG: avg_impact,
      peakImpactG: peak_impact,
      rankPoints: rankPoints(isSailed(trip) ? stats.score : null, trip.distanceM / 1852),
    },
    settled: trip.endUs === null && !isSparse ? { toS: lastQuarterHourS, sum: settledSum, startS } : null,
  }
}

/** Empties these stored quarter-hours of a trip. */
export async function clearQuarterHours(
  { telemetry }: { telemetry: Telemetry },
  trip: { number: number; vesselNumber: number },
  gone: readonly StoredQuarterHour[],
): Promise<void> {
  if (gone.length === 0) return
  const own = { vesselNumber: trip.vesselNumber, tripNumber: trip.number }
  await telemetry.heat.store(
    HEAT_ZOOMS.flatMap((zoom) =>
      gone.map(({ quarterHourS }) => ({ ...own, zoom, quarterHourS, cells: new Map() })),
    ),
  )
  await telemetry.quarterHours.store(
    gone.map(({ quarterHourS }) => ({
      ...own,
      quarterHourS,
      captainNumber: 0,
      figures: noFigures(),
      bins: new Map(),
    })),
  )
}

function add(sum: QuarterHourFigures, more: QuarterHourFigures) {
  for (const name of Object.keys(sum) as (keyof QuarterHourFigures)[]) {
    sum[name] =
      name === 'highest_sog_mps' || name === 'max_impact_g'
        ? Math.max(sum[name], more[name])
        : sum[name] + more[name]
  }
}
