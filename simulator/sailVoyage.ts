import { HOUR_S } from '#contract/domain/time.ts'
import { DEG_RAD, L_PER_HR_M3PS, STANDARD_GRAVITY_MPS2 } from '#contract/domain/units.ts'
import { EARTH_RADIUS_M } from '#contract/geodesy/geo.ts'
import type { Boat } from './fleet.ts'
import { type Hull, powerShare } from './hulls.ts'
import { HELD_S, isPlaceFor, MISHAPS, mishapOf, RISE_S } from './mishap.ts'
import { startPilotage } from './pilotage.ts'
import { noise1, randomStream } from './random.ts'
import { type Sea, seaAt } from './sea.ts'
import { depthAt } from './seaFloor.ts'
import { encounterRadps, meanSlamG, speedForSlam } from './slamming.ts'
import type { Voyage } from './timetable.ts'
import { type Hit, type Track, writeTrack } from './track.ts'
import { legBetween, type Waypoint } from './waters.ts'

export const WARM_UP_S = 120
const COOL_DOWN_S = 60
const LONGEST_S = 16 * HOUR_S
/** The sea changes slowly: it is computed at this interval and kept in between. */
const SEA_EVERY_S = 60

/**
 * Sails one voyage second by second, from engine start to engine stop. It is a pure function of the boat, the
 * voyage and the warmth of the engines (0 cold … 1 as when they were stopped).
 */
