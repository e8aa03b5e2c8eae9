import type { VesselStatus } from '#contract/domain/vesselStatuses.ts'
import { worldPx } from '#contract/geodesy/mercator.ts'
import { SHAPE, shapeOf, type VesselBuffer } from './vesselBuffer.ts'
import { screenX, screenY, type Viewport } from './viewport.ts'

/** Distance below which two vessels cannot be distinguished or clicked separately, CSS pixels. */
export const GROUP_REACH_PX = 14
/** Number of regroupings while the map zooms from one zoom to the next. */
const STEPS_PER_ZOOM = 4
/** States from good to bad. */
const BY_SEVERITY: readonly VesselStatus[] = ['sailing', 'online', 'unpaired', 'offline', 'unavailable']
const LANDED = Number.POSITIVE_INFINITY

/**
 * Groups vessels that lie together under one mark, at the place of the first by id, so that marks stay while other
 * vessels come and go. A vessel under way always has her own mark, and the selected vessel leads her group.
 */
export interface VesselGroups {
  /** Groups again when a vessel, the zoom or the selection changed, and sets the shapes in the buffer. */
  update(zoom: number, selected: number): void
  /** Index of the vessel whose mark stands for this one; her own index when she has a mark. */
  leaderOf(index: number): number
  /** Number of vessels under this leader's mark. */
  sizeOf(leader: number): number
  worstStatusOf(leader: number): VesselStatus
  /** Number of vessels of the group in the worst state. */
  worstCountOf(leader: number): number
}

