/** Consumers and supplies of a boat at her berth: the bilge pump, and the current from the shore. */
import { DAY_S, HOUR_S } from '#contract/domain/time.ts'
import type { Boat } from './fleet.ts'
import { chance } from './random.ts'

/** The buses that carry the state of switches and of the shore's current. */
export const hasHouseSensors = ({ equipment }: Boat) => equipment === 'n2k' || equipment === 'signalk'

/** The switch of the bilge pump, and the inlet of the shore's current. */
export const PUMP = 1
export const INLET = 1
/**
 * Interval of reports in s while a pump runs or shore power fails; otherwise they come with everything else.
 */
export const HOUSE_EVERY_S = 5

/**
 * In one hour of six a little water is pumped out; once in three weeks the float sticks, and the pump runs
 * on.
 */
const PUMPS = 1 / 6
const PUMPS_S = 35
const STICKS = 1 / (21 * 24)
const STICKS_S = 15 * 60
/** Share of days with a power cut: once in two weeks a person pulls the plug, or the breaker on the jetty falls. */
const DEAD_DAYS = 1 / 14
const DEAD_S = 25 * 60

interface Interval {
  fromS: number
  toS: number
}

/** When the pump runs that starts in the hour of this second. */
function pumping(seed: number, second: number): Interval | null {
  const hour = Math.floor(second / HOUR_S)
  const luck = chance(seed, hour, 201)
  if (luck > PUMPS) return null
  const runsS = luck < STICKS ? STICKS_S : PUMPS_S
  // The pump stops before the next one may start.
  const fromS = hour * HOUR_S + Math.floor((HOUR_S - STICKS_S - 120) * chance(seed, hour, 202))
  return { fromS, toS: fromS + runsS }
}

/** When there is no current from the shore on the day of this second. */
function dead(seed: number, second: number): Interval | null {
  const day = Math.floor(second / DAY_S)
  if (chance(seed, day, 203) > DEAD_DAYS) return null
  const fromS = day * DAY_S + Math.floor((DAY_S - DEAD_S - 120) * chance(seed, day, 204))
  return { fromS, toS: fromS + DEAD_S }
}

const isIn = (interval: Interval | null, second: number) =>
  interval !== null && second >= interval.fromS && second < interval.toS

export function houseAt(seed: number, second: number): { isPumping: boolean; shoreV: number } {
  return {
    isPumping: isIn(pumping(seed, second), second),
    shoreV: isIn(dead(seed, second), second) ? 0 : 229 + Math.floor(3 * chance(seed, second, 205)),
  }
}

/** The next second at which an event begins, continues or ends; infinite when the next hour has none. */
export function nextHouse(seed: number, second: number): number {
  const intervals = [second, second + HOUR_S].flatMap((at) =>
    [pumping(seed, at), dead(seed, at)].filter((interval) => interval !== null),
  )
  const nexts = intervals.flatMap(({ fromS, toS }) => {
    if (second < fromS) return [fromS]
    if (second >= toS) return []
    return [Math.min(toS, fromS + (Math.floor((second - fromS) / HOUSE_EVERY_S) + 1) * HOUSE_EVERY_S)]
  })
  return Math.min(Number.POSITIVE_INFINITY, ...nexts)
}
