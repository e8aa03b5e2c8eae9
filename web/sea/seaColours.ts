import { nightGradient } from '../heatmap/heatGradients.ts'
import type { Ramp } from '../map/colourRamp.ts'
import { isNight, type MapLook } from '../map/mapLook.ts'

/**
 * Viridis (matplotlib, CC0): its lightness only rises, so it is read without red or green and on paper. The strongest
 * values contrast most with the map.
 */
const VIRIDIS = ['#440154', '#414487', '#2A788E', '#22A884', '#7AD151', '#FDE725']

const even = (colours: readonly string[]): Ramp =>
  colours.map((hex, index) => [index / (colours.length - 1), hex] as const)

export function seaRamp(look: MapLook): Ramp {
  if (isNight(look)) return nightGradient
  return even(look === 'light' ? VIRIDIS.toReversed() : VIRIDIS)
}
