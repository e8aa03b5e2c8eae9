import type { Geofence } from '#contract/wire/geofence.ts'
import type { Tokens } from '../ui/tokens.ts'

/** Colour of a geofence on a map with these tokens. */
export const geofenceColour = ({ status }: Tokens, color: Geofence['color']): string =>
  ({ BLUE: status.sailing, GREEN: status.online, RED: status.offline, ORANGE: status.unavailable })[color]
