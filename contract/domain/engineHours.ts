/**
 * Running time of engines. Samples are counted in segments of at most six hours, each from its own samples alone, and the
 * hours of an engine are a fold over its segments. So late samples give what samples in order give.
 */
import { HOUR_US, MINUTE_US, SECOND_US } from './time.ts'

/** An engine turns above this, in Hz: a starter turns it at about 200 rpm, and it idles above 500. */
export const RUNNING_HZ = 300 / 60
/** Longest pause between two reports of engine speed that counts as running: slow loggers report once a minute. */
export const SPEED_GAP_US = 2 * MINUTE_US
/** Coarsest step of a counter: a tenth of an hour. */
const COUNTER_STEP_S = 360
/** Two sources of one counter may differ by this much; a larger fall is a reset. */
const JITTER_S = 3600

/** Length of a segment that no mark cuts. */
export const SEGMENT_US = 6 * HOUR_US

/** One engine in one interval. Times are µs, counters seconds. */
export interface EngineSegment {
  fromUs: number
  /** Running time between samples of the engine speed. */
  runUs: number
  speedFirstUs: number | null
  speedLastUs: number | null
  isRunningAtEnd: boolean
  /** Growth of the engine's own counter between its samples. */
  gainS: number
  counterFirstUs: number | null
  counterFirstS: number | null
  counterLastUs: number | null
  counterLastS: number | null
}

/** Samples in time order. */
export interface EngineSamples {
  timeUs: ArrayLike<number>
  value: ArrayLike<number>
}

/** A known reading of the hours: from this moment on, the hours grow from it. */
export interface HoursMark {
  fromUs: number
  hoursS: number
}

export interface EngineHours {
  hoursS: number
  /** Origin of the newest running time; null before any sample. */
  source: 'counter' | 'speed' | null
  lastUs: number | null
}

/** Growth of a counter between two readings, s; null across a reset or a value that cannot be. */
function gainBetween(fromUs: number, fromS: number, toUs: number, toS: number): number | null {
  const mostS = (toUs - fromUs) / SECOND_US + COUNTER_STEP_S
  const gainS = toS - fromS
  if (gainS >= -JITTER_S) return gainS <= mostS ? gainS : null
  return toS <= mostS ? toS : null
}

const runningBetween = (fromUs: number, isRunning: boolean, toUs: number) =>
  isRunning && toUs - fromUs <= SPEED_GAP_US ? toUs - fromUs : 0

/** Counts the samples of one engine in one segment. */
export function segmentOf(
  fromUs: number,
  speed: EngineSamples,
  counter: EngineSamples,
): EngineSegment | null {
  if (speed.timeUs.length === 0 && counter.timeUs.length === 0) return null
  let runUs = 0
  let [lastUs, isRunning] = [0, false]
  for (let i = 0; i < speed.timeUs.length; i++) {
    const atUs = speed.timeUs[i] as number
    runUs += runningBetween(lastUs, isRunning, atUs)
    lastUs = atUs
    isRunning = (speed.value[i] as number) >= RUNNING_HZ
  }
  let gainS = 0
  for (let i = 1; i < counter.timeUs.length; i++) {
    const [atUs, atS] = [counter.timeUs[i] as number, counter.value[i] as number]
    gainS += gainBetween(counter.timeUs[i - 1] as number, counter.value[i - 1] as number, atUs, atS) ?? 0
  }
  const end = counter.timeUs.length - 1
  return {
    ...{ fromUs, runUs, gainS, isRunningAtEnd: isRunning },
    speedFirstUs: speed.timeUs[0] ?? null,
    speedLastUs: speed.timeUs[speed.timeUs.length - 1] ?? null,
    counterFirstUs: counter.timeUs[0] ?? null,
    counterFirstS: counter.value[0] ?? null,
    counterLastUs: counter.timeUs[end] ?? null,
    counterLastS: counter.value[end] ?? null,
  }
}

/** Sum of the segments so far, from which the next one goes on. */
export interface HoursFold {
  totalUs: number
  /** True once the total contains the hours from before the first segment. */
  isBased: boolean
  source: 'counter' | 'speed' | null
  speedLastUs: number | null
  isRunningAtEnd: boolean
  counterLastUs: number | null
  counterLastS: number | null
  /** Running time by engine speed since the last reading of the counter. */
  sinceUs: number
  lastUs: number | null
}

/** An engine without a mark begins with the hours of its own counter. */
export const startFold = (mark: HoursMark | null): HoursFold => ({
  totalUs: (mark?.hoursS ?? 0) * SECOND_US,
  ...{ isBased: mark !== null, source: null, speedLastUs: null, isRunningAtEnd: false },
  ...{ counterLastUs: null, counterLastS: null, sinceUs: 0, lastUs: null },
})

/** Adds the next segment. Where the counter is missing, the engine speed counts until the counter comes back. */
export function foldSegment(fold: HoursFold, segment: EngineSegment): HoursFold {
  const { counterFirstUs, counterFirstS, counterLastUs, counterLastS, speedFirstUs, speedLastUs } = segment
  const next = { ...fold }
  if (speedFirstUs !== null) Object.assign(next, { speedLastUs, isRunningAtEnd: segment.isRunningAtEnd })
  next.lastUs = Math.max(fold.lastUs ?? 0, speedLastUs ?? 0, counterLastUs ?? 0)
  if (counterFirstUs === null || counterFirstS === null) {
    let runUs = segment.runUs
    if (speedFirstUs !== null && fold.speedLastUs !== null)
      runUs += runningBetween(fold.speedLastUs, fold.isRunningAtEnd, speedFirstUs)
    next.totalUs += runUs
    next.sinceUs += runUs
    if (runUs > 0 || fold.source === null) next.source = 'speed'
    return next
  }
  const gainS =
    fold.counterLastUs === null || fold.counterLastS === null
      ? null
      : gainBetween(fold.counterLastUs, fold.counterLastS, counterFirstUs, counterFirstS)
  if (gainS !== null) next.totalUs += gainS * SECOND_US - fold.sinceUs
  // A counter that shows less than was counted began after the engine did.
  else if (!fold.isBased) next.totalUs = Math.max(fold.totalUs, counterFirstS * SECOND_US)
  next.totalUs += segment.gainS * SECOND_US
  return Object.assign(next, { isBased: true, source: 'counter', counterLastUs, counterLastS, sinceUs: 0 })
}

/** Hours that can be stored. */
const MOST_S = 2_000_000_000

export const hoursOfFold = ({ totalUs, source, lastUs }: HoursFold): EngineHours => ({
  ...{ hoursS: Math.min(MOST_S, Math.max(0, Math.round(totalUs / SECOND_US))), source, lastUs },
})

/** Hours of an engine after these segments, which follow each other. */
export const hoursOf = (segments: readonly EngineSegment[], mark: HoursMark | null): EngineHours =>
  hoursOfFold(
    segments.filter(({ fromUs }) => !mark || fromUs >= mark.fromUs).reduce(foldSegment, startFold(mark)),
  )

/** Starts of the segments of an interval: every six hours of UTC, and at each mark. */
export function segmentStarts(fromUs: number, toUs: number, marksUs: readonly number[]): number[] {
  const firstUs = Math.floor(fromUs / SEGMENT_US) * SEGMENT_US
  const starts = new Set<number>()
  for (let us = firstUs; us <= toUs; us += SEGMENT_US) starts.add(us)
  const endUs = Math.floor(toUs / SEGMENT_US) * SEGMENT_US + SEGMENT_US
  for (const us of marksUs) if (us > firstUs && us < endUs) starts.add(us)
  return [...starts].sort((a, b) => a - b)
}
