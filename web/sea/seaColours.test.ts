import { expect, test } from 'vitest'
import { rampColour } from '../map/colourRamp.ts'
import { FLOORS } from '../map/mapStyle.ts'
import { throughNightFilter } from '../map/nightFilter.ts'
import { layerRamp, seaRamp } from './seaColours.ts'

test('shows in the legend by night what is left of the sea under the red glass', () => {
  const legend = seaRamp('night')
  expect(throughNightFilter(layerRamp('night', 'land'))).toEqual(legend)
  // Over charts the sea lies on the glass.
  expect(layerRamp('nightSatellite', FLOORS.heat)).toEqual(legend)
  const [red, green, blue] = rampColour(legend, 1)
  expect([red, green, blue].map((part) => part.toFixed(2))).toEqual(['1.00', '0.29', '0.22'])
  for (const look of ['light', 'dark'] as const) expect(layerRamp(look, 'land')).toEqual(seaRamp(look))
})
