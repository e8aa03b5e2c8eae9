import { QUARTER_HOUR_S } from '#contract/domain/time.ts'
import { tileAt, tileCorner } from '#contract/geodesy/geo.ts'
import type { Position } from '#contract/geodesy/position.ts'
import { MOVING_ABOVE_MPS } from '#server/processing/formulas/parameters.ts'
import { cellOf, HEAT_ZOOMS, type HeatFigures, type HeatZoom, noHeat } from '#server/telemetry/heat.ts'
import { COUNTED_G, type EventPeak, type FigureSettings } from './bucketFigures.ts'
import { isIgnored } from './fuelSettings.ts'
import type { TripSeconds } from './tripSeconds.ts'

/** A position is good for the seconds after it. */
const HELD_S = 10

/** The squares of each zoom and quarter-hour that the trip's moving seconds [fromS, toS] and its impact events fall into. */
export function heatQuarterHours(
  seconds: TripSeconds,
  trip: { fromS: number; toS: number },
  eventPeaks: readonly EventPeak[],
  settings: FigureSettings,
): Map<HeatZoom, Map<number, Map<number, HeatFigures>>> {
  const heat = new Map(HEAT_ZOOMS.map((zoom) => [zoom, new Map<number, Map<number, HeatFigures>>()]))
  const first = trip.fromS - seconds.startS
  const last = Math.min(seconds.rows - 1, trip.toS - seconds.startS)
  const place = positions(seconds)
  const { rogMps, fuel, impactLimitG } = settings

  /** The squares of every zoom that contain one second. */
  const into = (
    second: number,
    add: (figures: HeatFigures, zoom: HeatZoom, x: number, y: number) => void,
  ) => {
    const at = place[second]
    if (!at) return
    const quarterHourS = Math.floor((seconds.startS + second) / QUARTER_HOUR_S) * QUARTER_HOUR_S
    for (const zoom of HEAT_ZOOMS) {
      const { x, y } = tileAt(at.latitudeDeg, at.longitudeDeg, zoom)
      const quarterHours = heat.get(zoom)
      const cells = quarterHours?.get(quarterHourS) ?? new Map<number, HeatFigures>()
      quarterHours?.set(quarterHourS, cells)
      const figures = cells.get(cellOf(x, y)) ?? noHeat()
      cells.set(cellOf(x, y), figures)
      add(figures, zoom, x, y)
    }
  }

  for (let i = first; i <= last; i++) {
    const sog = seconds.sogMps[i] as number
    const at = place[i]
    if (!at || !(sog > MOVING_ABOVE_MPS)) continue
    const rate = isIgnored(fuel, seconds.startS + i) ? Number.NaN : (seconds.fuelM3ps[i] as number)
    const [wind, wave, airTemperature, depth] = [
      seconds.windMps[i] as number,
      seconds.waveM[i] as number,
      seconds.airTemperatureK[i] as number,
      seconds.depthM[i] as number,
    ]
    into(i, (figures, zoom, x, y) => {
      const corner = tileCorner(x, y, zoom)
      figures.moving_s += 1
      figures.offset_lat += at.latitudeDeg - corner.latitudeDeg
      figures.offset_lon += at.longitudeDeg - corner.longitudeDeg
      figures.sog_m += sog
      if (rogMps !== null) {
        figures.rog_m += rogMps
        figures.rog_s += 1
      }
      if (!Number.isNaN(rate)) {
        figures.fuel_l += rate * 1000
        figures.fuel_s += 1
        figures.fuel_m += sog
      }
      if (!Number.isNaN(wind)) {
        figures.wind_ms += wind
        figures.wind_s += 1
      }
      if (!Number.isNaN(wave)) {
        figures.wave_ms += wave
        figures.wave_s += 1
      }
      if (!Number.isNaN(airTemperature)) {
        figures.temperature_ks += airTemperature
        figures.temperature_s += 1
      }
      if (depth > 0 && (figures.least_depth_m === 0 || depth < figures.least_depth_m))
        figures.least_depth_m = depth
    })
  }
  for (const { timeUs, peakG } of eventPeaks) {
    const second = Math.floor(timeUs / 1e6) - seconds.startS
    if (second < first || second > last || peakG < COUNTED_G) continue
    into(second, (figures) => {
      figures.events++
      figures.event_peaks_g += peakG
      if (peakG > impactLimitG / 2) figures.high_events++
      if (peakG > impactLimitG) figures.red_events++
    })
  }
  return heat
}

function positions({ latitudeDeg, longitudeDeg, rows }: TripSeconds) {
  const place: (Position | null)[] = []
  let known: Position | null = null
  let age = 0
  for (let i = 0; i < rows; i++) {
    const here = { latitudeDeg: latitudeDeg[i] as number, longitudeDeg: longitudeDeg[i] as number }
    if (!Number.isNaN(here.latitudeDeg)) {
      known = here
      age = 0
    } else if (++age > HELD_S) known = null
    place.push(known)
  }
  return place
}
