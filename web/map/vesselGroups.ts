import type { VesselStatus } from '#contract/domain/vesselStatuses.ts'
import { worldPx } from '#contract/geodesy/mercator.ts'
import { SHAPE, shapeOf, type VesselBuffer } from './vesselBuffer.ts'
import { screenX, screenY, type Viewport } from './viewport.ts'

/** Vessels nearer to each other than this cannot be told apart, nor met with a pointer. */
export const GROUP_REACH_PX = 14
/** Zooming groups afresh only so many times on its way from one zoom to the next. */
const STEPS_PER_ZOOM = 4
/** From good to bad. */
const BY_SEVERITY: readonly VesselStatus[] = ['sailing', 'online', 'unpaired', 'offline', 'unavailable']
const LANDED = Number.POSITIVE_INFINITY

/**
 * Which vessels lie together and share one mark: that of the first of them, by id, so that marks stay where they are
 * while the others come and go. One under way always has a mark of her own, and the selected one leads her group.
 */
export interface VesselGroups {
  /** Groups afresh when a vessel, the zoom or the selection changed, and tells the buffer what is drawn. */
  update(zoom: number, selected: number): void
  /** The index of the vessel at whose place this one is drawn; herself when she has a mark. */
  leaderOf(index: number): number
  /** How many the mark of this leader stands for. */
  sizeOf(leader: number): number
  worstStatusOf(leader: number): VesselStatus
  /** How many of the group are in that state. */
  worstCountOf(leader: number): number
}

/** One pass over a grid whose squares are as wide as the reach; its numbers are kept between passes. */
export function createVesselGroups(vessels: VesselBuffer): VesselGroups {
  let order = new Uint32Array(0)
  let leaders = new Int32Array(0)
  let sizes = new Int32Array(0)
  let worst = new Uint8Array(0)
  let worstCounts = new Int32Array(0)
  let xs = new Float64Array(0)
  let ys = new Float64Array(0)
  /** The leaders of each square as a chain: its first by the square's hash, then from one to the next. */
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

  /** The selected one is drawn as what she is, whatever lies beside her. */
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

/** The ids of all that a pointer at this vessel's mark may mean: her group, and whoever is drawn upon it. */
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
