import { MINUTE_US } from '#contract/domain/time.ts'
import type { Position } from '#contract/geodesy/position.ts'
import { tripPath } from '#server/analytics/tripPath.ts'
import { loadSharp } from '#server/platform/loadSharp.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'

/** Length of the track before the alert that a mail shows, and after it. */
const BEFORE_US = 30 * MINUTE_US
const AFTER_US = MINUTE_US
const POINTS = 300
const WIDTH = 960
const HEIGHT = 480
const MARGIN = 48
/** Never closer than this, so that a boat at her berth is no tangle, degrees of latitude: about 500 m. */
const SMALLEST_DEG = 0.005

/** Track of a vessel up to the place of an alert, as a PNG; null when she has no positions. */
export async function drawTrack(
  telemetry: Telemetry,
  { vesselNumber, triggerUs }: { vesselNumber: number; triggerUs: number },
): Promise<Buffer | null> {
  const interval = { vesselNumber, fromUs: triggerUs - BEFORE_US, toUs: triggerUs + AFTER_US }
  const path = await tripPath(telemetry, interval, POINTS)
  const before = path.filter(({ timestamp }) => timestamp <= triggerUs / 1000)
  if (before.length < 2) return null
  const sharp = await loadSharp()
  return sharp(Buffer.from(trackSvg(before)))
    .png()
    .toBuffer()
}

/** North is up; the last place is where it happened. */
export function trackSvg(path: readonly Position[]): string {
  const [first] = path
  if (!first) throw new Error('a track without a place')
  // Keep the line continuous across 180°, so that it does not go around the world.
  const longitudesDeg = path.map(
    ({ longitudeDeg }) => longitudeDeg - 360 * Math.round((longitudeDeg - first.longitudeDeg) / 360),
  )
  const latitudesDeg = path.map(({ latitudeDeg }) => latitudeDeg)
  const middle = {
    latitudeDeg: (Math.min(...latitudesDeg) + Math.max(...latitudesDeg)) / 2,
    longitudeDeg: (Math.min(...longitudesDeg) + Math.max(...longitudesDeg)) / 2,
  }
  const narrow = Math.cos((middle.latitudeDeg * Math.PI) / 180)
  const wide = Math.max((Math.max(...longitudesDeg) - Math.min(...longitudesDeg)) * narrow, SMALLEST_DEG)
  const high = Math.max(Math.max(...latitudesDeg) - Math.min(...latitudesDeg), SMALLEST_DEG)
  const scale = Math.min((WIDTH - 2 * MARGIN) / wide, (HEIGHT - 2 * MARGIN) / high)
  const points = path.map(({ latitudeDeg }, i) => {
    const x = WIDTH / 2 + ((longitudesDeg[i] ?? middle.longitudeDeg) - middle.longitudeDeg) * narrow * scale
    const y = HEIGHT / 2 - (latitudeDeg - middle.latitudeDeg) * scale
    return [x.toFixed(1), y.toFixed(1)] as const
  })
  const [x, y] = points.at(-1) ?? ['0', '0']
  const line = points.map((point) => point.join(',')).join(' ')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<rect width="100%" height="100%" fill="#d2e2ec"/>
<polyline points="${line}" fill="none" stroke="#13263a" stroke-width="7" stroke-linejoin="round" stroke-linecap="round"/>
<polyline points="${line}" fill="none" stroke="#5aa2ff" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"/>
<circle cx="${x}" cy="${y}" r="12" fill="#c8202f" stroke="#ffffff" stroke-width="4"/>
</svg>`
}
