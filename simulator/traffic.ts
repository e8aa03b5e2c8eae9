import type { AisReport } from '#contract/domain/reading.ts'
import { DEG_RAD } from '#contract/domain/units.ts'
import { bearingRad, EARTH_RADIUS_M, haversineM } from '#contract/geodesy/geo.ts'
import { keepsConsort } from './consort.ts'
import { hashText, noise1 } from './random.ts'
import type { Track } from './track.ts'
import { legBetween, type Place, type Waypoint } from './waters.ts'

/** A pretend ship outside the fleet: it sails to and fro along its places, with a pause at both ends. */
export interface Stranger {
  mmsi: number
  name: string
  seed: number
  places: readonly Place[]
  speedMps: number
}

const ship = (mmsi: number, name: string, speedMps: number, ...places: Place[]): Stranger => ({
  mmsi,
  name,
  seed: hashText(name),
  places,
  speedMps,
})

/** Numbers of ships' stations begin with the country: 251 Iceland, 247 Italy. */
export const TRAFFIC: readonly Stranger[] = [
  ship(251_900_101, 'BLIKFARI', 7.5, 'reykjavik', 'akranes'),
  ship(251_900_102, 'HVALASKODUN II', 6, 'reykjavik', 'whales', 'farWhales'),
  ship(251_900_103, 'SELTJORN', 5, 'pilotStation', 'midBay', 'keflavik'),
  ship(251_900_104, 'GRIMSNES', 3.1, 'keflavik', 'cod'),
  ship(251_900_105, 'VALBJORG', 2.6, 'akranes', 'haddock'),
  ship(251_900_106, 'EYJAFERJAN', 4.4, 'reykjavik', 'videy'),
  ship(251_900_107, 'STRAUMUR', 4.8, 'hafnarfjordur', 'grotta', 'whales'),
  ship(251_900_108, 'BRIMNES', 5.6, 'hafnarfjordur', 'keflavik'),
  ship(251_900_109, 'LUNDI', 4, 'reykjavik', 'lundey'),
  ship(247_900_201, 'TIGULLIO', 6.2, 'camogli', 'sanFruttuoso', 'portofino', 'santaMargherita', 'rapallo'),
  ship(247_900_202, 'CARLO FELICE', 7, 'pilotGenova', 'canyon'),
  ship(247_900_203, 'BOCCADASSE', 2.4, 'genova', 'nervi', 'camogli'),
  ship(247_900_204, 'ACQUAMARINA', 9, 'genova', 'offshore', 'portofino'),
  ship(247_900_205, 'SANTA ZITA', 2.2, 'rapallo', 'sestri'),
  ship(247_900_206, 'LEVANTE SECONDO', 5, 'pilotGenova', 'voltri'),
]

/** AIS reports at this place in this second: each ship in range once in ten seconds. */
export function shipsInRange(latitudeDeg: number, longitudeDeg: number, second: number): AisReport[] {
  const received: AisReport[] = []
  for (const stranger of TRAFFIC) {
    if ((second + stranger.mmsi) % REPORT_EVERY_S !== 0) continue
    const report = reportAt(stranger, second)
    const away = haversineM(latitudeDeg, longitudeDeg, report.latitudeDeg ?? 0, report.longitudeDeg ?? 0)
    if (away < RANGE_M) received.push(report)
  }
  return received
}

/** A boat that sails abreast of another one on some of her voyages, now nearer and now further off, and once too near. */
export function consortOf(track: Track, row: number): AisReport[] {
  const second = track.startS + row
  if (!keepsConsort(track.seed) || second % REPORT_EVERY_S !== 0) return []
  const headingRad = track.headingRad[row] ?? 0
  const isNudged = track.mishap?.kind === 'nudge' && Math.abs(row - track.mishap.atS) <= 2 * REPORT_EVERY_S
  const offM = isNudged ? TOUCHES_M : CONSORT_M * (1.2 + noise1(track.seed, second / 60))
  const latitudeDeg = track.latitudeDeg[row] ?? 0
  const eastM = offM * Math.cos(headingRad)
  const northM = -offM * Math.sin(headingRad)
  return [
    {
      timeUs: second * 1_000_000,
      mmsi: 251_900_110,
      name: 'ÁGÚSTA',
      latitudeDeg: latitudeDeg + northM / EARTH_RADIUS_M / DEG_RAD,
      longitudeDeg:
        (track.longitudeDeg[row] ?? 0) + eastM / (EARTH_RADIUS_M * Math.cos(latitudeDeg * DEG_RAD)) / DEG_RAD,
      sogMps: track.sogMps[row] ?? 0,
      cogRad: (((track.cogRad[row] ?? 0) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI),
    },
  ]
}

/** Mean distance of the consort, m: it varies from a fifth of it to more than twice. */
const CONSORT_M = 30
/** From antenna to antenna when hulls touch. */
const TOUCHES_M = 2.5

export function reportAt({ mmsi, name, seed, places, speedMps }: Stranger, second: number): AisReport {
  const path = pathThrough(name, places)
  const lengthM = path.at(-1)?.alongM ?? 0
  const passageS = lengthM / speedMps
  const roundS = 2 * (passageS + STAY_S)
  const inRoundS = (second + seed) % roundS
  const back = inRoundS > passageS + STAY_S
  const sailedS = Math.min(passageS, back ? inRoundS - passageS - STAY_S : inRoundS)
  const moored = sailedS === passageS
  const alongM = (back ? passageS - sailedS : sailedS) * speedMps
  const next = Math.max(
    1,
    path.findIndex((point) => point.alongM >= alongM),
  )
  const [a, b] = [path[next - 1], path[next]]
  if (!a || !b) throw new Error(`${name} sails nowhere`)
  const share = Math.min(1, (alongM - a.alongM) / (b.alongM - a.alongM))
  const courseRad = bearingRad(a.at[0], a.at[1], b.at[0], b.at[1])
  return {
    timeUs: second * 1_000_000,
    mmsi,
    name,
    latitudeDeg: a.at[0] + (b.at[0] - a.at[0]) * share,
    longitudeDeg: a.at[1] + (b.at[1] - a.at[1]) * share,
    sogMps: moored ? 0 : speedMps,
    cogRad: (courseRad + (back ? Math.PI : 0) + 2 * Math.PI) % (2 * Math.PI),
  }
}

const REPORT_EVERY_S = 10
const RANGE_M = 12_000
/** Ships wait this long at either end. */
const STAY_S = 1500

interface PathPoint {
  at: Waypoint
  alongM: number
}
const paths = new Map<string, PathPoint[]>()

function pathThrough(name: string, places: readonly Place[]): PathPoint[] {
  const known = paths.get(name)
  if (known) return known
  const path: PathPoint[] = []
  places.slice(1).forEach((to, i) => {
    const from = places[i]
    for (const at of from ? legBetween(from, to) : []) {
      const last = path.at(-1)
      const stepM = last ? haversineM(last.at[0], last.at[1], at[0], at[1]) : 0
      if (!last || stepM > 0) path.push({ at, alongM: (last?.alongM ?? 0) + stepM })
    }
  })
  paths.set(name, path)
  return path
}
