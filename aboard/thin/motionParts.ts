import { IMU_NOT_AVAILABLE } from '#contract/domain/reading.ts'
import { decodeImuFrame, encodeImuFrame } from '#protocols/imuFrame.ts'
import type { Part, PartReader, Reject } from './part.ts'
import { StreamClock } from './streamClock.ts'

const G_MG = 1000
/** A window passes at once from this share of the limit on, because the shore corrects the mounting and may find more. */
const LIMIT_SHARE = 0.7

/** Motion blocks. A block with an impact, the one before and the one after pass at once. */
export class MotionParts implements PartReader {
  readonly #reject: Reject
  readonly #impactLimitG: () => number
  readonly #clock = new StreamClock()
  #isAfterImpact = false
  /** The newest block, which waits until the next one shows whether it belongs to a window. */
  #held: Part | null = null

  constructor(reject: Reject, impactLimitG: () => number) {
    this.#reject = reject
    this.#impactLimitG = impactLimitG
  }

  read({ bytes, arrivedMs }: { bytes: Uint8Array; arrivedMs: number }): Part[] {
    const { motion, rejected } = decodeImuFrame(bytes)
    for (const { reason } of rejected) this.#reject(reason)
    return motion.flatMap((block) => {
      const lengthMs = (block.intervalUs * block.forceX.length) / 1000
      const endMs = this.#clock.measuredMs(block.startUs / 1000 + lengthMs, arrivedMs)
      const peakG = peakOf(block)
      const isImpact = peakG >= this.#impactLimitG() * LIMIT_SHARE
      const part: Part = {
        kind: `imu.${block.sensor}`,
        measuredMs: endMs - lengthMs,
        bytes: encodeImuFrame([{ ...block, startUs: 0 }]),
        isUrgent: isImpact || this.#isAfterImpact,
      }
      const before = this.#held
      if (before && isImpact) before.isUrgent = true
      this.#held = part
      this.#isAfterImpact = isImpact
      return before ? [before] : []
    })
  }

  takeHeld(): Part[] {
    const held = this.#held
    this.#held = null
    return held ? [held] : []
  }
}

/** Largest departure from gravity in the block, in g. */
function peakOf({ forceX, forceY, forceZ }: { forceX: Int16Array; forceY: Int16Array; forceZ: Int16Array }) {
  let peak = 0
  for (let i = 0; i < forceX.length; i++) {
    const [x = 0, y = 0, z = 0] = [forceX[i], forceY[i], forceZ[i]]
    if (x === IMU_NOT_AVAILABLE || y === IMU_NOT_AVAILABLE || z === IMU_NOT_AVAILABLE) continue
    peak = Math.max(peak, Math.abs(Math.hypot(x, y, z) - G_MG))
  }
  return peak / G_MG
}