export function sailVoyage(boat: Boat, voyage: Voyage, warmth = 0): Track {
  const { hull } = boat
  const random = randomStream(voyage.seed)
  const pilotage = startPilotage(boat.home, voyage.calls, hull.accelerationMps2 * 0.5, random)
  const startS = voyage.departsS - WARM_UP_S
  const track = writeTrack(startS, voyage.seed)
  const hits: Hit[] = []
  const mishap = mishapOf(boat, voyage.seed)
  let hitS = Number.POSITIVE_INFINITY
  const berth = berthOf(boat)
  const first = voyage.calls[0]
  const out = first ? legBetween(boat.home, first.place)[1] : undefined

  let [latitudeDeg, longitudeDeg] = [berth[0], berth[1]]
  let headingRad = out ? Math.atan2((out[1] - berth[1]) * Math.cos(berth[0] * DEG_RAD), out[0] - berth[0]) : 0
  let speedMps = 0
  let turnRadps = 0
  let pitchPhase = random() * 6
  let rollPhase = random() * 6
  let burntM3 = 0
  let easedS = 0
  let arrivedS = 0
  let sails = false
  let sea: Sea = seaAt(latitudeDeg, longitudeDeg, startS)
  let coolantK = sea.waterTemperatureK + (COOLANT_K - sea.waterTemperatureK) * warmth
  let oilK = sea.waterTemperatureK + (OIL_K - sea.waterTemperatureK) * warmth
  let load = 0
  let engineHz = 0

  for (let second = 0; second < LONGEST_S && arrivedS <= COOL_DOWN_S; second++) {
    if (second % SEA_EVERY_S === 0) sea = seaAt(latitudeDeg, longitudeDeg, startS + second)
    const warming = second < WARM_UP_S
    const order = pilotage.step(latitudeDeg, longitudeDeg, speedMps)
    if (order.arrived) arrivedS++
    const still = warming || order.holding
    const waveHeightM = sea.waveHeightM * (0.06 + 0.94 * Math.min(1, (order.shoreM / 1800) ** 0.8))
    const waveAngle = sea.waveFromRad - headingRad

    // Speed: the captain's wish, limited by sea, place and the next turn.
    const error = still ? 0 : wrapPi(order.courseRad - headingRad)
    const wish =
      wishedSpeed(boat, waveHeightM, waveAngle, easedS > 0) * (1 + 0.04 * noise1(voyage.seed, second / 90))
    sails = hull.kind === 'sailing' && !still && order.shoreM > 500 && sea.windSpeedMps > 3
    const drive = sails ? sailingSpeed(hull, sea.windSpeedMps, waveAngle) : wish
    const cornering = Math.abs(error) > 0.6 ? 0.45 : 1
    const wantedMps = still ? 0 : Math.min(drive, order.speedLimitMps) * cornering
    const before = speedMps
    const change = (wantedMps - speedMps) / 3
    speedMps = Math.max(0, speedMps + clamp(change, -0.8 * hull.accelerationMps2, hull.accelerationMps2))
    let depthM = depthAt(order.shoreM, latitudeDeg, longitudeDeg)
    if (mishap && hitS === Number.POSITIVE_INFINITY && second >= mishap.atS && !still) {
      if (isPlaceFor(mishap.kind, { speedMps, shoreM: order.shoreM, depthM, engineHz }))
        hitS = second + RISE_S
    }
    const wrong = mishap && second > hitS - RISE_S ? MISHAPS[mishap.kind] : null
    if (wrong?.topM) depthM = Math.min(depthM, wrong.topM + 0.3 * (second - hitS) ** 2)
    const struckG = wrong && second === hitS ? 1.1 + random() : 0
    if (wrong && struckG > 0) {
      speedMps *= wrong.keepsWay
      easedS = 90
      hits.push({ atS: second + 0.4, peakG: struckG, widthS: 0.14, push: wrong.push, falls: false })
    }
    if (still && speedMps < 0.05) speedMps = 0
    const surgeMps2 = speedMps - before
    if (easedS > 0) easedS--

    // Rudder: proportional to the error, limited by the hull and by how fast the helm goes over.
    const steerage = Math.min(1, speedMps / 1.2)
    const wander = speedMps > 2 ? 0.012 * noise1(voyage.seed + 1, second / 7) : 0
    const wanted = clamp(error * 0.35, -hull.turnRadps, hull.turnRadps) * steerage + wander
    turnRadps += clamp(wanted - turnRadps, -0.4 * hull.turnRadps, 0.4 * hull.turnRadps)
    if (still) turnRadps = 0
    headingRad = wrapPi(headingRad + turnRadps)

    // Wind and current set the boat off; the pilotage steers against it by aiming again each second.
    const free = Math.min(1, speedMps / 2)
    const drift = free * (sea.currentMps * 0.5)
    const leeway = free * 0.012 * sea.windSpeedMps * (hull.kind === 'sailing' ? 2 : 1)
    const north =
      speedMps * Math.cos(headingRad) +
      drift * Math.cos(sea.currentToRad) -
      leeway * Math.cos(sea.windFromRad)
    const east =
      speedMps * Math.sin(headingRad) +
      drift * Math.sin(sea.currentToRad) -
      leeway * Math.sin(sea.windFromRad)
    const sogMps = Math.min(hull.topSpeedMps, Math.hypot(north, east))
    const cogRad = speedMps === 0 ? headingRad : Math.atan2(east, north)
    latitudeDeg += (sogMps * Math.cos(cogRad)) / EARTH_RADIUS_M / DEG_RAD
    longitudeDeg += (sogMps * Math.sin(cogRad)) / (EARTH_RADIUS_M * Math.cos(latitudeDeg * DEG_RAD)) / DEG_RAD

    // Engines: power for the hull, for gathering way and against the sea; shafts turn with the cube root of it.
    const speedShare = speedMps / hull.topSpeedMps
    const gathering = Math.max(0, surgeMps2 / hull.accelerationMps2) * Math.min(0.35, speedShare)
    const power =
      sails || speedMps === 0 ? 0 : powerShare(hull, speedShare) * (1 + 0.12 * waveHeightM) + gathering
    load += (Math.min(1, power) - load) * 0.5
    const stopped = sails && second > WARM_UP_S
    const idleHz = hull.idleRpm / 60
    const loadHz = (hull.maxRpm / 60) * Math.cbrt(load)
    engineHz = stopped ? 0 : Math.max(idleHz * (1 + 0.01 * noise1(voyage.seed + 2, second / 4)), loadHz)
    if (wrong && second >= hitS && second < hitS + HELD_S) engineHz *= wrong.keepsRpm
    const perEngineLph = stopped ? 0 : hull.idleLph + (hull.fullLph - hull.idleLph) * load
    const fuelM3ps = perEngineLph / L_PER_HR_M3PS
    burntM3 += fuelM3ps * hull.engines
    coolantK += ((stopped ? sea.waterTemperatureK : COOLANT_K + 7 * load) - coolantK) / (stopped ? 2400 : 260)
    oilK += ((stopped ? sea.waterTemperatureK : OIL_K + 16 * load) - oilK) / (stopped ? 2400 : 420)

    // Motion: waves, the hull's response, and slams.
    const met = encounterRadps(sea.wavePeriodS, speedMps, waveAngle)
    const group = 0.65 + 0.45 * (0.5 + 0.5 * noise1(voyage.seed + 3, second / 14))
    const headOn = 0.35 + 0.65 * Math.abs(Math.cos(waveAngle))
    const beamOn = 0.25 + 0.75 * Math.abs(Math.sin(waveAngle))
    const slope = waveHeightM / (0.6 * hull.lengthM + 6)
    const skims = hull.planing && speedShare > 0.4
    const facing = Math.max(0, Math.cos(waveAngle))
    const mean = skims
      ? meanSlamG(hull, speedMps, waveHeightM) * (0.35 + 0.65 * facing)
      : BOW_SLAP_G * waveHeightM * facing * Math.min(1, speedShare * 1.3)
    const heaveG =
      Math.min(
        skims ? 0.16 : 0.3,
        (0.45 * waveHeightM * met ** 2 * responseOf(hull, met)) / STANDARD_GRAVITY_MPS2,
      ) * group
    let impactG = Math.max(0.6 * heaveG + 0.02, struckG)
    const meets = Math.floor((pitchPhase + met) / (2 * Math.PI)) - Math.floor(pitchPhase / (2 * Math.PI))
    for (let wave = 0; wave < meets; wave++) {
      const peakG = Math.min(9, -mean * group * Math.log(1 - random()))
      const atS = second + random()
      const side = 0.35 * Math.sin(waveAngle) * random() + 0.12 * (random() - 0.5)
      if (peakG < SLAM_FLOOR_G || random() < 0.45) continue
      const widthS = 0.085 + 0.05 * random() + 0.02 / peakG
      impactG = Math.max(impactG, 0.95 * peakG)
      if (random() < BREAKING) {
        hits.push({ atS, peakG, widthS, push: breakingPush(waveAngle, random), falls: false })
        continue
      }
      hits.push({ atS, peakG, widthS, push: [-0.14, -side, 1], falls: true })
      // A hull that leaves the water takes her propellers along, and without water they race.
      if (skims && peakG > LEAVES_WATER_G)
        engineHz = Math.max(engineHz, Math.min(hull.maxRpm / 60, loadHz * RACING))
      // After an unusually hard slam the captain eases the throttle for a while.
      if (peakG > 5.5 * boat.captain.bearsG) easedS = 45
    }
    track.row({
      latitudeDeg,
      longitudeDeg,
      sogMps,
      cogRad,
      headingRad,
      turnRadps,
      surgeMps2,
      depthM,
      windSpeedMps: Math.max(0, sea.windSpeedMps * (1 + 0.12 * noise1(voyage.seed + 4, second / 6))),
      windFromRad: sea.windFromRad + 0.12 * noise1(voyage.seed + 5, second / 9),
      waveHeightM,
      airTemperatureK: sea.airTemperatureK,
      waterTemperatureK: sea.waterTemperatureK,
      pressurePa: sea.pressurePa,
      trimRad: trimOf(hull, speedShare),
      heelRad: heelOf(hull, speedMps, turnRadps, sails ? sea.windSpeedMps : 0, waveAngle),
      pitchRad: Math.min(0.2, slope * headOn * 0.8) * group,
      rollRad: Math.min(0.3, slope * beamOn * (hull.planing ? 0.8 : 1.7)) * group,
      heaveG,
      pitchPhase,
      rollPhase,
      load: stopped ? 0 : Math.max(load, 0.04),
      engineHz,
      fuelM3ps,
      coolantK,
      oilK,
      burntM3,
      impactG,
    })
    pitchPhase += met
    rollPhase += (2 * Math.PI) / hull.rollPeriodS
  }
  return track.end(
    hits.sort((a, b) => a.atS - b.atS),
    mishap && hitS < Number.POSITIVE_INFINITY ? { kind: mishap.kind, atS: hitS } : null,
  )
}

