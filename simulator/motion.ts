import { IMU_ANGLE_RAD, IMU_FORCE_G, type MotionBlock } from '#contract/domain/reading.ts'
import { STANDARD_GRAVITY_MPS2 } from '#contract/domain/units.ts'
import type { Boat } from './fleet.ts'
import { gaussian, hash } from './random.ts'
import type { Hit, Track } from './track.ts'

export const IMU_HZ = 50
/** The sensors clip at ±16 g. */
const FULL_SCALE_MG = 16_000

/** Positions of the sensors: how strongly each measures impacts and heave, and how long after the bow. */
const MOUNTS = [
  { slam: 1, heave: 1, delayS: 0.03 },
  { slam: 1.28, heave: 1.25, delayS: 0 },
  { slam: 0.74, heave: 0.85, delayS: 0.055 },
] as const

/**
 * Measurement of one motion sensor from second `fromS` of the track for `seconds`: specific force x forward, y
 * starboard, z up, and attitude. Gravity is turned by the attitude; waves, turns, impacts and noise are added. In free
 * fall before a slam, force vanishes for as long as the slam needs to give the momentum back. The mean thus stays 1 g.
 */
export function motionBlock(
  boat: Boat,
  track: Track,
  sensor: number,
  fromS: number,
  seconds: number,
): MotionBlock {
  const mount = MOUNTS[(sensor - 1) % MOUNTS.length] ?? MOUNTS[0]
  const count = seconds * IMU_HZ
  const x = new Float32Array(count)
  const y = new Float32Array(count)
  const z = new Float32Array(count)
  const roll = new Int16Array(count)
  const pitch = new Int16Array(count)
  const yaw = new Int16Array(count)
  const shake = (boat.hull.planing ? 0.022 : 0.01) * mount.slam
  const noiseSeed = hash(track.seed, sensor)

  for (let second = 0; second < seconds; second++) {
    const a = Math.min(track.seconds - 1, fromS + second)
    const b = Math.min(track.seconds - 1, a + 1)
    // Each column is a straight line within the second: its value at the start and its step from sample to sample.
    const start = (column: ArrayLike<number>) => column[a] ?? 0
    const step = (column: ArrayLike<number>) => ((column[b] ?? 0) - (column[a] ?? 0)) / IMU_HZ
    const [wave0, waveStep] = [start(track.pitchPhase), step(track.pitchPhase)]
    const [sway0, swayStep] = [start(track.rollPhase), step(track.rollPhase)]
    const [pitch0, pitchStep] = [start(track.pitchRad), step(track.pitchRad)]
    const [roll0, rollStep] = [start(track.rollRad), step(track.rollRad)]
    const [trim0, trimStep] = [start(track.trimRad), step(track.trimRad)]
    const [heel0, heelStep] = [start(track.heelRad), step(track.heelRad)]
    const [heave0, heaveStep] = [start(track.heaveG) * mount.heave, step(track.heaveG) * mount.heave]
    const heading = start(track.headingRad)
    const turned = wrapPi((track.headingRad[b] ?? 0) - heading)
    const sideG = (start(track.sogMps) * start(track.turnRadps)) / STANDARD_GRAVITY_MPS2
    const surgeG = start(track.surgeMps2) / STANDARD_GRAVITY_MPS2
    const vibrationG = 0.006 + shake * start(track.load)
    const firstNoise = noiseSeed + 3 * (fromS + second) * IMU_HZ
    for (let i = 0; i < IMU_HZ; i++) {
      const n = second * IMU_HZ + i
      const wave = wave0 + i * waveStep
      const sway = sway0 + i * swayStep
      const swell = Math.sin(wave)
      const theta =
        trim0 + i * trimStep + (pitch0 + i * pitchStep) * (0.75 * swell + 0.25 * Math.sin(1.63 * wave + 1.1))
      const phi =
        heel0 + i * heelStep + (roll0 + i * rollStep) * (0.8 * Math.sin(sway) + 0.2 * Math.sin(0.71 * wave))
      // Heave lags the slope that pitches the boat by a quarter of a wave.
      const liftG = (heave0 + i * heaveStep) * Math.cos(wave)
      const cosTheta = Math.cos(theta)
      const noise = firstNoise + 3 * i
      x[n] = Math.sin(theta) + surgeG + 0.15 * liftG + vibrationG * gaussian(noise)
      y[n] = -Math.sin(phi) * cosTheta + sideG + 0.2 * liftG + vibrationG * gaussian(noise + 1)
      z[n] = Math.cos(phi) * cosTheta + liftG + vibrationG * gaussian(noise + 2)
      roll[n] = Math.round(phi / IMU_ANGLE_RAD)
      pitch[n] = Math.round(theta / IMU_ANGLE_RAD)
      yaw[n] = Math.round(wrapPi(heading + (turned * i) / IMU_HZ) / IMU_ANGLE_RAD)
    }
  }
  for (const hit of hitsWithin(track.hits, fromS - 1, fromS + seconds + 1)) addHit(hit, fromS, mount, x, y, z)
  return {
    sensor,
    startUs: (track.startS + fromS) * 1_000_000,
    intervalUs: 1_000_000 / IMU_HZ,
    forceX: toMg(x),
    forceY: toMg(y),
    forceZ: toMg(z),
    roll,
    pitch,
    yaw,
  }
}

