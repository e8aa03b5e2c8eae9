import { DAY_S } from '#contract/domain/time.ts'
import { type SpeedBins, type StoredQuarterHour, sumBins } from '#server/telemetry/quarterHours.ts'
import { type EcoBand, ecoBand } from './ecoBand.ts'
import { ECO_HISTORY_S } from './readEcoBand.ts'

/**
 * Days on which trips of a vessel are measured by another eco band once the stored quarter-hours of one earlier trip
 * are replaced by the computed ones. `history` has the stored bins by day, those of that trip included.
 */
export function daysWithOtherBand(
  days: readonly number[],
  history: ReadonlyMap<number, SpeedBins>,
  trip: { stored: readonly StoredQuarterHour[]; computed: readonly StoredQuarterHour[] },
  vessel: { topSpeedMps: number | null; cruisingSpeedMps: number | null },
): number[] {
  return days.filter((dayS) => {
    const isBefore = (second: number) => second >= dayS - ECO_HISTORY_S && second < dayS
    const binsOf = (quarterHours: readonly StoredQuarterHour[]) =>
      quarterHours.flatMap(({ quarterHourS, bins }) => (isBefore(quarterHourS) ? [bins] : []))
    const known = [...history].flatMap(([ofS, bins]) => (isBefore(ofS) ? [bins] : []))
    const before = sumBins(known)
    const after = sumBins([...known, ...binsOf(trip.computed), ...binsOf(trip.stored).map(negated)])
    return !isSameBand(ecoBand(before, vessel), ecoBand(after, vessel))
  })
}

const negated = (bins: SpeedBins): SpeedBins =>
  new Map(
    [...bins].map(([kn, bin]) => [
      kn,
      Object.fromEntries(Object.entries(bin).map(([name, sum]) => [name, -sum])) as typeof bin,
    ]),
  )

const isSameBand = (a: EcoBand | null, b: EcoBand | null) =>
  a?.speedMps === b?.speedMps && a?.fromMps === b?.fromMps && a?.toMps === b?.toMps

/** The start of the day of UTC, in seconds since 1970. */
export const dayOf = (us: number) => Math.floor(us / (1e6 * DAY_S)) * DAY_S