/** So hard a landing had the propellers in the air before it, and they turned this much faster. */
const LEAVES_WATER_G = 2.2
const RACING = 1.14
const COOLANT_K = 352
const OIL_K = 358
/** Mean slap under the bow of a displacement hull that heads into waves of one metre. */
const BOW_SLAP_G = 0.13
/** Softer meetings with waves are part of the heave. */
const SLAM_FLOOR_G = 0.25

/** Share of waves at which the hull meets the breaking face instead of landing on the back. */
const BREAKING = 0.25

/** Direction of a breaking wave's push: away from the wave, and upwards. */
function breakingPush(waveAngle: number, random: () => number): Hit['push'] {
  const fromRad = waveAngle + 0.9 * (random() - 0.5)
  const upRad = 0.05 + 0.85 * random()
  return [-Math.cos(fromRad) * Math.cos(upRad), -Math.sin(fromRad) * Math.cos(upRad), Math.sin(upRad)]
}

/** Berth of the boat at home. */
export function berthOf(boat: Boat): Waypoint {
  const call = boat.services[0]?.calls[0]
  const berth = call && legBetween(boat.home, call.place)[0]
  if (!berth) throw new Error(`${boat.name} has no voyage that leaves ${boat.home}`)
  return berth
}

/**
 * The captain's speed for this sea; planing boats slow down until the mean slam is bearable for the captain.
 */
