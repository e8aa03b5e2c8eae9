import { type Rgba, rgba } from '#contract/text/hexColour.ts'
import type { Tokens } from '../ui/tokens.ts'

/** Quantity that colours the track. */
export type TrackMeasure = 'impact' | 'speed'

/** A colour at each share of the scale, ascending from 0 to 1. */
export type Ramp = readonly (readonly [share: number, hex: string])[]

/**
 * Impact is green to a quarter of the limit, yellow at half and red from the limit on; speed runs from slow to fast.
 */
export function trackRamp(measure: TrackMeasure, { map, chart }: Tokens): Ramp {
  if (measure === 'impact') {
    return [
      [0, map.trackLow],
      [0.25, map.trackLow],
      [0.5, map.trackMid],
      [1, map.trackHigh],
    ]
  }
  return [
    [0, chart[4] ?? map.ink2],
    [0.5, chart[0] ?? map.ink2],
    [1, chart[1] ?? map.ink2],
  ]
}

export function rampColour(ramp: Ramp, share: number): Rgba {
  const above = ramp.findIndex(([at]) => at >= share)
  const upper = ramp[above === -1 ? ramp.length - 1 : above]
  const lower = ramp[Math.max(0, (above === -1 ? ramp.length : above) - 1)]
  if (!upper || !lower) return [0, 0, 0, 1]
  const span = upper[0] - lower[0]
  const part = span > 0 ? Math.min(1, Math.max(0, (share - lower[0]) / span)) : 0
  const [from, to] = [rgba(lower[1]), rgba(upper[1])]
  const mix = (channel: 0 | 1 | 2) => from[channel] * (1 - part) + to[channel] * part
  return [mix(0), mix(1), mix(2), 1]
}

export const rampGradient = (ramp: Ramp) =>
  `linear-gradient(90deg, ${ramp.map(([share, hex]) => `${hex} ${share * 100}%`).join(', ')})`

/** `width` colours from slow or soft to fast or hard, four bytes each. */
export function rampPixels(ramp: Ramp, width: number): Uint8Array {
  const pixels = new Uint8Array(width * 4)
  for (let column = 0; column < width; column++) {
    pixels.set(
      rampColour(ramp, column / (width - 1)).map((channel) => Math.round(channel * 255)),
      column * 4,
    )
  }
  return pixels
}
