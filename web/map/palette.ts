import type { MarkerStyle } from '../preferences/preferences.ts'
import { type Tokens, tokens } from '../ui/tokens.ts'
import type { MapLook } from './mapLook.ts'

const SCHEMES = {
  light: 'light',
  dark: 'dark',
  satellite: 'dark',
  night: 'night',
  nightSatellite: 'night',
} as const

/** Colours of overlays on a map: they depend on its look, not on the theme. Satellite counts as dark. */
export const mapColours = (look: MapLook): Tokens => tokens[SCHEMES[look]]

export interface MarkerColours {
  fill: string
  edge: string
  /** Fill and outline of vessels that are offline, unavailable or unpaired. */
  absentFill: string
  absentEdge: string
  selected: string
}

export function markerColours(look: MapLook, style: MarkerStyle): MarkerColours {
  const { map, neutral } = mapColours(look)
  const fills = {
    blue: map.markerBlue,
    green: map.markerGreen,
    orange: map.markerOrange,
    mirage: map.markerMirage,
    white: map.markerWhite,
  }
  return {
    fill: fills[style],
    edge: style === 'white' ? map.markerWhiteEdge : map.markerEdge,
    absentFill: map.sea,
    absentEdge: map.ink2,
    selected: neutral.accent,
  }
}
