import { radToDeg } from '#contract/domain/units.ts'
import type { HullLocation } from '#contract/wire/impact.ts'

/** Every 45° of azimuth, from the bow to starboard. */
const SECTORS: readonly HullLocation[] = [
  'bow',
  'starboard-bow',
  'starboard',
  'starboard-quarter',
  'stern',
  'port-quarter',
  'port',
  'port-bow',
]

/**
 * Origin of a hit, opposite to its push: x forward, y starboard, z up, in g. From below at 60° or steeper is the keel.
 * At 30° to 60° from the side is the keel's side. At 45° to 60° from ahead or astern is the keel again.
 */
export function hullLocation(xG: number, yG: number, zG: number): HullLocation {
  const elevationDeg = radToDeg(Math.atan2(zG, Math.hypot(xG, yG)))
  const azimuthDeg = radToDeg(Math.atan2(-yG, -xG))
  const fromTheSide = Math.abs(azimuthDeg) >= 45 && Math.abs(azimuthDeg) <= 135
  if (elevationDeg >= 60) return 'keel'
  if (elevationDeg >= 30 && fromTheSide) return azimuthDeg > 0 ? 'starboard-keel' : 'port-keel'
  if (elevationDeg >= 45) return 'keel'
  return SECTORS[(Math.round(azimuthDeg / 45) + 8) % 8] ?? 'bow'
}
