import { MINUTE_US, SECOND_US } from '#contract/domain/time.ts'
import type { Movement } from '#server/telemetry/positions.ts'
import { SILENT_MAX_US } from '../parameters.ts'

/** A row this long before and after other rows may be alone. */
const ALONE_US = MINUTE_US
/** Rows within this time are one report. */
const REPORT_US = 2 * SECOND_US
/** A feed has at least so many rows, and its silence beside the lonely report lasts as many intervals of its nearest rows as this. */
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
 * Marks reports that stand alone before, after or within a dense feed. A report minutes before the feed
 * begins no trip, because no boat sailed the chord to it. Reports of a sparse feed have similar neighbours.
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
    const near = [
      ...(before && run.fromUs - before.toUs <= SILENT_MAX_US ? [before] : []),
      ...(after && after.fromUs - run.toUs <= SILENT_MAX_US ? [after] : []),
    ]
    if (near.some(isReport)) continue
    const isBesideFeed = near.some((other) =>
      other === before
        ? isFeed(other.last - FEED_ROWS + 1, other, run.fromUs - other.toUs)
        : isFeed(other.first, other, other.fromUs - run.toUs),
    )
    if (isBesideFeed) lonely.fill(1, run.first, run.last + 1)
  }
  return lonely

  /** Compares only the rows beside the silence, because the feed may have had another rate long before. */
  function isFeed(from: number, { first, last }: Run, silenceUs: number) {
    const to = from + FEED_ROWS - 1
    if (from < first || to > last) return false
    const spanUs = (timeUs[to] as number) - (timeUs[from] as number)
    return silenceUs * (FEED_ROWS - 1) >= SILENT_INTERVALS * spanUs
  }
}

const isReport = ({ fromUs, toUs }: Run) => toUs - fromUs <= REPORT_US
