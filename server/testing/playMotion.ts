import type { Motion } from '#server/telemetry/motion.ts'

type Vector = readonly [x: number, y: number, z: number]

/** Motion of a boat that lies level, for tests: the specific force in g at each time in seconds. */
export function playMotion(
  rateHz: number,
  seconds: number,
  forceG: (t: number) => number | Vector,
  { level = true, startUs = 0, sensor = 1 } = {},
): Motion {
  const n = Math.round(rateHz * seconds)
  const column = (value: (t: number) => number) =>
    Float64Array.from({ length: n }, (_, i) => value(i / rateHz))
  const axis = (index: 0 | 1 | 2) =>
    column((t) => {
      const force = forceG(t)
      return typeof force === 'number' ? (index === 2 ? force : 0) : force[index]
    })
  return {
    vesselNumber: 1,
    sensor,
    timeUs: column((t) => startUs + Math.round(t * 1e6)),
    forceXG: axis(0),
    forceYG: axis(1),
    forceZG: axis(2),
    rollRad: column(() => (level ? 0 : Number.NaN)),
    pitchRad: column(() => (level ? 0 : Number.NaN)),
  }
}

/** Half a sine of `peakG` for 120 ms from `atS` on, without what gravity adds. */
export const pulse = (t: number, atS: number, peakG: number) =>
  t >= atS && t <= atS + 0.12 ? peakG * Math.sin((Math.PI * (t - atS)) / 0.12) : 0

/** Rest, 0.4 s of free fall, then a pulse of 4 g at 2 s. */
export const slam = (t: number, atS = 2) =>
  t >= atS - 0.4 - 1e-9 && t < atS - 1e-9 ? 0 : 1 + pulse(t, atS, 4)

/** The part of the motion from one second to another. */
export function cutMotion(motion: Motion, fromS: number, toS: number): Motion {
  const inside = (_: number, i: number) => {
    const timeUs = motion.timeUs[i] as number
    return timeUs >= fromS * 1e6 && timeUs < toS * 1e6
  }
  const { vesselNumber, sensor, ...columns } = motion
  const cut = Object.entries(columns).map(([name, values]) => [name, values.filter(inside)])
  return { vesselNumber, sensor, ...(Object.fromEntries(cut) as typeof columns) }
}
