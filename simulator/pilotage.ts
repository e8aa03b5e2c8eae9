import { DEG_RAD } from '#contract/domain/units.ts'
import { bearingRad, haversineM } from '#contract/geodesy/geo.ts'
import type { Call } from './fleet.ts'
import { legBetween, type Place, type Waypoint } from './waters.ts'

/** Course of the boat at this moment, and her speed limit. */
export interface Order {
  courseRad: number
  speedLimitMps: number
  /** Metres to the nearest shore, from which depth and shelter follow. */
  shoreM: number
  /** Standing still on purpose: alongside, engines ticking over. */
  holding: boolean
  arrived: boolean
}

/**
 * Follows a voyage from waypoint to waypoint and through its calls. `step` is called once a second with the
 * boat's place and speed, and returns where to steer.
 */
export function startPilotage(
  home: Place,
  calls: readonly Call[],
  decelerationMps2: number,
  random: () => number,
) {
  let from = home
  let call = 0
  let leg = calls[0] ? legBetween(home, calls[0].place) : []
  let next = 1
  let heldS = 0
  let roaming: Waypoint | null = null

  const step = (latitudeDeg: number, longitudeDeg: number, speedMps: number): Order => {
    for (;;) {
      const current = calls[call]
      const berthing =
        current !== undefined && !current.roam && (current.holdMin !== undefined || call === calls.length - 1)
      const target = roaming ?? leg[next]
      if (!current || !target) return still(leg.at(-1)?.[2] ?? 100, true)
      const distanceM = haversineM(latitudeDeg, longitudeDeg, target[0], target[1])
      const last = next === leg.length - 1 && !roaming
      const reached = distanceM < (last && berthing ? BERTH_M : Math.max(20, 3.5 * speedMps))
      const holdS = (current.holdMin ?? 0) * 60

      if (reached && !last && !roaming) {
        next++
        continue
      }
      if (reached && last && berthing && heldS < holdS) {
        heldS++
        return still(target[2], false)
      }
      if ((reached && last) || roaming) {
        if (current.roam && heldS < holdS) {
          heldS++
          if (!roaming || reached) roaming = around(leg.at(-1) ?? target, current.roam.radiusM, random)
          const courseRad = bearingRad(latitudeDeg, longitudeDeg, roaming[0], roaming[1])
          const pause = Math.floor(heldS / 400) % 5 === 4
          return {
            ...still(roaming[2], false),
            holding: false,
            courseRad,
            speedLimitMps: current.roam.speedMps * (pause ? 0.35 : 1),
          }
        }
        from = current.place
        call++
        heldS = 0
        next = 1
        roaming = null
        const following = calls[call]
        if (!following) return still(target[2], true)
        leg = legBetween(from, following.place)
        continue
      }

      const previous = leg[next - 1] ?? target
      const lengthM = Math.max(1, haversineM(previous[0], previous[1], target[0], target[1]))
      const gone = Math.min(1, Math.max(0, 1 - distanceM / lengthM))
      const shoreM = previous[2] + (target[2] - previous[2]) * gone
      const endM = distanceM + lengthAfter(leg, next)
      const first = leg[0] ?? target
      const startM = haversineM(latitudeDeg, longitudeDeg, first[0], first[1])
      let limit = shoreM < 120 ? 3.2 : shoreM < 260 ? 5.5 : 40
      if (first[2] < HARBOUR_SHORE_M) limit = Math.min(limit, harbourLimit(startM))
      if ((leg.at(-1)?.[2] ?? 0) < HARBOUR_SHORE_M) limit = Math.min(limit, harbourLimit(endM))
      if (berthing && last)
        limit = Math.min(limit, Math.max(0.4, distanceM / 7), Math.sqrt(decelerationMps2 * distanceM))
      return {
        courseRad: bearingRad(latitudeDeg, longitudeDeg, target[0], target[1]),
        speedLimitMps: limit,
        shoreM,
        holding: false,
        arrived: false,
      }
    }
  }
  return { step }
}

/** A place this near the shore is a harbour. */
const HARBOUR_SHORE_M = 400
/** Within this distance the boat is alongside. */
const BERTH_M = 3

const still = (shoreM: number, arrived: boolean): Order => ({
  courseRad: 0,
  speedLimitMps: 0,
  shoreM,
  holding: true,
  arrived,
})

/** Harbours ask for six knots inside and a moderate speed off their mouth. */
const harbourLimit = (berthM: number) => (berthM < 550 ? 3 : berthM < 1000 ? 6 : 40)

function lengthAfter(leg: readonly Waypoint[], index: number): number {
  let sum = 0
  for (let i = index; i + 1 < leg.length; i++) {
    const [a, b] = [leg[i], leg[i + 1]]
    if (a && b) sum += haversineM(a[0], a[1], b[0], b[1])
  }
  return sum
}

/** A place within the radius, kept clear of the shore. */
function around(centre: Waypoint, radiusM: number, random: () => number): Waypoint {
  const distanceM = Math.min(radiusM, 0.6 * centre[2]) * (0.4 + 0.6 * random())
  const bearing = 2 * Math.PI * random()
  const northDeg = (distanceM * Math.cos(bearing)) / METRES_A_DEGREE
  const eastDeg = (distanceM * Math.sin(bearing)) / (METRES_A_DEGREE * Math.cos(centre[0] * DEG_RAD))
  return [centre[0] + northDeg, centre[1] + eastDeg, centre[2]]
}

const METRES_A_DEGREE = 111_195
