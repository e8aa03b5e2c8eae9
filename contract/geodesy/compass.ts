import { wrap360 } from '#contract/domain/units.ts'

/** Eight points, 45° each; a point begins 22.5° before its own direction. */
export const COMPASS_POINTS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const
export type CompassPoint = (typeof COMPASS_POINTS)[number]

/** The point of the compass that a direction in degrees lies in; any turn of it will do. */
export const compassPoint = (deg: number): CompassPoint =>
  COMPASS_POINTS[Math.round(wrap360(deg) / 45) % COMPASS_POINTS.length] ?? 'N'

/** A direction in degrees as on a compass card, in three digits: `007`. */
export const compassDigits = (deg: number): string => String(Math.round(wrap360(deg)) % 360).padStart(3, '0')
