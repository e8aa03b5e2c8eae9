import { expect, test } from 'vitest'
import { rgba } from '#contract/text/hexColour.ts'
import { tokens } from '../ui/tokens.ts'
import { rampColour, rampGradient, rampPixels, trackRamp } from './colourRamp.ts'

const impact = trackRamp('impact', tokens.light)
const { trackLow, trackMid, trackHigh } = tokens.light.map

test('keeps impact green to a quarter of the limit, yellow at half and red from the limit on', () => {
  expect(rampColour(impact, 0)).toEqual(rgba(trackLow))
  expect(rampColour(impact, 0.25)).toEqual(rgba(trackLow))
  expect(rampColour(impact, 0.5)).toEqual(rgba(trackMid))
  expect(rampColour(impact, 1)).toEqual(rgba(trackHigh))
  expect(rampColour(impact, 7)).toEqual(rgba(trackHigh))
})

test('mixes the colour between two stops in proportion', () => {
  const [red] = rampColour(impact, 0.75)
  expect(red).toBeCloseTo((rgba(trackMid)[0] + rgba(trackHigh)[0]) / 2)
})

test('begins and ends the picture of a ramp with its outermost colours', () => {
  const pixels = rampPixels(impact, 256)
  const bytes = (hex: string) => rgba(hex).map((channel) => Math.round(channel * 255))
  expect([...pixels.slice(0, 4)]).toEqual(bytes(trackLow))
  expect([...pixels.slice(-4)]).toEqual(bytes(trackHigh))
})

test('shows the same stops in the legend as on the track', () => {
  expect(rampGradient(impact)).toBe(
    `linear-gradient(90deg, ${trackLow} 0%, ${trackLow} 25%, ${trackMid} 50%, ${trackHigh} 100%)`,
  )
})
