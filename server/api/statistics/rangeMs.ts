import { DAY_MS } from '#contract/domain/time.ts'
import { Problem } from '#contract/wire/errors.ts'
import { type Instant, instantUs } from '#contract/wire/instant.ts'

/** Longer than anybody has sailed with sensors on board. */
const LONGEST_MS = 20 * 366 * DAY_MS

/** A range that makes sense, epoch ms. Throws `invalid` for one that ends before it begins, or never. */
export function rangeMs(given: { start_time?: Instant | undefined; end_time?: Instant | undefined }) {
  const fromMs = instantUs(given.start_time ?? Number.NaN) / 1000
  const toMs = instantUs(given.end_time ?? Number.NaN) / 1000
  if (!Number.isFinite(fromMs) || !Number.isFinite(toMs))
    throw new Problem('invalid', 'start_time and end_time are needed.')
  if (toMs <= fromMs) throw new Problem('invalid', 'end_time: must be after start_time.')
  if (toMs - fromMs > LONGEST_MS || Math.abs(fromMs) > 8e15)
    throw new Problem('invalid', 'end_time: this range is too long.')
  return { fromMs, toMs }
}
