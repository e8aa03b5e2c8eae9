import type { Decoded, Rejection } from '#contract/reading.ts'
import { DAY_US } from '#contract/time.ts'

/** GPS counts weeks with ten bits; a receiver that has lost count is behind by a multiple of them. */
const ROLLOVER_WEEKS = 1024
const ROLLOVER_US = ROLLOVER_WEEKS * 7 * DAY_US
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
const isRolledOver = (timeUs: number, nowUs: number) => timeUs <= nowUs - ROLLOVER_US + AGREES_US

/** Corrects live times that are a multiple of 1,024 weeks behind; what stays far from the server's clock is refused. */
export function unrollWeeks(decoded: Decoded, nowUs: number, earliestUs: number): Unrolled {
  let weeks: number | null = null
  let refusedUs: number | null = null
  let refused = 0
  const isWrong = (timeUs: number) => timeUs >= earliestUs && isRolledOver(timeUs, nowUs)
  /** What to add to a time, null to refuse it. */
  const shiftOf = (timeUs: number, samples = 1): number | null => {
    if (!isWrong(timeUs)) return 0
    const times = Math.round((nowUs - timeUs) / ROLLOVER_US)
    if (Math.abs(nowUs - timeUs - times * ROLLOVER_US) <= AGREES_US) {
      weeks = times * ROLLOVER_WEEKS
      return times * ROLLOVER_US
    }
    refusedUs = timeUs
    refused += samples
    return null
  }
  const shift = <Item extends { timeUs: number }>(items: Item[]): Item[] =>
    items.some(({ timeUs }) => isWrong(timeUs))
      ? items.flatMap((item) => {
          const byUs = shiftOf(item.timeUs)
          return byUs === null ? [] : [{ ...item, timeUs: item.timeUs + byUs }]
        })
      : items
  const shifted: Decoded = {
    ...decoded,
    scalars: shift(decoded.scalars),
    fixes: shift(decoded.fixes),
    ais: shift(decoded.ais),
    faults: shift(decoded.faults),
    ...(decoded.senders ? { senders: shift(decoded.senders) } : {}),
    motion: decoded.motion.flatMap((block) => {
      const byUs = shiftOf(block.startUs, block.forceX.length)
      return byUs === null ? [] : [byUs === 0 ? block : { ...block, startUs: block.startUs + byUs }]
    }),
  }
  const rejected: Rejection[] = refused > 0 ? [{ reason: 'no_time', detail: TOO_OLD, count: refused }] : []
  return { decoded: { ...shifted, rejected: [...decoded.rejected, ...rejected] }, weeks, refusedUs }
}
