/** A part of time with the size of its data; in ms of whichever clock its owner uses. */
export interface DataInterval {
  fromMs: number
  toMs: number
  bytes: number
}

export type Interval = Pick<DataInterval, 'fromMs' | 'toMs'>

/** Data this near are one interval: rare kinds are measured once a minute. */
const JOINED_WITHIN_MS = 120_000

export const meets = (one: Interval, other: Interval) => one.fromMs <= other.toMs && one.toMs >= other.fromMs

/** Adds data to a sorted list, which stays within `most`: of more intervals, the two nearest become one. */
export function addInterval(list: DataInterval[], { fromMs, toMs, bytes }: DataInterval, most: number): void {
  const near = { fromMs: fromMs - JOINED_WITHIN_MS, toMs: toMs + JOINED_WITHIN_MS }
  const last = list.at(-1)
  // Most data are newer than all before.
  let at = last && last.toMs < near.fromMs ? list.length : list.findIndex((one) => one.toMs >= near.fromMs)
  if (at < 0) at = list.length
  const added = { fromMs, toMs, bytes }
  let count = 0
  for (let one = list[at]; one && one.fromMs <= near.toMs; one = list[at + ++count]) join(added, one)
  list.splice(at, count, added)
  if (list.length <= most) return
  let nearest = 1
  for (let i = 2; i < list.length; i++) if (gapBefore(list, i) < gapBefore(list, nearest)) nearest = i
  const [one, other] = list.slice(nearest - 1)
  if (!one || !other) return
  join(one, other)
  list.splice(nearest, 1)
}

function join(one: DataInterval, other: DataInterval): void {
  one.fromMs = Math.min(one.fromMs, other.fromMs)
  one.toMs = Math.max(one.toMs, other.toMs)
  one.bytes += other.bytes
}

const gapBefore = (list: readonly DataInterval[], i: number) =>
  (list[i]?.fromMs ?? 0) - (list[i - 1]?.toMs ?? 0)
