import { expect, test } from 'vitest'
import { DAY_S, QUARTER_HOUR_S } from '#contract/domain/time.ts'
import type { SpeedBins, StoredQuarterHour } from '#server/telemetry/quarterHours.ts'
import { daysWithOtherBand } from './changedBands.ts'

const VESSEL = { topSpeedMps: 20, cruisingSpeedMps: 12 }
const DAY = (day: number) => (20_000 + day) * DAY_S

/** An hour at each speed from `fromKn` on, which costs least a mile at `bestKn`. */
function hours(fromKn: number, count: number, bestKn: number, hours = 1): SpeedBins {
  const bins: SpeedBins = new Map()
  for (let kn = fromKn; kn < fromKn + count; kn++) {
    const [s, m] = [3600 * hours, kn * 1852 * hours]
    const m3 = (m / 1852) * (1 + 0.1 * (kn - bestKn) ** 2) * 0.001
    bins.set(kn, { bin_s: s, bin_m3: m3, bin_m: m, cruise_s: s, cruise_m3: m3, cruise_m: m })
  }
  return bins
}
const tripOn = (day: number, bins: SpeedBins): StoredQuarterHour[] => [
  { quarterHourS: DAY(day) + 36_000, bins },
]
const changedBy = (
  history: [number, SpeedBins][],
  stored: StoredQuarterHour[],
  computed: StoredQuarterHour[],
) =>
  daysWithOtherBand(
    [1, 2, 89, 90, 91].map(DAY),
    new Map(history.map(([day, bins]) => [DAY(day), bins])),
    { stored, computed },
    VESSEL,
  ).map((dayS) => dayS / DAY_S - 20_000)

test('names the days whose ninety days before contain a trip that changes the band', () => {
  const trip = tripOn(0, hours(10, 10, 14))
  // The first trip with enough hours gives a band to all days that look back on it.
  expect(changedBy([], [], trip)).toEqual([1, 2, 89, 90])
  expect(changedBy([[0, hours(10, 10, 14)]], trip, [])).toEqual([1, 2, 89, 90])
  // The same again changes nothing, and neither do more hours of the same curve.
  expect(changedBy([[0, hours(10, 10, 14)]], trip, trip)).toEqual([])
  expect(changedBy([[-1, hours(10, 10, 14)]], [], trip)).toEqual([90])
  // A few hours of another curve move the best speed.
  expect(changedBy([[0, hours(10, 10, 14)]], trip, tripOn(0, hours(10, 10, 16)))).toEqual([1, 2, 89, 90])
})

test('counts only the part of a trip before the midnight that a later day begins with', () => {
  const afterMidnight = [{ quarterHourS: DAY(1) + QUARTER_HOUR_S, bins: hours(10, 10, 14) }]
  expect(changedBy([], [], afterMidnight)).toEqual([2, 89, 90, 91])
})
