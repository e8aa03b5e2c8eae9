import type { CompassPoint } from '#contract/geodesy/compass.ts'
import { latitudeAt, longitudeAt, mercatorX, mercatorY } from '#contract/geodesy/mercator.ts'
import type { Viewport } from './viewport.ts'

/** Distances between lines, in minutes of arc. */
const STEPS_MIN = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 900, 1800]
/** Least distance between lines, CSS pixels, so that labels stay readable. */
const MIN_SPACING_PX = 72

export interface GraticuleLine {
  /** Screen coordinate across the line, CSS pixels. */
  px: number
  label: string
}

/**
 * Meridians and parallels of a view, each with its own step, labelled in degrees and minutes with the reader's
 * letters.
 */
export function graticule(
  view: Viewport,
  letterOf: (point: CompassPoint) => string = (point) => point,
): { meridians: GraticuleLine[]; parallels: GraticuleLine[] } {
  const left = longitudeAt(view.centreX - view.width / 2 / view.scale)
  const right = longitudeAt(view.centreX + view.width / 2 / view.scale)
  const north = latitudeAt(view.centreY - view.height / 2 / view.scale)
  const south = latitudeAt(view.centreY + view.height / 2 / view.scale)
  const pxPerDegree = view.scale / 360
  const named = (label: string) => label.replace(/[NESW]$/, (point) => letterOf(point as CompassPoint))
  const meridianStep = stepMinutes(pxPerDegree)
  const parallelStep = stepMinutes(
    pxPerDegree / Math.max(0.05, Math.cos(latitudeAt(view.centreY) * (Math.PI / 180))),
  )
  return {
    meridians: multiples(left, right, meridianStep).map((minutes) => ({
      px: (mercatorX(minutes / 60) - view.centreX) * view.scale + view.width / 2,
      label: named(degreesAndMinutes(wrapMinutes(minutes), meridianStep, 'E', 'W')),
    })),
    parallels: multiples(Math.max(south, -85), Math.min(north, 85), parallelStep).map((minutes) => ({
      px: (mercatorY(minutes / 60) - view.centreY) * view.scale + view.height / 2,
      label: named(degreesAndMinutes(minutes, parallelStep, 'N', 'S')),
    })),
  }
}

/** Smallest step whose lines are far enough apart. */
export function stepMinutes(pxPerDegree: number): number {
  const widest = STEPS_MIN[STEPS_MIN.length - 1] ?? 1800
  return STEPS_MIN.find((step) => (step / 60) * pxPerDegree >= MIN_SPACING_PX) ?? widest
}

function multiples(fromDeg: number, toDeg: number, stepMin: number): number[] {
  const first = Math.ceil((fromDeg * 60) / stepMin)
  const last = Math.floor((toDeg * 60) / stepMin)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * stepMin)
}

const wrapMinutes = (minutes: number) => ((((minutes + 10_800) % 21_600) + 21_600) % 21_600) - 10_800

/** `64°05′N`; whole degrees at steps of degrees, tenths of a minute at steps below a minute. */
export function degreesAndMinutes(minutes: number, stepMin: number, positive: string, negative: string) {
  const decimals = stepMin < 1 ? 1 : 0
  const total = Math.abs(minutes)
  let degrees = Math.floor(total / 60 + 1e-9)
  let rest = (total - degrees * 60).toFixed(decimals)
  if (Number(rest) >= 60) {
    degrees += 1
    rest = (0).toFixed(decimals)
  }
  const hemisphere =
    total < 1e-9 || (total === 10_800 && positive === 'E') ? '' : minutes > 0 ? positive : negative
  if (stepMin >= 60) return `${degrees}°${hemisphere}`
  return `${degrees}°${rest.replace('-', '').padStart(decimals ? 4 : 2, '0')}′${hemisphere}`
}
