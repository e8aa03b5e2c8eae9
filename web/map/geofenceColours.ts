import type { Geofence } from '#contract/wire/geofence.ts'
import type { Tokens } from '../ui/tokens.ts'

/** The hue of a geofence on a ground of these tokens. */
export const geofenceColour = ({ status }: Tokens, color: Geofence['color']): string =>
  ({ BLUE: status.sailing, GREEN: status.online, RED: status.offline, ORANGE: status.unavailable })[color]
