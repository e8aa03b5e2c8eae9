export type PopupSide = 'left' | 'right' | 'top' | 'bottom'

interface Point {
  x: number
  y: number
}
interface Size {
  width: number
  height: number
}
interface Surroundings {
  /** The map, CSS pixels. */
  view: Size
  /** Places that the popup should not cover, such as the vessel's track. */
  keep: readonly Point[]
  isLand: (at: Point) => boolean
}

/** Distance from the vessel's middle to the popup, beyond the ring and the vector. */
export const POPUP_GAP_PX = 30
const EDGE_PX = 12
const SIDES = ['left', 'right', 'top', 'bottom'] as const

/**
 * Side on which a popup opens: inside the map, off the vessel's track, over sea rather than land. The cost of a side
 * is what the popup would cover there; the cheapest side wins.
 */
export function choosePopupSide(at: Point, size: Size, surroundings: Surroundings): PopupSide {
  const costs = SIDES.map((side) => costOf(popupBox(side, at, size, surroundings.view), size, surroundings))
  return SIDES[costs.indexOf(Math.min(...costs))] ?? 'left'
}

/** Top left corner of the popup; near an edge of the map the popup slides along that edge. */
export function popupBox(side: PopupSide, at: Point, size: Size, view: Size): Point {
  const within = (value: number, room: number) => Math.max(EDGE_PX, Math.min(room - EDGE_PX, value))
  if (side === 'left' || side === 'right') {
    const x = side === 'left' ? at.x - POPUP_GAP_PX - size.width : at.x + POPUP_GAP_PX
    return { x, y: within(at.y - size.height / 2, view.height - size.height) }
  }
  const y = side === 'top' ? at.y - POPUP_GAP_PX - size.height : at.y + POPUP_GAP_PX
  return { x: within(at.x - size.width / 2, view.width - size.width), y }
}

/** Relative costs: leaving the map costs most, then covering the track, then covering land. */
const COST = { perOutsidePx: 4, perHiddenPoint: 400, land: 120 }

function costOf(corner: Point, size: Size, { view, keep, isLand }: Surroundings): number {
  const outside =
    Math.max(0, EDGE_PX - corner.x) +
    Math.max(0, corner.x + size.width + EDGE_PX - view.width) +
    Math.max(0, EDGE_PX - corner.y) +
    Math.max(0, corner.y + size.height + EDGE_PX - view.height)
  const hidden = keep.filter(({ x, y }) => {
    return x >= corner.x && x <= corner.x + size.width && y >= corner.y && y <= corner.y + size.height
  }).length
  const hiddenShare = keep.length > 0 ? hidden / keep.length : 0
  return (
    outside * COST.perOutsidePx +
    hiddenShare * COST.perHiddenPoint +
    landShare(corner, size, isLand) * COST.land
  )
}

function landShare(corner: Point, size: Size, isLand: (at: Point) => boolean): number {
  const parts = [0.1, 0.5, 0.9]
  const samples = parts.flatMap((across) =>
    parts.map((down) => ({ x: corner.x + size.width * across, y: corner.y + size.height * down })),
  )
  return samples.filter(isLand).length / samples.length
}
