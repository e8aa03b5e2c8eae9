import { wrap180 } from '#contract/domain/units.ts'
import type { VesselStatus } from '#contract/domain/vesselStatuses.ts'
import { mercatorX, mercatorY } from '#contract/geodesy/mercator.ts'
import type { MapVessel } from '#contract/wire/vessel.ts'

/** Numbers per vessel in `data`, which the shader reads four at a time; the last three are unused. */
export const FLOATS_PER_VESSEL = 16
/** A fix further away than this (about 5 km at 64°N) is a jump: the vessel does not glide across the map. */
const JUMP = 0.0003
/** Longest glide, ms: rarer fixes are shown where they are, because a longer glide would show the past. */
const LONGEST_GLIDE_MS = 2000

/** `hidden` draws nothing: the mark of the group stands for the vessel. */
export const SHAPE = { underWay: 0, still: 1, absent: 2, unpaired: 3, hidden: 4 } as const

/**
 * Numbers of every vessel on the map for the graphics card, changed in place: each fix costs a few writes. Times are
 * milliseconds of one clock that starts near zero.
 */
export interface VesselBuffer {
  data(): Float32Array
  count(): number
  /** Range of vessels in `data` that changed since the last call, `to` excluded; null without changes. */
  takeChanges(): { from: number; to: number } | null
  /** Adds or moves a vessel; a vessel without a position is removed. */
  put(vessel: MapVessel, nowMs: number, glides: boolean): void
  remove(id: string): void
  /** Sets the opacity of each vessel, 0 to 1; returns whether any opacity changed. */
  fade(strengthOf: (vessel: MapVessel) => number): boolean
  /** Draws a vessel with this shape until her next update. */
  drawAs(index: number, shape: number): void
  /** Changes with every vessel put or removed. */
  revision(): number
  /** Changes when a vessel is added or removed, or gets another index. */
  membersRevision(): number
  clear(): void
  at(index: number): MapVessel
  indexOf(id: string): number
  /** Drawn position of the vessel at this moment, in the Mercator square. */
  xAt(index: number, nowMs: number): number
  yAt(index: number, nowMs: number): number
  /** When the last glide ends. */
  glidesUntilMs(): number
}