/** A logger that sends motion only when something happened is woken by a hit of this strength. */
const TRIGGER_G = 0.7
/** Seconds that a burst contains before an impact, and after it. */
const BURST_S = { before: 5, after: 4 }

/** Seconds of the track within [fromS, toS) that such a logger sends, as intervals in order of time. */
export function burstsOf(track: Track, fromS: number, toS: number): [fromS: number, toS: number][] {
  const bursts: [number, number][] = []
  for (const { atS, peakG } of hitsWithin(track.hits, fromS - BURST_S.after - 1, toS + BURST_S.before)) {
    const from = Math.max(fromS, Math.floor(atS) - BURST_S.before)
    const to = Math.min(toS, Math.floor(atS) + BURST_S.after + 1)
    const last = bursts.at(-1)
    if (peakG < TRIGGER_G || from >= to) continue
    if (last && from <= last[1]) last[1] = to
    else bursts.push([from, to])
  }
  return bursts
}

function addHit(
  hit: Hit,
  fromS: number,
  mount: (typeof MOUNTS)[number],
  x: Float32Array,
  y: Float32Array,
  z: Float32Array,
): void {
  const contactS = hit.atS - fromS + mount.delayS
  const peakG = hit.peakG * mount.slam
  const fallS = hit.falls ? (2 * peakG * hit.widthS) / Math.PI : 0
  const [pushX, pushY, pushZ] = hit.push
  const first = Math.max(0, Math.ceil((contactS - fallS) * IMU_HZ))
  const last = Math.min(z.length - 1, Math.floor((contactS + hit.widthS) * IMU_HZ))
  for (let i = first; i <= last; i++) {
    const sinceS = i / IMU_HZ - contactS
    if (sinceS < 0) {
      // The hull lets go of the water, and meets it again, within a few hundredths of a second.
      const free = Math.min(1, (sinceS + fallS) / 0.04, 0.2 - sinceS / 0.02)
      x[i] = (x[i] ?? 0) * (1 - free)
      y[i] = (y[i] ?? 0) * (1 - free)
      z[i] = (z[i] ?? 0) * (1 - free)
    } else {
      const pushG = peakG * Math.sin((Math.PI * sinceS) / hit.widthS)
      x[i] = (x[i] ?? 0) + pushX * pushG
      y[i] = (y[i] ?? 0) + pushY * pushG
      z[i] = (z[i] ?? 0) + pushZ * pushG
    }
  }
}

/** Hits are in order of time: the first one is found by halving. */
function* hitsWithin(hits: readonly Hit[], fromS: number, toS: number): Generator<Hit> {
  let low = 0
  let high = hits.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((hits[middle]?.atS ?? 0) < fromS) low = middle + 1
    else high = middle
  }
  for (let hit = hits[low]; hit && hit.atS <= toS; hit = hits[++low]) yield hit
}

function toMg(forceG: Float32Array): Int16Array {
  const mg = new Int16Array(forceG.length)
  for (let i = 0; i < mg.length; i++) {
    mg[i] = Math.max(-FULL_SCALE_MG, Math.min(FULL_SCALE_MG, Math.round((forceG[i] ?? 0) / IMU_FORCE_G)))
  }
  return mg
}

const wrapPi = (rad: number) => {
  const turned = (rad + Math.PI) % (2 * Math.PI)
  return (turned < 0 ? turned + 2 * Math.PI : turned) - Math.PI
}
