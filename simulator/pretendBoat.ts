import { DAY_S, HOUR_S } from '#contract/domain/time.ts'
import { type BoatReadings, describeHouse, describeMoored, describeUnderWay } from './describe.ts'
import { type Boat, seedOf, utcOffsetH } from './fleet.ts'
import { hasHouseSensors, nextHouse } from './house.ts'
import { burstsOf, motionBlock } from './motion.ts'
import { berthOf, sailVoyage, WARM_UP_S } from './sailVoyage.ts'
import { type BusyTimes, type Voyage, voyagesOn } from './timetable.ts'
import type { Track } from './track.ts'

export interface PretendBoat {
  boat: Boat
  /** Messages of the boat from second `fromS` up to, but not including, `toS` (seconds since 1970). */
  between(fromS: number, toS: number, wanted: Wanted): BoatReadings
  /** The track under way at that second, null at the berth. */
  trackAt(second: number): Track | null
  /** Frees the cached track of some megabytes; it is computed again on demand. */
  release(): void
}

export interface Wanted {
  /** Number of motion sensors that send all samples; the others send some around each impact. */
  sensors: number
  /** Whether the device sends the impact of each second, as devices do that keep their motion samples to themselves. */
  impacts: boolean
}

/** At the berth a boat reports this seldom. */
export const MOORED_EVERY_S = 120

/**
 * A boat that sails its timetable. All its data is a function of the boat, the busy times and the requested
 * second, so the live fleet and its history use one code. Only costly results are cached.
 */
export function pretendBoat(boat: Boat, busy: BusyTimes): PretendBoat {
  const seed = seedOf(boat)
  const berth = berthOf(boat)
  const offsetS = utcOffsetH(boat) * HOUR_S
  /** Results of sailed voyages, by departure; tracks are large, so only the last one is kept. */
  const known = new Map<number, Sailed>()
  let latest: { departsS: number; track: Track } | null = null

  const timetable = new Map<number, Voyage[]>()
  const leavingOn = (day: number): Voyage[] => {
    const voyages = timetable.get(day) ?? voyagesOn(boat, day, busy)
    if (timetable.size > 4) timetable.clear()
    timetable.set(day, voyages)
    return voyages
  }

  const trackOf = (voyage: Voyage, warmth: number): Track => {
    if (latest?.departsS !== voyage.departsS)
      latest = { departsS: voyage.departsS, track: sailVoyage(boat, voyage, warmth) }
    return latest.track
  }

  /** The last voyage that had begun by then, among those of that day. */
  const sailedBy = (second: number, day: number): Sailed | null => {
    let before: Sailed | null = null
    for (const voyage of leavingOn(day)) {
      if (voyage.departsS - WARM_UP_S > second) break
      const sailed: Sailed = known.get(voyage.departsS) ?? sail(voyage, before)
      known.set(voyage.departsS, sailed)
      if (known.size > 60) known.delete(known.keys().next().value ?? 0)
      before = sailed
    }
    return before
  }

  const sail = (voyage: Voyage, before: Sailed | null): Sailed => {
    const warmth = before ? Math.exp((before.endS - voyage.departsS) / COOLING_S) : 0
    const track = trackOf(voyage, warmth)
    const burntM3 = track.burntM3[track.seconds - 1] ?? 0
    // Tanks are filled every night, and between voyages when the next one would bring them under an eighth.
    const fullM3 = 0.97 * boat.hull.tankM3
    const left = before?.leftM3 ?? fullM3
    const startM3 = left - burntM3 < boat.hull.tankM3 / 8 ? fullM3 : left
    return {
      voyage,
      warmth,
      startS: track.startS,
      endS: track.startS + track.seconds,
      startM3,
      leftM3: startM3 - burntM3,
    }
  }

  const lastSailed = (second: number): Sailed | null => {
    const day = Math.floor((second + offsetS) / DAY_S)
    return sailedBy(second, day) ?? sailedBy(second, day - 1)
  }

  return {
    boat,
    trackAt(second) {
      const sailed = lastSailed(second)
      return sailed && second < sailed.endS ? trackOf(sailed.voyage, sailed.warmth) : null
    },
    release() {
      latest = null
    },
    between(fromS, toS, wanted) {
      const readings: BoatReadings = { scalars: [], fixes: [], motion: [], ais: [], faults: [] }
      for (let second = fromS; second < toS; ) {
        const sailed = lastSailed(second)
        if (sailed && second < sailed.endS) {
          const track = trackOf(sailed.voyage, sailed.warmth)
          const until = Math.min(toS, sailed.endS)
          const [fromRow, toRow] = [second - track.startS, until - track.startS]
          for (let sensor = 1; sensor <= boat.sensors; sensor++) {
            const intervals =
              sensor <= wanted.sensors ? [[fromRow, toRow] as const] : burstsOf(track, fromRow, toRow)
            for (const [from, to] of intervals)
              readings.motion.push(motionBlock(boat, track, sensor, from, to - from))
          }
          for (; second < until; second++) {
            const row = second - track.startS
            describeUnderWay(
              boat,
              seed,
              track,
              row,
              sailed.startM3 - (track.burntM3[row] ?? 0),
              wanted.impacts,
              readings,
            )
          }
        } else {
          if (second % MOORED_EVERY_S === 0) {
            describeMoored(boat, seed, berth, second, sailed?.leftM3 ?? 0.97 * boat.hull.tankM3, readings)
          } else if (nextHouse(seed, second - 1) === second) describeHouse(boat, seed, second, readings)
          second = Math.min(toS, nextOccasion(second))
        }
      }
      return readings
    },
  }

  /** The next second at which a moored boat reports or starts its engines. */
  function nextOccasion(second: number): number {
    const report = (Math.floor(second / MOORED_EVERY_S) + 1) * MOORED_EVERY_S
    const day = Math.floor((second + offsetS) / DAY_S)
    const starts = [day, day + 1]
      .flatMap(leavingOn)
      .map((voyage) => voyage.departsS - WARM_UP_S)
      .filter((startS) => startS > second)
    return Math.min(report, hasHouseSensors(boat) ? nextHouse(seed, second) : report, ...starts)
  }
}

interface Sailed {
  voyage: Voyage
  warmth: number
  startS: number
  endS: number
  /** Fuel in the tank at the start and at the end. */
  startM3: number
  leftM3: number
}

/** Engines lose their heat at the berth within a few hours. */
const COOLING_S = 2.5 * HOUR_S
