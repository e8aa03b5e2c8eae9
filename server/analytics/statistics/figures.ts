import { IMPACT_BUCKETS, STAGES, type Stage } from '#contract/statistics.ts'
import { L_PER_HR_M3PS, mpsToKn, mToNmi } from '#contract/units.ts'

/**
 * What quarter-hours of trips are summed into, whatever they are grouped by. Everything adds up but the two maxima, so
 * any grouping of any quarters gives the same figures. SI units; a maximum is null where nothing was measured.
 */
export interface Sums {
  /** Trips that began in these quarters. */
  trips: number
  distanceM: number
  stageS: Record<Stage, number>
  stageFuelM3: Record<Stage, number>
  /** Fuel, and the time and distance in which its rate was known. */
  fuelM3: number
  fuelS: number
  fuelDistanceM: number
  co2Kg: number
  noxG: number
  /** Integrals over the time with values, and that time. */
  sogM: number
  sogS: number
  rogM: number
  rogS: number
  impactGS: number
  impactS: number
  maxSogMps: number | null
  maxImpactG: number | null
  events: number
  eventPeaksG: number
  redEvents: number
  belowS: number
  aroundS: number
  aboveS: number
  /** Moving seconds whose largest impact lies in each of IMPACT_BUCKETS. */
  impactBucketsS: number[]
}

export const noSums = (): Sums => ({
  trips: 0,
  distanceM: 0,
  stageS: byStage(() => 0),
  stageFuelM3: byStage(() => 0),
  fuelM3: 0,
  fuelS: 0,
  fuelDistanceM: 0,
  co2Kg: 0,
  noxG: 0,
  sogM: 0,
  sogS: 0,
  rogM: 0,
  rogS: 0,
  impactGS: 0,
  impactS: 0,
  maxSogMps: null,
  maxImpactG: null,
  events: 0,
  eventPeaksG: 0,
  redEvents: 0,
  belowS: 0,
  aroundS: 0,
  aboveS: 0,
  impactBucketsS: IMPACT_BUCKETS.map(() => 0),
})

/** Adds `more` to `sums` in place. */
export function addSums(sums: Sums, more: Sums): void {
  for (const name of ADDED) sums[name] += more[name]
  for (const stage of STAGES) {
    sums.stageS[stage] += more.stageS[stage]
    sums.stageFuelM3[stage] += more.stageFuelM3[stage]
  }
  for (const [i, seconds] of more.impactBucketsS.entries())
    sums.impactBucketsS[i] = (sums.impactBucketsS[i] ?? 0) + seconds
  sums.maxSogMps = larger(sums.maxSogMps, more.maxSogMps)
  sums.maxImpactG = larger(sums.maxImpactG, more.maxImpactG)
}

const ADDED = [
  'trips',
  'distanceM',
  'fuelM3',
  'fuelS',
  'fuelDistanceM',
  'co2Kg',
  'noxG',
  'sogM',
  'sogS',
  'rogM',
  'rogS',
  'impactGS',
  'impactS',
  'events',
  'eventPeaksG',
  'redEvents',
  'belowS',
  'aroundS',
  'aboveS',
] as const satisfies readonly (keyof Sums)[]

const MIN_S = 60
const SHORTEST_NMI = 0.1

/** Figures in wire units; null is "not measured". Ratios are ratios of sums. */
export const figures = {
  nmi: (sums: Sums) => mToNmi(sums.distanceM),
  /** Active and idle together, which is the time with data and not the time on the clock. */
  minutes: (sums: Sums) => total(sums.stageS) / MIN_S,
  activeMinutes: (sums: Sums) => (total(sums.stageS) - sums.stageS.idle) / MIN_S,
  idleMinutes: (sums: Sums) => sums.stageS.idle / MIN_S,
  litres: (sums: Sums) => known(sums.fuelS, litres(sums.fuelM3)),
  activeLitres: (sums: Sums) => litres(total(sums.stageFuelM3) - sums.stageFuelM3.idle),
  idleLitres: (sums: Sums) => litres(sums.stageFuelM3.idle),
  co2Kg: (sums: Sums) => known(sums.fuelS, sums.co2Kg),
  /** Without a factor of the engine nothing was added. */
  noxG: (sums: Sums) => known(sums.noxG, sums.noxG),
  litresAnHour: (sums: Sums) => known(sums.fuelS, (sums.fuelM3 / sums.fuelS) * L_PER_HR_M3PS),
  litresANmi: (sums: Sums) =>
    mToNmi(sums.fuelDistanceM) < SHORTEST_NMI ? null : litres(sums.fuelM3) / mToNmi(sums.fuelDistanceM),
  avgSogKn: (sums: Sums) => known(sums.sogS, mpsToKn(sums.sogM / sums.sogS)),
  avgRogKn: (sums: Sums) => known(sums.rogS, mpsToKn(sums.rogM / sums.rogS)),
  maxSogKn: (sums: Sums) => (sums.maxSogMps === null ? null : mpsToKn(sums.maxSogMps)),
  avgImpactG: (sums: Sums) => known(sums.impactS, sums.impactGS / sums.impactS),
  peakImpactG: (sums: Sums) => sums.maxImpactG,
  avgPeakImpactG: (sums: Sums) => known(sums.events, sums.eventPeaksG / sums.events),
  redImpacts: (sums: Sums) => (sums.maxImpactG === null ? null : sums.redEvents),
} as const satisfies Record<string, (sums: Sums) => number | null>

/** A line of a report's table. */
export const aggregateRow = (sums: Sums) => ({
  nr_trips: sums.trips,
  distance: figures.nmi(sums),
  duration_minutes: figures.minutes(sums),
  fuel_consumption: figures.litres(sums),
  co2_emissions: figures.co2Kg(sums),
  nox_emissions: figures.noxG(sums),
  avg_fuel_rate: figures.litresAnHour(sums),
  avg_fuel_rate_l_nm: figures.litresANmi(sums),
  avg_impact: figures.avgImpactG(sums),
  peak_impact: figures.peakImpactG(sums),
  red_impacts: figures.redImpacts(sums),
  avg_sog: figures.avgSogKn(sums),
  max_sog: figures.maxSogKn(sums),
})

/** Share of moving time by its largest impact; {} without sensors. */
export function impactDistribution({ impactBucketsS }: Sums): Record<string, number> {
  const all = impactBucketsS.reduce((sum, seconds) => sum + seconds, 0)
  return all === 0
    ? {}
    : Object.fromEntries(IMPACT_BUCKETS.map((bucket, i) => [bucket, (impactBucketsS[i] ?? 0) / all]))
}

/** Percent with one decimal; null while there is no safety speed to compare with. */
export function speedShares({ belowS, aroundS, aboveS }: Sums) {
  const all = belowS + aroundS + aboveS
  const percent = (seconds: number) => Math.round((seconds / all) * 1000) / 10
  return all === 0 ? null : { below: percent(belowS), around: percent(aroundS), above: percent(aboveS) }
}

const total = (stages: Record<Stage, number>) => STAGES.reduce((sum, stage) => sum + stages[stage], 0)
const litres = (m3: number) => m3 * 1000
const known = (amount: number, value: number) => (amount > 0 ? value : null)
const larger = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.max(a, b))

export function byStage<Value>(of: (stage: Stage) => Value): Record<Stage, Value> {
  return { idle: of('idle'), accel: of('accel'), cruising: of('cruising'), decel: of('decel') }
}