/** Groups in one pass over a grid with squares as wide as the reach; arrays are kept between passes. */
export function createVesselGroups(vessels: VesselBuffer): VesselGroups {
  let order = new Uint32Array(0)
  let leaders = new Int32Array(0)
  let sizes = new Int32Array(0)
  let worst = new Uint8Array(0)
  let worstCounts = new Int32Array(0)
  let xs = new Float64Array(0)
  let ys = new Float64Array(0)
  /** Leaders of each square as a linked list: the first by the square's hash, then from one to the next. */
  let heads = new Int32Array(1)
  let nexts = new Int32Array(0)
  let seenMembers = -1
  let seenRevision = -1
  let seenStep = Number.NaN
  let seenSelected = -1
  let reach = 0
  let columns = 1

  function takeMembers() {
    const count = vessels.count()
    if (count > leaders.length) {
      const room = 2 ** Math.ceil(Math.log2(count + 64))
      leaders = new Int32Array(room)
      sizes = new Int32Array(room)
      worst = new Uint8Array(room)
      worstCounts = new Int32Array(room)
      xs = new Float64Array(room)
      ys = new Float64Array(room)
      nexts = new Int32Array(room)
      heads = new Int32Array(room * 2)
    }
    order = Uint32Array.from({ length: count }, (_, index) => index)
    order.sort((a, b) => (vessels.at(a).id < vessels.at(b).id ? -1 : 1))
    seenMembers = vessels.membersRevision()
  }

  const squareOf = (column: number, row: number) =>
    (Math.imul((column + columns) % columns, 0x9e3779b1) ^ Math.imul(row, 0x85ebca6b)) & (heads.length - 1)
  const columnOf = (x: number) => Math.min(columns - 1, Math.floor(x * columns))

  function nearestLeader(index: number): number {
    const x = xs[index] ?? 0
    const y = ys[index] ?? 0
    const row = Math.floor(y * columns)
    const column = columnOf(x)
    let nearest = -1
    let least = reach * reach
    for (let down = Math.max(0, row - 1); down <= row + 1; down++) {
      for (let across = -1; across <= 1; across++) {
        let leader = (heads[squareOf(column + across, down)] ?? 0) - 1
        while (leader >= 0) {
          const apart = x - (xs[leader] ?? 0)
          const dx = apart - Math.round(apart)
          const dy = y - (ys[leader] ?? 0)
          const distance = dx * dx + dy * dy
          const isNearer =
            distance < least ||
            (distance === least && (nearest < 0 || vessels.at(leader).id < vessels.at(nearest).id))
          if (isNearer) {
            least = distance
            nearest = leader
          }
          leader = (nexts[leader] ?? 0) - 1
        }
      }
    }
    return nearest
  }

  function join(index: number, leader: number) {
    leaders[index] = leader
    sizes[leader] = (sizes[leader] ?? 0) + 1
    const severity = BY_SEVERITY.indexOf(vessels.at(index).status)
    if (severity > (worst[leader] ?? 0)) {
      worst[leader] = severity
      worstCounts[leader] = 0
    }
    if (severity === worst[leader]) worstCounts[leader] = (worstCounts[leader] ?? 0) + 1
  }

  function lead(index: number) {
    const square = squareOf(columnOf(xs[index] ?? 0), Math.floor((ys[index] ?? 0) * columns))
    nexts[index] = heads[square] ?? 0
    heads[square] = index + 1
    join(index, index)
  }

  function group(selected: number) {
    const count = vessels.count()
    sizes.fill(0, 0, count)
    worst.fill(0, 0, count)
    worstCounts.fill(0, 0, count)
    heads.fill(0)
    for (let index = 0; index < count; index++) {
      xs[index] = vessels.xAt(index, LANDED)
      ys[index] = vessels.yAt(index, LANDED)
    }
    const isLying = (index: number) => vessels.at(index).status !== 'sailing'
    if (selected >= 0 && selected < count && isLying(selected)) lead(selected)
    for (const index of order) {
      if (!isLying(index)) {
        join(index, index)
      } else if (index !== selected) {
        const leader = nearestLeader(index)
        if (leader < 0) lead(index)
        else join(index, leader)
      }
    }
    for (let index = 0; index < count; index++) {
      vessels.drawAs(index, leaders[index] === index ? markOf(index, selected) : SHAPE.hidden)
    }
  }

  /** The selected vessel shows her own state, whatever lies beside her. */
  const markOf = (leader: number, selected: number) =>
    shapeOf(leader === selected ? vessels.at(leader).status : worstStatusOf(leader))
  const worstStatusOf = (leader: number) => BY_SEVERITY[worst[leader] ?? 0] ?? 'online'

  return {
    update(zoom, selected) {
      const step = Math.round(zoom * STEPS_PER_ZOOM)
      const revision = vessels.revision()
      if (revision === seenRevision && step === seenStep && selected === seenSelected) return
      if (vessels.membersRevision() !== seenMembers) takeMembers()
      reach = GROUP_REACH_PX / worldPx(step / STEPS_PER_ZOOM)
      columns = Math.max(1, Math.floor(1 / reach))
      group(selected)
      seenRevision = revision
      seenStep = step
      seenSelected = selected
    },
    leaderOf: (index) => leaders[index] ?? index,
    sizeOf: (leader) => sizes[leader] ?? 1,
    worstStatusOf,
    worstCountOf: (leader) => worstCounts[leader] ?? 0,
  }
}

/** Ids of the vessels under a pointer at this vessel's mark: her group, and vessels drawn on top. */
export function vesselsTogether(
  vessels: VesselBuffer,
  groups: VesselGroups,
  view: Viewport,
  index: number,
  nowMs: number,
): string[] {
  const mark = groups.leaderOf(index)
  const x = screenX(view, vessels.xAt(mark, nowMs))
  const y = screenY(view, vessels.yAt(mark, nowMs))
  const ids: string[] = []
  for (let other = 0; other < vessels.count(); other++) {
    const isMark = groups.leaderOf(other) === other
    const dx = screenX(view, vessels.xAt(other, nowMs)) - x
    const dy = screenY(view, vessels.yAt(other, nowMs)) - y
    const isUpon = isMark && dx * dx + dy * dy <= GROUP_REACH_PX * GROUP_REACH_PX
    if (groups.leaderOf(other) === mark || isUpon) ids.push(vessels.at(other).id)
  }
  return ids
}
