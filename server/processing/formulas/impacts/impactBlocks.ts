import { SECOND_US } from '#contract/domain/time.ts'
import type { SensorSettings } from '#server/records/sensors.ts'
import {
  BLOCK_US,
  type ImpactBlock,
  type ImpactPeak,
  type SensorCoverage,
} from '#server/telemetry/impactBlock.ts'
import type { Motion } from '#server/telemetry/motion.ts'
import { lowerBound } from '../lowerBound.ts'
import { accelerations } from './accelerations.ts'
import { findPeaks } from './findPeaks.ts'
import { impactScalar } from './impactScalar.ts'

/** Maxima this far outside a block compete with those inside, for any interval that was read. */
const RIVALS_US = 2 * SECOND_US

/**
 * Time read before and after a block to compute it. It covers the rivals of its peaks with the fall and rise before
 * them (four seconds), and the two seconds of the filter. Mirrored in time, it also bounds the changes that a new
 * sample can cause.
 */
export const BLOCK_CONTEXT_US = { before: 7 * SECOND_US, after: 5 * SECOND_US }

/**
 * Impacts of one vessel in each block that touches [fromUs, toUs] and contains samples. A block depends on the samples
 * within its context alone, so it comes out equal for every interval requested.
 */
export function impactBlocks(
  motion: readonly Motion[],
  fromUs: number,
  toUs: number,
  settings: ReadonlyMap<number, SensorSettings> = new Map(),
): ImpactBlock[] {
  const blocks = new Map<number, ImpactBlock>()
  for (const one of motion) {
    for (const [startUs, coverage] of coverageOf(one, blockOf(fromUs), toUs)) {
      const block = blocks.get(startUs) ?? { vesselNumber: one.vesselNumber, startUs, sensors: [], peaks: [] }
      blocks.set(startUs, block)
      block.sensors.push(coverage)
    }
  }
  for (const one of motion) {
    for (const { segment, acceleration } of accelerations(one, settings.get(one.sensor))) {
      const measured = { segment, acceleration, scalar: impactScalar(acceleration) }
      for (const { startUs, peaks } of blocks.values()) {
        peaks.push(...findPeaks(one.sensor, measured, startUs, startUs + BLOCK_US, RIVALS_US))
      }
    }
  }
  for (const { peaks } of blocks.values()) peaks.sort(byTime)
  return [...blocks.values()]
}

const byTime = (a: ImpactPeak, b: ImpactPeak) => a.timeUs - b.timeUs || a.sensor - b.sensor

const blockOf = (timeUs: number) => Math.floor(timeUs / BLOCK_US) * BLOCK_US

/** Coverage of the sensor in each block, from the block at `fromUs` to the block that contains `toUs`. */
function coverageOf({ sensor, timeUs }: Motion, fromUs: number, toUs: number): Map<number, SensorCoverage> {
  const blocks = new Map<number, SensorCoverage>()
  for (let i = lowerBound(timeUs, fromUs); i < timeUs.length; ) {
    const startUs = blockOf(timeUs[i] as number)
    if (startUs > toUs) break
    const end = lowerBound(timeUs, startUs + BLOCK_US)
    blocks.set(startUs, { sensor, ...measure(timeUs.subarray(i, end)) })
    i = end
  }
  return blocks
}

function measure(timeUs: Float64Array): Omit<SensorCoverage, 'sensor'> {
  const perSecond: number[] = []
  let second = Number.NaN
  for (const us of timeUs) {
    if (Math.floor(us / SECOND_US) === second) perSecond[perSecond.length - 1] = (perSecond.at(-1) ?? 0) + 1
    else perSecond.push(1)
    second = Math.floor(us / SECOND_US)
  }
  return {
    firstUs: timeUs[0] as number,
    lastUs: timeUs.at(-1) as number,
    samples: timeUs.length,
    coveredS: perSecond.length,
    rateHz: perSecond.sort((a, b) => a - b)[perSecond.length >> 1] ?? 0,
  }
}
