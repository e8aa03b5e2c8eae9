import type { MapLayer, MarkerStyle } from '../preferences/preferences.ts'
import { type Tokens, tokens } from '../ui/tokens.ts'

/** Colours of overlays on a map layer: they depend on the layer, not on the theme. Satellite counts as dark. */
export const mapColours = (layer: MapLayer): Tokens => tokens[layer === 'light' ? 'light' : 'dark']

export interface MarkerColours {
  fill: string
  edge: string
  /** Fill and outline of vessels that are offline, unavailable or unpaired. */
  absentFill: string
  absentEdge: string
  selected: string
}

export function markerColours(layer: MapLayer, style: MarkerStyle): MarkerColours {
  const { map, neutral } = mapColours(layer)
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
