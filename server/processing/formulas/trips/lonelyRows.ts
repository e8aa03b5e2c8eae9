import { MINUTE_US, SECOND_US } from '#contract/time.ts'
import type { Movement } from '#server/telemetry/positions.ts'

/** A row this long before and after the others may be alone. */
const ALONE_US = MINUTE_US
/** Rows within this time are one report. */
const REPORT_US = 2 * SECOND_US
/** A feed has at least so many rows, and its silence beside the lonely report lasts as many of its intervals as this. */
const FEED_ROWS = 6
const SILENT_INTERVALS = 10

/** Rows of movement that follow each other within a minute. */
interface Run {
  first: number
  last: number
  fromUs: number
  toUs: number
}

/**
 * Marks reports that stand alone before, after or within a dense feed: one that came minutes before the feed begins no trip,
 * and the chord to it was sailed by nobody. Reports of a feed that is sparse have others like them as their neighbours.
 */
export function lonelyRows({ timeUs }: Movement): Uint8Array {
  const lonely = new Uint8Array(timeUs.length)
  const runs: Run[] = []
  for (let i = 0; i < timeUs.length; i++) {
    const us = timeUs[i] as number
    const last = runs.at(-1)
    if (last && us - last.toUs <= ALONE_US) {
      last.last = i
      last.toUs = us
    } else runs.push({ first: i, last: i, fromUs: us, toUs: us })
  }
  for (const [i, run] of runs.entries()) {
    if (!isReport(run)) continue
    const [before, after] = [runs[i - 1], runs[i + 1]]
    if ((before && isReport(before)) || (after && isReport(after))) continue
    if (
      (before && isFeed(before, run.fromUs - before.toUs)) ||
      (after && isFeed(after, after.fromUs - run.toUs))
    )
      lonely.fill(1, run.first, run.last + 1)
  }
  return lonely
}

const isReport = ({ fromUs, toUs }: Run) => toUs - fromUs <= REPORT_US

const isFeed = ({ first, last, fromUs, toUs }: Run, silenceUs: number) =>
  last - first + 1 >= FEED_ROWS && silenceUs * (last - first) >= SILENT_INTERVALS * (toUs - fromUs)
