import { HOUR_S } from '#contract/domain/time.ts'
import { knToMps, mpsToKn, mToNmi } from '#contract/domain/units.ts'
import type { SpeedBins } from '#server/telemetry/quarterHours.ts'

/** Speeds that cost at most a twentieth more a mile than the best one. */
export interface EcoBand {
  speedMps: number
  /** [fromMps, toMps) */
  fromMps: number
  toMps: number
}

const LEAST_S = 5 * HOUR_S
const LEAST_BINS = 8
const LEAST_BIN_S = 300
const NEAR = 1.05
/** Craft faster than this plane: for them the least at walking pace is no advice. */
const PLANES_ABOVE_KN = 12

/** Eco band over cruising seconds of the last 90 days; null before there are enough. */
export function ecoBand(
  bins: SpeedBins,
  vessel: { topSpeedMps: number | null; cruisingSpeedMps: number | null },
): EcoBand | null {
  const kept = [...bins]
    .filter(([, { cruise_s, cruise_m }]) => cruise_s >= LEAST_BIN_S && cruise_m > 0)
    .sort(([a], [b]) => a - b)
  const totalS = kept.reduce((sum, [, { cruise_s }]) => sum + cruise_s, 0)
  if (kept.length < LEAST_BINS || totalS < LEAST_S) return null
  const perMile = new Map(kept.map(([kn, bin]) => [kn, (bin.cruise_m3 * 1000) / mToNmi(bin.cruise_m)]))
  return bestBand(smoothed(perMile), vessel)
}

/** The best speed of a curve of L/nmi by whole knots, and the bins around it that are near the best. */
export function bestBand(
  perMile: ReadonlyMap<number, number>,
  { topSpeedMps, cruisingSpeedMps }: { topSpeedMps: number | null; cruisingSpeedMps: number | null },
): EcoBand | null {
  const topKn = topSpeedMps === null ? Number.POSITIVE_INFINITY : mpsToKn(topSpeedMps)
  const lowestKn = topKn > PLANES_ABOVE_KN ? Math.max(8, mpsToKn(cruisingSpeedMps ?? 0) / 2) : 3
  const within = [...perMile].filter(([kn]) => kn >= lowestKn && kn < topKn)
  const [first] = within
  if (!first) return null
  // When speeds are equally good, the faster one wins: the boat is home earlier.
  const [best, least] = within.reduce((one, other) => (other[1] <= one[1] ? other : one), first)
  const isNear = (kn: number) => (perMile.get(kn) ?? Number.POSITIVE_INFINITY) <= NEAR * least
  let [from, to] = [best, best]
  while (isNear(from - 1) && from - 1 >= lowestKn) from--
  while (isNear(to + 1)) to++
  return { speedMps: knToMps(best + 0.5), fromMps: knToMps(from), toMps: knToMps(to + 1) }
}

/** Mean of a bin and its neighbours, ignoring those without a value. */
function smoothed(perMile: ReadonlyMap<number, number>): Map<number, number> {
  return new Map(
    [...perMile.keys()].map((kn) => {
      const near = [kn - 1, kn, kn + 1].flatMap((one) => perMile.get(one) ?? [])
      return [kn, near.reduce((sum, one) => sum + one, 0) / near.length]
    }),
  )
}
