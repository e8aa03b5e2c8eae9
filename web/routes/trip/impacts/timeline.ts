import { MINUTE_MS } from '#contract/domain/time.ts'
import type { ImpactEvent } from '#contract/wire/impact.ts'
import { paneScale } from '../../../plots/paneScale.ts'
import { tickStepMs, timeTicks } from '../../../plots/timeTicks.ts'
import type { ImpactLevel } from '../../../ui/impact.ts'

export const MARGIN = { left: 34, right: 8, top: 10, bottom: 24 } as const
/** Space for one time on the axis. */
const TICK_PX = 72
const LEAST_TOP_G = 5

type MeasuredEvent = Pick<ImpactEvent, 'peak_impact_time' | 'peak_impact'>
export type StemLevel = ImpactLevel | 'outside'
/** Drawing order, from back to front. */
const LEVELS = ['outside', 'low', 'mid', 'high'] as const

export interface TimelineScale {
  width: number
  height: number
  x(timeMs: number): number
  y(g: number): number
  gTicks: readonly number[]
  timeTicks: readonly number[]
  timeStepMs: number
}

export function timelineScale(
  [fromMs, toMs]: readonly [number, number],
  topG: number,
  { width, height }: { width: number; height: number },
): TimelineScale {
  const values = paneScale({ min: 0, max: topG, suggestedMax: LEAST_TOP_G })
  const plotWidth = Math.max(1, width - MARGIN.left - MARGIN.right)
  const plotHeight = height - MARGIN.top - MARGIN.bottom
  const spanMs = Math.max(1000, toMs - fromMs)
  const timeStepMs = tickStepMs(spanMs, plotWidth / TICK_PX)
  return {
    width,
    height,
    x: (timeMs) => MARGIN.left + ((timeMs - fromMs) / spanMs) * plotWidth,
    y: (g) => MARGIN.top + (1 - g / values.max) * plotHeight,
    gTicks: values.ticks,
    timeTicks: timeTicks(
      fromMs,
      fromMs + spanMs,
      timeStepMs,
      -new Date(fromMs).getTimezoneOffset() * MINUTE_MS,
    ),
    timeStepMs,
  }
}

/** One path of stems and one of dots for each level, whatever the number of events. A dot is a line without length. */
export function stemPaths<Event extends MeasuredEvent>(
  events: readonly Event[],
  scale: TimelineScale,
  levelOf: (event: Event) => StemLevel,
): { level: StemLevel; stems: string; dots: string }[] {
  const paths = LEVELS.map((level) => ({ level, stems: '', dots: '' }))
  const foot = round(scale.y(0))
  for (const event of events) {
    const path = paths[LEVELS.indexOf(levelOf(event))]
    if (!path) continue
    const x = round(scale.x(Date.parse(event.peak_impact_time)))
    const y = round(scale.y(event.peak_impact))
    path.stems += `M${x} ${foot}V${y}`
    if (path.level !== 'outside') path.dots += `M${x} ${y}h0`
  }
  return paths.filter(({ stems }) => stems !== '')
}

/** Event whose stem or dot is nearest to a point; null when none is within reach. */
export function nearestStem<Event extends MeasuredEvent>(
  events: readonly Event[],
  scale: TimelineScale,
  at: { x: number; y: number },
  reachPx: number,
): Event | null {
  let least = reachPx
  let found: Event | null = null
  for (const event of events) {
    const above = Math.max(0, scale.y(event.peak_impact) - at.y)
    const distance = Math.hypot(scale.x(Date.parse(event.peak_impact_time)) - at.x, above)
    if (distance >= least) continue
    least = distance
    found = event
  }
  return found
}

const round = (px: number) => Math.round(px * 10) / 10