function wishedSpeed(
  { hull, captain }: Boat,
  waveHeightM: number,
  waveAngle: number,
  eased: boolean,
): number {
  const liked = Math.min(0.97 * hull.topSpeedMps, hull.cruiseSpeedMps * captain.pace) * (eased ? 0.72 : 1)
  if (!hull.planing) return liked * Math.max(0.6, 1 - 0.09 * waveHeightM)
  const facing = 0.35 + 0.65 * Math.max(0, Math.cos(waveAngle))
  const bearable = speedForSlam(hull, waveHeightM, captain.bearsG / facing)
  return Math.min(liked, Math.max(0.38 * hull.topSpeedMps, bearable))
}

/** Speed under sail: little close to the wind, most on a reach, never above hull speed. */
function sailingSpeed(hull: Hull, windMps: number, windAngle: number): number {
  const off = Math.abs(wrapPi(windAngle))
  const drive =
    off < 0.7 ? 0.28 + 0.2 * off : 0.5 + 0.12 * Math.sin(((off - 0.7) / (Math.PI - 0.7)) * Math.PI)
  return Math.min(0.95 * hull.topSpeedMps, drive * windMps)
}

/** How much of the wave's heave the hull follows: short waves pass under a long hull unnoticed. */
const responseOf = (hull: Hull, metRadps: number) => 1 / (1 + (hull.lengthM * metRadps ** 2) / 90)

/** Bow up most at the hump, a few degrees on the plane, nearly level at displacement speeds. */
function trimOf(hull: Hull, speedShare: number): number {
  if (!hull.planing) return 0.006 + 0.02 * speedShare ** 2
  const hump = Math.exp(-(((speedShare - 0.36) / 0.12) ** 2))
  return 0.008 + 0.07 * hump + 0.045 * clamp((speedShare - 0.3) / 0.3, 0, 1)
}

/** Planing hulls lean into the turn, others out of it; sails lean away from the wind. */
function heelOf(
  hull: Hull,
  speedMps: number,
  turnRadps: number,
  sailWindMps: number,
  windAngle: number,
): number {
  const lean = Math.atan((speedMps * turnRadps) / STANDARD_GRAVITY_MPS2)
  const turning = hull.planing ? 0.85 * lean : -0.35 * lean
  const sailing = sailWindMps > 0 ? -0.035 * Math.min(10, sailWindMps) * Math.sin(windAngle) : 0
  return clamp(turning + sailing, -0.5, 0.5)
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))
const wrapPi = (rad: number) => {
  const turned = (rad + Math.PI) % (2 * Math.PI)
  return (turned < 0 ? turned + 2 * Math.PI : turned) - Math.PI
}
