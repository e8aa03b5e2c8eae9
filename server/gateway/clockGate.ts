import type { Decoded, ImuBlock, Rejection } from '#contract/reading.ts'

/** A device whose clock runs ahead would freeze "live" on a future fix; a past time is merely late, however far. */
const FUTURE_MAX_US = 120_000_000

/** Keeps what is not from the future, and says how much was. */
export function passClock(decoded: Decoded, nowUs: number): Decoded {
  const latestUs = nowUs + FUTURE_MAX_US
  let refused = 0
  const keep = <T extends { timeUs: number }>(items: T[]): T[] => {
    if (items.every(({ timeUs }) => timeUs <= latestUs)) return items
    const kept = items.filter(({ timeUs }) => timeUs <= latestUs)
    refused += items.length - kept.length
    return kept
  }
  const imu = decoded.imu.filter((block) => {
    if (endUs(block) <= latestUs) return true
    refused += block.forceX.length
    return false
  })
  const kept = {
    scalars: keep(decoded.scalars),
    fixes: keep(decoded.fixes),
    imu,
    ais: keep(decoded.ais),
    faults: keep(decoded.faults),
  }
  const future: Rejection[] =
    refused === 0
      ? []
      : [
          {
            reason: 'future_time',
            detail: 'The time of these samples is more than two minutes ahead of the server.',
            count: refused,
          },
        ]
  return { ...kept, rejected: [...decoded.rejected, ...future] }
}

const endUs = ({ startUs, intervalUs, forceX }: ImuBlock) => startUs + (forceX.length - 1) * intervalUs
