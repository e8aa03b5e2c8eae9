import type { Position } from '#contract/geodesy/position.ts'

/** View of a map: its centre, and MapLibre's zoom. */
export interface MapView extends Position {
  zoom: number
}
