import { MINUTE_US } from '#contract/domain/time.ts'
import { degToRad, radToDeg, wrap180 } from '#contract/domain/units.ts'
import { EARTH_RADIUS_M, haversineM } from '#contract/geodesy/geo.ts'
import type { Track } from '#server/telemetry/positions.ts'
import { firstAfter } from './circumstances.ts'

/** Another boat near a place at a moment. */
export interface NearbyShip {
  track: Track
  latitudeDeg: number
  longitudeDeg: number
  cogRad: number | null
  distanceM: number
  ageS: number
}

const OLDEST_US = MINUTE_US

/**
 * Boats within `radiusM` of the place, nearest first. Each is moved from her last report of the minute
 * before, with its course and speed.
 */
export function nearbyShips(
  tracks: readonly Track[],
  place: { latitudeDeg: number; longitudeDeg: number },
  us: number,
  radiusM: number,
): NearbyShip[] {
  return tracks
    .flatMap((track) => {
      const i = firstAfter(track.timeUs, us) - 1
      const ageUs = us - (track.timeUs[i] ?? Number.NEGATIVE_INFINITY)
      if (ageUs > OLDEST_US) return []
      const there = carriedOn(track, i, ageUs / 1e6)
      const distanceM = haversineM(
        place.latitudeDeg,
        place.longitudeDeg,
        there.latitudeDeg,
        there.longitudeDeg,
      )
      return distanceM <= radiusM ? [{ track, ...there, distanceM, ageS: ageUs / 1e6 }] : []
    })
    .sort((a, b) => a.distanceM - b.distanceM)
}

/** Along the course for a minute at most, where the sea is flat enough. */
function carriedOn({ latitudeDeg, longitudeDeg, sogMps, cogRad }: Track, i: number, seconds: number) {
  const cog = cogRad[i] ?? Number.NaN
  const sailedM = (sogMps[i] ?? Number.NaN) * seconds
  const from = { latitudeDeg: latitudeDeg[i] ?? 0, longitudeDeg: longitudeDeg[i] ?? 0 }
  if (Number.isNaN(cog)) return { ...from, cogRad: null }
  if (Number.isNaN(sailedM)) return { ...from, cogRad: cog }
  const northDeg = radToDeg((sailedM * Math.cos(cog)) / EARTH_RADIUS_M)
  const eastDeg = radToDeg(
    (sailedM * Math.sin(cog)) / (EARTH_RADIUS_M * Math.cos(degToRad(from.latitudeDeg))),
  )
  return {
    latitudeDeg: from.latitudeDeg + northDeg,
    longitudeDeg: wrap180(from.longitudeDeg + eastDeg),
    cogRad: cog,
  }
}
