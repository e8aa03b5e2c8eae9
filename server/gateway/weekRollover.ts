import type { Decoded, Rejection } from '#contract/domain/reading.ts'
import { DAY_US, FUTURE_MAX_US, ROLLOVER_WEEKS } from '#contract/domain/time.ts'
import { EARLIEST_US } from './clockGate.ts'

const WEEK_US = 7 * DAY_US
const ROLLOVER_US = ROLLOVER_WEEKS * WEEK_US
/** A corrected time has to agree with the clock of the server within this. */
const AGREES_US = DAY_US
const TOO_OLD = 'The date is 1,024 weeks or more behind, and adding them does not give today.'

export interface Unrolled {
  decoded: Decoded
  /** Weeks that were added to at least one time, null where all were right. */
  weeks: number | null
  /** A time that was refused. */
  refusedUs: number | null
}

/** True for a time that only a receiver that has lost count of its weeks reports of the present. */
const isRolledOver = (timeUs: number, nowUs: number) =>
  timeUs >= EARLIEST_US && timeUs <= nowUs - ROLLOVER_US + AGREES_US

/**
 * Corrects live times that are a multiple of 1,024 weeks behind; times still far from the server's clock are
 * rejected.
 */
export function unrollWeeks(decoded: Decoded, nowUs: number): Unrolled {
  let weeks: number | null = null
  const { refused, refusedUs, ...moved } = moveTimes(decoded, (timeUs) => {
    if (!isRolledOver(timeUs, nowUs)) return 0
    const times = Math.round((nowUs - timeUs) / ROLLOVER_US)
    if (Math.abs(nowUs - timeUs - times * ROLLOVER_US) > AGREES_US) return null
    weeks = times * ROLLOVER_WEEKS
    return times * ROLLOVER_US
  })
  const rejected: Rejection[] = refused > 0 ? [{ reason: 'no_time', detail: TOO_OLD, count: refused }] : []
  return {
    decoded: { ...moved.decoded, rejected: [...decoded.rejected, ...rejected] },
    ...{ weeks, refusedUs },
  }
}

/** Dates of a log that may be a multiple of 1,024 weeks behind. */
export interface Rollover {
  /** First of these times, as given in the log. */
  firstUs: number
  /** The most that can be added without a time in the future. */
  weeks: number
}

/** True where adding 1,024 weeks to a time of a file gives no time in the future. */
const mayBeRolledOver = (timeUs: number, nowUs: number) =>
  timeUs >= EARLIEST_US && timeUs + ROLLOVER_US <= nowUs + FUTURE_MAX_US

/**
 * Finds dates that are 1,024 weeks old or older in at least half of the readings of a log. A receiver that has lost
 * count of its weeks looks like an archive, since its clock dates the file as well: a user decides.
 */
export function findRollover(decoded: Decoded, nowUs: number): Rollover | null {
  const { scalars, fixes, ais, faults, motion } = decoded
  const times = [scalars, fixes, ais, faults].flatMap((items) => items.map(({ timeUs }) => timeUs))
  for (const { startUs } of motion) times.push(startUs)
  const old = times.filter((timeUs) => mayBeRolledOver(timeUs, nowUs))
  if (old.length === 0 || 2 * old.length < times.length) return null
  const firstUs = old.reduce((first, timeUs) => Math.min(first, timeUs))
  const times1024 = Math.floor((nowUs + FUTURE_MAX_US - firstUs) / ROLLOVER_US)
  return { firstUs, weeks: times1024 * ROLLOVER_WEEKS }
}

/** Adds weeks to the times of a log that are old enough; `isMoved` is true when there were any. */
export function addWeeks(decoded: Decoded, weeks: number, nowUs: number) {
  if (weeks === 0) return { decoded, isMoved: false }
  let isMoved = false
  const moved = moveTimes(decoded, (timeUs) => {
    if (timeUs < EARLIEST_US || timeUs + weeks * WEEK_US > nowUs + FUTURE_MAX_US) return 0
    isMoved = true
    return weeks * WEEK_US
  })
  return { decoded: moved.decoded, isMoved }
}

/** Adds the result of `byUs` to each time; null rejects its samples. */
function moveTimes(decoded: Decoded, byUs: (timeUs: number) => number | null) {
  let refused = 0
  let refusedUs: number | null = null
  const movedUs = (timeUs: number, samples: number): number | null => {
    const us = byUs(timeUs)
    if (us !== null) return timeUs + us
    refused += samples
    refusedUs = timeUs
    return null
  }
  const move = <Item extends { timeUs: number }>(items: Item[]): Item[] =>
    items.every(({ timeUs }) => byUs(timeUs) === 0)
      ? items
      : items.flatMap((item) => {
          const timeUs = movedUs(item.timeUs, 1)
          return timeUs === null ? [] : [{ ...item, timeUs }]
        })
  const moved: Decoded = {
    ...decoded,
    scalars: move(decoded.scalars),
    fixes: move(decoded.fixes),
    ais: move(decoded.ais),
    faults: move(decoded.faults),
    ...(decoded.senders ? { senders: move(decoded.senders) } : {}),
    motion: decoded.motion.flatMap((block) => {
      const startUs = movedUs(block.startUs, block.forceX.length)
      return startUs === null ? [] : [{ ...block, startUs }]
    }),
  }
  return { decoded: moved, refused, refusedUs: refusedUs as number | null }
}
