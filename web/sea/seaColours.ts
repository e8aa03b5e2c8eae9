import { nightGradient } from '../heatmap/heatGradients.ts'
import type { Ramp } from '../map/colourRamp.ts'
import { isNight, type MapLook } from '../map/mapLook.ts'
import { FLOORS } from '../map/mapStyle.ts'
import { throughNightFilter } from '../map/nightFilter.ts'

/**
 * Viridis (matplotlib, CC0): its lightness only rises, so it is read without red or green and on paper. The strongest
 * values contrast most with the map.
 */
const VIRIDIS = ['#440154', '#414487', '#2A788E', '#22A884', '#7AD151', '#FDE725']

const even = (colours: readonly string[]): Ramp =>
  colours.map((hex, index) => [index / (colours.length - 1), hex] as const)

/** Colours of the legend, as the sea is seen. */
export function seaRamp(look: MapLook): Ramp {
  if (isNight(look)) return throughNightFilter(nightGradient)
  return even(look === 'light' ? VIRIDIS.toReversed() : VIRIDIS)
}

/** Colours of the layer below a floor of the map: by night a red glass lies over all that is below the heat. */
export const layerRamp = (look: MapLook, floor: string): Ramp =>
  isNight(look) && floor !== FLOORS.heat ? nightGradient : seaRamp(look)
