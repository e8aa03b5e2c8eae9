import type { MapLayer, MarkerStyle } from '../preferences/preferences.ts'
import { type Tokens, tokens } from '../ui/tokens.ts'

/** Colours of what is drawn on a map layer: they follow the layer, not the theme. Satellite is dark ground. */
export const mapColours = (layer: MapLayer): Tokens => tokens[layer === 'light' ? 'light' : 'dark']

export interface MarkerColours {
  fill: string
  edge: string
  /** Ground and line of vessels that are not there: offline, unavailable, unpaired. */
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
