/** Distance from a marker's middle to its label, beyond a group's number and the ring of the selected vessel. */
export const LABEL_GAP_PX = { plain: 14, group: 20, selected: 25 } as const
/** Half the height of a label. */
const HALF_HEIGHT_PX = 9
const MARKER_HALF_PX = 9
const CELL_PX = 64

export type LabelSide = 'left' | 'right'

export interface LabelCandidate {
  x: number
  y: number
  width: number
  /** Course of a vessel under way, null of one without a vector. */
  courseDeg: number | null
  /** Distance from the middle of the marker to the label. */
  gap: number
}

/** Side away from the vector; the right side when the vector points to neither side. */
export function labelSide(courseDeg: number | null): LabelSide {
  return courseDeg !== null && Math.sin((courseDeg * Math.PI) / 180) > 0.5 ? 'left' : 'right'
}

/**
 * Labels to show and their sides, in order of importance. A label that would cover a marker or an earlier label moves
 * to the other side; if that side is taken too, the label is left out.
 */
export function placeLabels(candidates: readonly LabelCandidate[]): (LabelSide | null)[] {
  const taken = createBoxes()
  for (const [index, { x, y }] of candidates.entries()) {
    taken.add({
      left: x - MARKER_HALF_PX,
      right: x + MARKER_HALF_PX,
      top: y - 7,
      bottom: y + 7,
      owner: index,
    })
  }
  return candidates.map((candidate, index) => {
    const preferred = labelSide(candidate.courseDeg)
    for (const side of [preferred, preferred === 'left' ? 'right' : 'left'] as const) {
      const box = boxOf(candidate, side, index)
      if (taken.isFree(box)) {
        taken.add(box)
        return side
      }
    }
    return null
  })
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
  owner: number
}

function boxOf({ x, y, width, gap }: LabelCandidate, side: LabelSide, owner: number): Box {
  const left = side === 'right' ? x + gap - 2 : x - gap - width - 2
  return { left, right: left + width + 4, top: y - HALF_HEIGHT_PX, bottom: y + HALF_HEIGHT_PX, owner }
}

/** Sorts boxes into squares of the screen, so that each label is compared with its neighbours only. */
function createBoxes() {
  const cells = new Map<number, Box[]>()
  const eachCell = (box: Box, visit: (key: number) => boolean) => {
    for (let column = Math.floor(box.left / CELL_PX); column <= Math.floor(box.right / CELL_PX); column++) {
      for (let row = Math.floor(box.top / CELL_PX); row <= Math.floor(box.bottom / CELL_PX); row++) {
        if (!visit(column * 65_536 + row)) return false
      }
    }
    return true
  }
  return {
    add(box: Box) {
      eachCell(box, (key) => {
        const cell = cells.get(key)
        if (cell) cell.push(box)
        else cells.set(key, [box])
        return true
      })
    },
    isFree: (box: Box) =>
      eachCell(
        box,
        (key) => !cells.get(key)?.some((other) => other.owner !== box.owner && overlaps(other, box)),
      ),
  }
}

const overlaps = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