export function createVesselBuffer(): VesselBuffer {
  let data = new Float32Array(64 * FLOATS_PER_VESSEL)
  /** Positions in double precision: x, y and the rest of the glide, x, y. */
  let places = new Float64Array(64 * 4)
  const vessels: MapVessel[] = []
  const receivedMs: number[] = []
  const indices = new Map<string, number>()
  let changedFrom = Number.POSITIVE_INFINITY
  let changedTo = 0
  let glidesUntilMs = 0
  let revision = 0
  let membersRevision = 0

  const touch = (index: number) => {
    changedFrom = Math.min(changedFrom, index)
    changedTo = Math.max(changedTo, index + 1)
  }
  const leftOfWay = (index: number, nowMs: number) => {
    const offset = index * FLOATS_PER_VESSEL
    const durationMs = data[offset + 7] ?? 0
    return durationMs <= 0 ? 0 : Math.min(1, Math.max(0, 1 - (nowMs - (data[offset + 6] ?? 0)) / durationMs))
  }
  const place = (index: number, nowMs: number, axis: 0 | 1) =>
    (places[index * 4 + axis] ?? 0) + (places[index * 4 + 2 + axis] ?? 0) * leftOfWay(index, nowMs)

  function write(index: number, vessel: MapVessel, nowMs: number, glides: boolean, isNew: boolean) {
    const x = mercatorX(vessel.longitudeDeg ?? 0)
    const y = mercatorY(vessel.latitudeDeg ?? 0)
    const offset = index * FLOATS_PER_VESSEL
    const heldCog = isNew ? null : drawnCog(data, offset, leftOfWay(index, nowMs))
    let wayX = 0
    let wayY = 0
    let durationMs = 0
    if (!isNew && glides) {
      wayX = place(index, nowMs, 0) - x
      wayX -= Math.round(wayX)
      wayY = place(index, nowMs, 1) - y
      if (Math.abs(wayX) + Math.abs(wayY) < JUMP) {
        durationMs = Math.min(LONGEST_GLIDE_MS, nowMs - (receivedMs[index] ?? nowMs))
      }
      if (durationMs === 0) wayX = wayY = 0
    }
    const cog = vessel.cog ?? 0
    receivedMs[index] = nowMs
    places.set([x, y, wayX, wayY], index * 4)
    const [coarseX, coarseY] = [Math.fround(x), Math.fround(y)]
    data[offset] = coarseX
    data[offset + 1] = coarseY
    data[offset + 2] = x - coarseX
    data[offset + 3] = y - coarseY
    data[offset + 4] = wayX
    data[offset + 5] = wayY
    data[offset + 6] = nowMs
    data[offset + 7] = durationMs
    data[offset + 8] = cog
    data[offset + 9] = heldCog === null ? 0 : wrap180(heldCog - cog)
    data[offset + 10] = vessel.sog ?? 0
    data[offset + 11] = shapeOf(vessel.status)
    if (isNew) data[offset + 12] = 1
    if (durationMs > 0) glidesUntilMs = Math.max(glidesUntilMs, nowMs + durationMs)
    touch(index)
  }

  return {
    data: () => data,
    count: () => vessels.length,
    takeChanges() {
      if (changedFrom >= changedTo) return null
      const changes = { from: changedFrom, to: Math.min(changedTo, vessels.length) }
      changedFrom = Number.POSITIVE_INFINITY
      changedTo = 0
      return changes
    },
    put(vessel, nowMs, glides) {
      if (vessel.latitudeDeg === null || vessel.longitudeDeg === null) return this.remove(vessel.id)
      const known = indices.get(vessel.id)
      const index = known ?? vessels.length
      if (known === undefined) {
        indices.set(vessel.id, index)
        membersRevision++
        if ((index + 1) * FLOATS_PER_VESSEL > data.length) {
          data = grown(data)
          places = grown(places)
          changedFrom = 0
          changedTo = index + 1
        }
      }
      vessels[index] = vessel
      revision++
      write(index, vessel, nowMs, glides, known === undefined)
    },
    remove(id) {
      const index = indices.get(id)
      if (index === undefined) return
      indices.delete(id)
      revision++
      membersRevision++
      const last = vessels.pop()
      const lastIndex = vessels.length
      if (!last || lastIndex === index) return
      vessels[index] = last
      receivedMs[index] = receivedMs[lastIndex] ?? 0
      indices.set(last.id, index)
      data.copyWithin(
        index * FLOATS_PER_VESSEL,
        lastIndex * FLOATS_PER_VESSEL,
        (lastIndex + 1) * FLOATS_PER_VESSEL,
      )
      places.copyWithin(index * 4, lastIndex * 4, (lastIndex + 1) * 4)
      touch(index)
    },
    fade(strengthOf) {
      let changed = false
      vessels.forEach((vessel, index) => {
        const offset = index * FLOATS_PER_VESSEL + 12
        const strength = Math.fround(strengthOf(vessel))
        if (data[offset] === strength) return
        data[offset] = strength
        touch(index)
        changed = true
      })
      return changed
    },
    drawAs(index, shape) {
      const offset = index * FLOATS_PER_VESSEL + 11
      if (data[offset] === shape) return
      data[offset] = shape
      touch(index)
    },
    revision: () => revision,
    membersRevision: () => membersRevision,
    clear() {
      vessels.length = 0
      revision++
      membersRevision++
      indices.clear()
    },
    at(index) {
      const vessel = vessels[index]
      if (!vessel) throw new RangeError(`There is no vessel ${index}.`)
      return vessel
    },
    indexOf: (id) => indices.get(id) ?? -1,
    xAt: (index, nowMs) => place(index, nowMs, 0),
    yAt: (index, nowMs) => place(index, nowMs, 1),
    glidesUntilMs: () => glidesUntilMs,
  }
}

function grown<Numbers extends Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>>(old: Numbers): Numbers {
  const larger =
    old instanceof Float32Array ? new Float32Array(old.length * 2) : new Float64Array(old.length * 2)
  larger.set(old)
  return larger as Numbers
}

const drawnCog = (data: Float32Array, offset: number, left: number) =>
  (data[offset + 8] ?? 0) + (data[offset + 9] ?? 0) * left

export function shapeOf(status: VesselStatus): number {
  if (status === 'sailing') return SHAPE.underWay
  if (status === 'online') return SHAPE.still
  return status === 'unpaired' ? SHAPE.unpaired : SHAPE.absent
}
