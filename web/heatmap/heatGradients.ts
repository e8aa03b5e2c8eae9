import type { Ramp } from '../map/colourRamp.ts'
import type { HeatGradient } from '../preferences/preferences.ts'

const even = (...colours: string[]): Ramp =>
  colours.map((hex, index) => [index / (colours.length - 1), hex] as const)

/** Colours from cold to hot. They represent data, so theme and map layer do not change them. */
export const heatGradients: Readonly<Record<HeatGradient, Ramp>> = {
  // Blue, cyan, lime, yellow and red as browsers know them by name.
  spectrum: even('#0000FF', '#00FFFF', '#00FF00', '#FFFF00', '#FF0000'),
  ember: even('#4A0E0E', '#A3200D', '#E85D04', '#FAA307', '#FFF3B0'),
  glacier: even('#0B2545', '#13588F', '#1E96C8', '#7FD8E8', '#F2FCFF'),
  meadow: even('#12372A', '#2D6A4F', '#52B788', '#B7E4A0', '#F6FFB8'),
  orchid: even('#2A0F54', '#6A1FA0', '#B83FC0', '#F07BB0', '#FFE1C6'),
}

/** Takes the place of every gradient by night: from dark to bright instead of cold to hot. */
export const nightGradient: Ramp = even('#2A0705', '#6E1D13', '#B83A28', '#F2745A', '#FFD2C4')
