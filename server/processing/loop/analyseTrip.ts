import type { TripToAnalyse } from '#server/records/tripAnalysis.ts'
import { saveAnalysis } from '#server/records/tripAnalysis.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { HEAT_ZOOMS, type HeatQuarter } from '#server/telemetry/heat.ts'
import { impactEvents } from '#server/telemetry/impactEvents.ts'
import {
  noFigures,
  QUARTER_S,
  type QuarterFigures,
  type SpeedBins,
  sumBins,
  type TripQuarter,
} from '#server/telemetry/quarters.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { countedFuelM3, isFuelSuspect } from '../formulas/analysis/countedFuel.ts'
import { derivedSeries } from '../formulas/analysis/derivedSeries.ts'
import type { EcoBand } from '../formulas/analysis/ecoBand.ts'
import { figureSettings } from '../formulas/analysis/figureSettings.ts'
import { heatQuarters } from '../formulas/analysis/heatQuarters.ts'
import { byQuarter, pieceFigures } from '../formulas/analysis/pieceFigures.ts'
import { readTripSeconds } from '../formulas/analysis/tripSeconds.ts'
import { rankPoints, tripStats } from '../formulas/analysis/tripStats.ts'

/** What is known of an open trip from looking at it before: quarters that are over, and their sum. */
export interface Settled {
  /** Everything before this second, a quarter-hour's, is in the sum. */
  toS: number
  sum: QuarterFigures
  /** Of a trip that began here; one that begins elsewhere now is looked at anew. */
  startS: number
}

/** Seconds before a window that smoothing, holding and trailing means look back on. */
const CONTEXT_S = 120

/**
 * Computes every figure of a trip from stored samples and settings, and replaces what was kept. The quarter-hours go to
 * the column store first and the trip's row, with the revision that this was of, last: interrupted, it is done again.
 * What depends on the trip's own bins is told of them before any of that, so that an interruption does not hide the change.
 * With `known` only what came after is read; without, all of it is, and quarters that the trip no longer holds are
 * emptied.
 */
export async function analyseTrip(
  { db, telemetry }: { db: Db; telemetry: Telemetry },
  trip: TripToAnalyse,
  ecoBand: EcoBand | null,
  known: Settled | null,
  beforeStoring: (bins: SpeedBins) => Promise<void> = async () => undefined,
): Promise<Settled | null> {
  const startS = Math.floor(trip.startUs / 1e6)
  const settled = known?.startS === startS ? known : null
  const toS = Math.floor((trip.endUs ?? trip.lastRecordUs) / 1e6)
  if (!trip.visible || trip.isDeleted) {
    await beforeStoring(new Map())
    await clearQuarters({ telemetry }, trip, new Set())
    await saveAnalysis(db, trip, { stats: {}, avgImpactG: null, peakImpactG: null, rankPoints: 0 })
    return null
  }
  const fromS = settled ? Math.max(startS, settled.toS) : startS
  const readFromS = Math.max(startS, fromS - CONTEXT_S)
  const stretch = { fromUs: readFromS * 1e6, toUs: toS * 1e6 + 999_999 }
  const [seconds, [impacts]] = await Promise.all([
    readTripSeconds(telemetry, { number: trip.vesselNumber, topSpeedMps: trip.topSpeedMps }, stretch),
    telemetry.impacts.read([{ vesselNumber: trip.vesselNumber, fromUs: fromS * 1e6, toUs: stretch.toUs }]),
  ])
  const hits = impactEvents(impacts?.peaks ?? []).map(({ strongest }) => strongest)
  const settings = figureSettings(trip, ecoBand)
  const window = { fromS, toS, startS }
  const quarters = pieceFigures(seconds, window, hits, settings, byQuarter(seconds))
  const heat = heatQuarters(seconds, window, hits, settings)
  const own = { vesselNumber: trip.vesselNumber, tripNumber: trip.number }

  await beforeStoring(sumBins([...quarters.values()].map(({ bins }) => bins)))
  if (!settled) await clearQuarters({ telemetry }, trip, new Set(quarters.keys()))
  await Promise.all([
    telemetry.quarters.store(
      [...quarters].map(
        ([quarterS, quarter]): TripQuarter => ({
          ...own,
          quarterS,
          captainNumber: trip.captainNumber ?? 0,
          ...quarter,
        }),
      ),
    ),
    telemetry.heat.store(
      [...heat].flatMap(([zoom, byQuarter]) =>
        [...quarters.keys()].map(
          (quarterS): HeatQuarter => ({
            ...own,
            zoom,
            quarterS,
            cells: byQuarter.get(quarterS) ?? new Map(),
          }),
        ),
      ),
    ),
    telemetry.appendDerived([
      {
        vesselNumber: trip.vesselNumber,
        scalars: derivedSeries(seconds, window, settings),
        ...{ fixes: [], motion: [], ais: [], faults: [] },
      },
    ]),
  ])

  const sum = settled ? { ...settled.sum } : noFigures()
  const lastQuarterS = Math.floor(toS / QUARTER_S) * QUARTER_S
  const settledSum = settled ? { ...settled.sum } : noFigures()
  for (const [quarterS, { figures }] of quarters) {
    add(sum, figures)
    if (quarterS < lastQuarterS) add(settledSum, figures)
  }
  const ignoresFuel = settings.fuel.ignored.some((one) => one.fromS <= toS && one.toS > startS)
  const { avg_impact, peak_impact, ...stats } = tripStats(sum, trip.durationS, ignoresFuel)
  const whole = { vesselNumber: trip.vesselNumber, fromUs: trip.startUs, toUs: stretch.toUs }
  // The counters are asked once, when all of the trip is known.
  const countedM3 = trip.endUs === null || ignoresFuel ? null : await countedFuelM3(telemetry, whole)
  await saveAnalysis(db, trip, {
    stats: {
      ...stats,
      fuel_suspect: isFuelSuspect(countedM3, sum, trip.durationS) ? 1 : 0,
      sog_derived: seconds.sogDerived.includes(1) ? 1 : 0,
    },
    avgImpactG: avg_impact,
    peakImpactG: peak_impact,
    rankPoints: rankPoints(trip.captainNumber === null ? null : stats.score, trip.distanceM / 1852),
  })
  return trip.endUs === null ? { toS: lastQuarterS, sum: settledSum, startS } : null
}

/** Writes as nothing what is kept of the trip in other quarters than these. */
export async function clearQuarters(
  { telemetry }: { telemetry: Telemetry },
  trip: { number: number; vesselNumber: number },
  kept: ReadonlySet<number>,
): Promise<void> {
  const stored = await telemetry.quarters.times(trip.vesselNumber, trip.number)
  const gone = stored.filter((quarterS) => !kept.has(quarterS))
  if (gone.length === 0) return
  const own = { vesselNumber: trip.vesselNumber, tripNumber: trip.number }
  await telemetry.quarters.store(
    gone.map((quarterS) => ({ ...own, quarterS, captainNumber: 0, figures: noFigures(), bins: new Map() })),
  )
  await telemetry.heat.store(
    HEAT_ZOOMS.flatMap((zoom) => gone.map((quarterS) => ({ ...own, zoom, quarterS, cells: new Map() }))),
  )
}

function add(sum: QuarterFigures, more: QuarterFigures) {
  for (const name of Object.keys(sum) as (keyof QuarterFigures)[]) {
    sum[name] =
      name === 'highest_sog_mps' || name === 'max_impact_g'
        ? Math.max(sum[name], more[name])
        : sum[name] + more[name]
  }
}
