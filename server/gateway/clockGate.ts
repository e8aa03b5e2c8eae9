import type { Decoded, MotionBlock, Rejection } from '#contract/domain/reading.ts'
import { FUTURE_MAX_US } from '#contract/domain/time.ts'

/** GPS time begins on 6 January 1980; a time before it comes from a clock that was never set. */
export const EARLIEST_US = Date.UTC(1980, 0, 6) * 1000
const REFUSALS = {
  future_time: 'The time of these samples is more than two minutes ahead of the server.',
  no_time: 'The time of these samples is from before 1980: the clock was not set.',
} as const

/** Keeps readings with a plausible time, and counts the rejected ones. */
export function passClock(decoded: Decoded, nowUs: number): Decoded {
  const latestUs = nowUs + FUTURE_MAX_US
  const refused = { future_time: 0, no_time: 0 }
  const refuse = (timeUs: number, samples: number) => {
    refused[timeUs > latestUs ? 'future_time' : 'no_time'] += samples
  }
  // The comparison also rejects NaN.
  const passes = (timeUs: number) => timeUs >= EARLIEST_US && timeUs <= latestUs
  const keep = <T extends { timeUs: number }>(items: T[]): T[] => {
    if (items.every(({ timeUs }) => passes(timeUs))) return items
    return items.filter(({ timeUs }) => {
      const kept = passes(timeUs)
      if (!kept) refuse(timeUs, 1)
      return kept
    })
  }
  const kept = {
    scalars: keep(decoded.scalars),
    fixes: keep(decoded.fixes),
    motion: decoded.motion.filter((block) => {
      const kept = passes(block.startUs) && passes(endUs(block))
      if (!kept) refuse(endUs(block), block.forceX.length)
      return kept
    }),
    ais: keep(decoded.ais),
    faults: keep(decoded.faults),
    ...(decoded.senders ? { senders: keep(decoded.senders) } : {}),
  }
  const rejected: Rejection[] = (['future_time', 'no_time'] as const)
    .filter((reason) => refused[reason] > 0)
    .map((reason) => ({ reason, detail: REFUSALS[reason], count: refused[reason] }))
  return { ...kept, rejected: [...decoded.rejected, ...rejected] }
}

const endUs = ({ startUs, intervalUs, forceX }: MotionBlock) => startUs + (forceX.length - 1) * intervalUs
