import { longestStepMs } from '#contract/domain/gaps.ts'
import { DEG_RAD, KNOT_MPS, wrap180, wrap360 } from '#contract/domain/units.ts'
import { bearingRad, haversineM } from '#contract/geodesy/geo.ts'
import type { Position } from '#contract/geodesy/position.ts'
import { type FleetFixes, type FleetTrack, unpackFleetTrack } from '#contract/wire/fleetTracks.ts'
import { LIVE_WINDOW_MS } from '#contract/wire/vessel.ts'

/** Positions of the fleet over an interval, in steps of equal length. */
export interface Chunk {
  stepMs: number
  tracks: ReadonlyMap<string, FleetFixes>
}

/** Vessel at a moment. Unknown values are null; her place is then her last fix. */
export interface Moment extends Position {
  /** Time of her last fix at or before the moment. */
  fixMs: number
  /** False during a gap: the position is then her last fix. */
  reporting: boolean
  cogDeg: number | null
  sogKn: number | null
}

export const createChunk = (data: readonly FleetTrack[], fromMs: number, stepS: number): Chunk => ({
  stepMs: stepS * 1000,
  tracks: new Map(data.map((track) => [track.vessel_id, unpackFleetTrack(track, fromMs)])),
})

/**
 * State of a vessel at a moment, from consecutive chunks. `whole` is a coarse chunk of the whole period, which has
 * her last position before the chunks. Null when the period has no fix until then. Between two fixes without a gap
 * she sails straight.
 */
export function momentOf(
  chunks: readonly Chunk[],
  whole: Chunk | null,
  vesselId: string,
  timeMs: number,
): Moment | null {
  const last = lastOf(chunks, vesselId, timeMs)
  if (!last) {
    const before = whole && lastOf([whole], vesselId, timeMs)
    return before && silent(before.fixes, before.at)
  }
  const { fixes, at, chunk } = last
  const next = nextOf(chunks, last, vesselId)
  const fixMs = fixes.timeMs[at] as number
  if (!next || next.timeMs - fixMs > longestGapMs(chunk.stepMs, fixes)) {
    return timeMs - fixMs <= chunk.stepMs ? { ...silent(fixes, at), reporting: true } : silent(fixes, at)
  }
  const [latitudeDeg, longitudeDeg] = [fixes.latitudeDeg[at] as number, fixes.longitudeDeg[at] as number]
  const share = (timeMs - fixMs) / (next.timeMs - fixMs)
  const metres = haversineM(latitudeDeg, longitudeDeg, next.latitudeDeg, next.longitudeDeg)
  return {
    latitudeDeg: latitudeDeg + (next.latitudeDeg - latitudeDeg) * share,
    longitudeDeg: wrap180(longitudeDeg + wrap180(next.longitudeDeg - longitudeDeg) * share),
    fixMs,
    reporting: true,
    cogDeg: wrap360(bearingRad(latitudeDeg, longitudeDeg, next.latitudeDeg, next.longitudeDeg) / DEG_RAD),
    sogKn: metres / ((next.timeMs - fixMs) / 1000) / KNOT_MPS,
  }
}

const silent = ({ timeMs, latitudeDeg, longitudeDeg }: FleetFixes, at: number): Moment => ({
  latitudeDeg: latitudeDeg[at] as number,
  longitudeDeg: longitudeDeg[at] as number,
  fixMs: timeMs[at] as number,
  reporting: false,
  cogDeg: null,
  sogKn: null,
})

/** Index of a fix in the track of its chunk. */
interface ChunkFix {
  chunk: Chunk
  fixes: FleetFixes
  at: number
}

function lastOf(chunks: readonly Chunk[], vesselId: string, timeMs: number): ChunkFix | null {
  for (let index = chunks.length - 1; index >= 0; index--) {
    const chunk = chunks[index] as Chunk
    const fixes = chunk.tracks.get(vesselId)
    const at = fixes ? lastAtOrBefore(fixes.timeMs, timeMs) : -1
    if (fixes && at >= 0) return { chunk, fixes, at }
  }
  return null
}

function nextOf(chunks: readonly Chunk[], { chunk, fixes, at }: ChunkFix, vesselId: string) {
  let later = fixes
  let index = at + 1
  for (let of = chunks.indexOf(chunk) + 1; index >= later.timeMs.length && of < chunks.length; of++) {
    const following = chunks[of]?.tracks.get(vesselId)
    if (following) [later, index] = [following, 0]
  }
  const timeMs = later.timeMs[index]
  return timeMs === undefined
    ? null
    : {
        timeMs,
        latitudeDeg: later.latitudeDeg[index] as number,
        longitudeDeg: later.longitudeDeg[index] as number,
      }
}

function lastAtOrBefore(times: Float64Array, timeMs: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] as number) <= timeMs) low = middle + 1
    else high = middle
  }
  return low - 1
}

const usual = new WeakMap<FleetFixes, number>()

/**
 * Longest distance between two fixes that is not a gap: 2.5 of the vessel's usual steps. It is at most the time after
 * which a vessel counts as offline, unless the requested step is longer.
 */
export function longestGapMs(stepMs: number, fixes: FleetFixes): number {
  let usualMs = usual.get(fixes)
  if (usualMs === undefined) {
    const steps = Float64Array.from(fixes.timeMs.subarray(1), (ms, at) => ms - (fixes.timeMs[at] as number))
    steps.sort()
    usualMs = steps[steps.length >> 1] ?? 0
    usual.set(fixes, usualMs)
  }
  return Math.max(longestStepMs(stepMs), Math.min(LIVE_WINDOW_MS, longestStepMs(usualMs)))
}

/** Lines that a vessel sailed, split at gaps, as longitudes and latitudes that continue across 180°. */
export function linesOf(fixes: FleetFixes, stepMs: number): [longitudeDeg: number, latitudeDeg: number][][] {
  const longestMs = longestGapMs(stepMs, fixes)
  const lines: [number, number][][] = []
  let line: [number, number][] = []
  fixes.timeMs.forEach((ms, at) => {
    const before = line.at(-1)
    const isNew = !before || ms - (fixes.timeMs[at - 1] as number) > longestMs
    const longitudeDeg = fixes.longitudeDeg[at] as number
    if (isNew) {
      line = []
      lines.push(line)
    }
    line.push([
      isNew ? longitudeDeg : before[0] + wrap180(longitudeDeg - before[0]),
      fixes.latitudeDeg[at] as number,
    ])
  })
  return lines.filter(({ length }) => length > 1)
}

/** True when a vessel's newest fix and a moment belong to one line. */
export const joins = (fixes: FleetFixes, stepMs: number, timeMs: number) =>
  timeMs - (fixes.timeMs.at(-1) ?? Number.NEGATIVE_INFINITY) <= longestGapMs(stepMs, fixes)

/** Share of vessels with a fix in each of `parts` equal parts of a range. */
export function reportingShares(
  whole: Chunk,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  parts: number,
): number[] {
  const counts = new Array<number>(parts).fill(0)
  for (const { timeMs } of whole.tracks.values()) {
    let before = -1
    for (const ms of timeMs) {
      const part = Math.floor(((ms - fromMs) / (toMs - fromMs)) * parts)
      if (part !== before && part >= 0 && part < parts) counts[part] = (counts[part] as number) + 1
      before = part
    }
  }
  return counts.map((count) => count / Math.max(1, whole.tracks.size))
}
