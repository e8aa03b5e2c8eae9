import type { Position } from '#contract/geodesy/position.ts'

/** True when a place lies in a rectangle in degrees, which may cross 180°: its east is then beyond 180. */
export const isInBounds = (
  [west, south, east, north]: readonly [west: number, south: number, east: number, north: number],
  { latitudeDeg, longitudeDeg }: Position,
): boolean =>
  latitudeDeg >= south &&
  latitudeDeg <= north &&
  [longitudeDeg, longitudeDeg + 360].some((deg) => deg >= west && deg <= east)
