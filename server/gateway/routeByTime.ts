import { type Decoded, type MotionBlock, nothingDecoded, type Rejection } from '#contract/domain/reading.ts'
import type { DeviceSpan } from '#server/records/devices.ts'

type Readings = Omit<Decoded, 'rejected' | 'notes'>

export interface Routed {
  /** Readings of each vessel, by vessel number. */
  parts: Map<number, Readings>
  rejected: Rejection[]
}

const NOT_ON_A_VESSEL = 'The device was on none of your vessels when this was measured.'

/**
 * Gives each reading to the vessel that the device was on at the time of measurement. Data that arrives late after a
 * transfer thus goes to the old boat. Readings from between two pairings belong to no vessel and are refused.
 */
export function routeByTime(decoded: Readings, spans: readonly DeviceSpan[]): Routed {
  const [only] = spans
  // Nearly all devices were on one vessel ever, and are.
  if (only?.vessel && spans.length === 1 && only.untilUs === Number.POSITIVE_INFINITY) {
    return { parts: new Map([[only.vessel.number, decoded]]), rejected: [] }
  }
  const parts = new Map<number, Decoded>()
  let refused = 0
  const partOf = (number: number) => {
    const part = parts.get(number) ?? nothingDecoded()
    parts.set(number, part)
    return part
  }
  const spanAt = (timeUs: number) => spans.find(({ fromUs, untilUs }) => timeUs >= fromUs && timeUs < untilUs)
  const give = <Item extends { timeUs: number }>(
    items: readonly Item[],
    listOf: (part: Decoded) => Item[],
  ) => {
    for (const item of items) {
      const vessel = spanAt(item.timeUs)?.vessel
      if (vessel) listOf(partOf(vessel.number)).push(item)
      else refused++
    }
  }
  give(decoded.scalars, (part) => part.scalars)
  give(decoded.fixes, (part) => part.fixes)
  give(decoded.ais, (part) => part.ais)
  give(decoded.faults, (part) => part.faults)
  give(decoded.senders ?? [], (part) => {
    part.senders ??= []
    return part.senders
  })
  for (const block of decoded.motion) {
    const { startUs, intervalUs, forceX } = block
    for (let first = 0; first < forceX.length; ) {
      const span = spanAt(startUs + first * intervalUs)
      let end = first + 1
      while (end < forceX.length && spanAt(startUs + end * intervalUs) === span) end++
      if (span?.vessel) partOf(span.vessel.number).motion.push(sliceOf(block, first, end))
      else refused += end - first
      first = end
    }
  }
  return {
    parts,
    rejected: refused > 0 ? [{ reason: 'not_paired', detail: NOT_ON_A_VESSEL, count: refused }] : [],
  }
}

const sliceOf = (block: MotionBlock, first: number, end: number): MotionBlock => ({
  sensor: block.sensor,
  startUs: block.startUs + first * block.intervalUs,
  intervalUs: block.intervalUs,
  forceX: block.forceX.subarray(first, end),
  forceY: block.forceY.subarray(first, end),
  forceZ: block.forceZ.subarray(first, end),
  roll: block.roll.subarray(first, end),
  pitch: block.pitch.subarray(first, end),
  yaw: block.yaw.subarray(first, end),
})
