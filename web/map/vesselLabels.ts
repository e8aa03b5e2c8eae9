import type { MapVessel } from '#contract/wire/vessel.ts'
import { canvasFor } from './canvasFor.ts'
import { LABEL_GAP_PX, type LabelCandidate, type LabelSide, placeLabels } from './labelPlacement.ts'
import type { VesselBuffer } from './vesselBuffer.ts'
import type { VesselGroups } from './vesselGroups.ts'
import { screenX, screenY, type Viewport } from './viewport.ts'

/** Zoom from which names show. */
export const LABELS_BEYOND_ZOOM = 5
/** Most labels in view: more could not be read. */
const MOST_LABELS = 400
/** Shortest interval between two choices of sides, ms, so that names do not jump while a vessel glides. */
const PLACE_EVERY_MS = 400

export interface LabelInk {
  name: string
  detail: string
  halo: string
  /** Background of a number plate. */
  ground: string
}

interface Deps {
  vessels: VesselBuffer
  groups: VesselGroups
  /** Text after the name: the speed, or the word for an offline vessel. */
  detailOf: (vessel: MapVessel) => string
  /** Text beside the mark of a group: the worst state, when it needs a word. */
  groupDetailOf: (leader: number) => string
  selectedId: () => string | null
}

/**
 * Draws names and speeds beside visible markers, on the side away from the vector, and the number of vessels at a
 * group's mark.
 */
export function createVesselLabels({ vessels, groups, detailOf, groupDetailOf, selectedId }: Deps) {
  let placedAtMs = Number.NEGATIVE_INFINITY
  let placed = new Map<string, LabelSide>()
  let context: CanvasRenderingContext2D | null = null
  let ink: LabelInk = { name: '', detail: '', halo: '', ground: '' }
  const widths = new Map<string, number>()

  function widthOf(font: string, words: string): number {
    const key = font + words
    let width = widths.get(key)
    if (width === undefined && context) {
      context.font = font
      width = context.measureText(words).width
      if (widths.size > 20_000) widths.clear()
      widths.set(key, width)
    }
    return width ?? 0
  }
  /** Shows the name of the selected vessel even in a group; other groups show only their state. */
  function wordsAt(index: number): { name: string; detail: string } {
    const vessel = vessels.at(index)
    return groups.sizeOf(index) > 1 && vessel.id !== selectedId()
      ? { name: '', detail: groupDetailOf(index) }
      : { name: vessel.name, detail: detailOf(vessel) }
  }
  const detailStart = (name: string) => (name ? widthOf(NAME_FONT, name) + DETAIL_GAP_PX : 0)
  const labelWidth = ({ name, detail }: { name: string; detail: string }) =>
    detail ? detailStart(name) + widthOf(DETAIL_FONT, detail) : widthOf(NAME_FONT, name)

  function gapAt(index: number) {
    if (vessels.at(index).id === selectedId()) return LABEL_GAP_PX.selected
    return groups.sizeOf(index) > 1 ? LABEL_GAP_PX.group : LABEL_GAP_PX.plain
  }

  function place(view: Viewport, nowMs: number) {
    const shown: { vessel: MapVessel; candidate: LabelCandidate }[] = []
    for (let index = 0; index < vessels.count() && shown.length < MOST_LABELS; index++) {
      if (groups.leaderOf(index) !== index) continue
      const x = screenX(view, vessels.xAt(index, nowMs))
      const y = screenY(view, vessels.yAt(index, nowMs))
      if (x < -20 || y < -20 || x > view.width + 20 || y > view.height + 20) continue
      const vessel = vessels.at(index)
      const courseDeg = vessel.status === 'sailing' ? vessel.cog : null
      const width = labelWidth(wordsAt(index))
      shown.push({ vessel, candidate: { x, y, width, courseDeg, gap: gapAt(index) } })
    }
    const first = selectedId()
    shown.sort((a, b) => Number(b.vessel.id === first) - Number(a.vessel.id === first))
    const sides = placeLabels(shown.map(({ candidate }) => candidate))
    placed = new Map(
      shown.flatMap(({ vessel }, index) => {
        const side = sides[index]
        return side ? [[vessel.id, side] as const] : []
      }),
    )
    placedAtMs = nowMs
  }

  function write(words: string, font: string, colour: string, x: number, y: number) {
    if (!context) return
    context.font = font
    context.strokeStyle = ink.halo
    context.strokeText(words, x, y)
    context.fillStyle = colour
    context.fillText(words, x, y)
  }

  function writeNames(view: Viewport, nowMs: number) {
    if (!context) return
    context.lineWidth = 3.5
    context.lineJoin = 'round'
    if (nowMs - placedAtMs > PLACE_EVERY_MS) place(view, nowMs)
    for (const [id, side] of placed) {
      const index = vessels.indexOf(id)
      if (index < 0 || groups.leaderOf(index) !== index) continue
      const { name, detail } = wordsAt(index)
      const x = screenX(view, vessels.xAt(index, nowMs))
      const y = Math.round((screenY(view, vessels.yAt(index, nowMs)) + 4) * 2) / 2
      const start = side === 'right' ? x + gapAt(index) : x - gapAt(index) - labelWidth({ name, detail })
      const left = Math.round(start * 2) / 2
      if (name) write(name, NAME_FONT, ink.name, left, y)
      if (detail) write(detail, DETAIL_FONT, ink.detail, left + detailStart(name), y)
    }
  }

  function writeNumbers(view: Viewport, nowMs: number) {
    if (!context) return
    context.textAlign = 'center'
    for (let index = 0; index < vessels.count(); index++) {
      const size = groups.leaderOf(index) === index ? groups.sizeOf(index) : 1
      if (size < 2) continue
      const x = screenX(view, vessels.xAt(index, nowMs)) + NUMBER_PX.aside
      const y = screenY(view, vessels.yAt(index, nowMs)) - NUMBER_PX.above
      if (x < -20 || y < -20 || x > view.width + 20 || y > view.height + 20) continue
      const digits = String(size)
      const width = Math.max(NUMBER_PX.height, widthOf(NUMBER_FONT, digits) + 8)
      context.beginPath()
      context.roundRect(
        x - width / 2,
        y - NUMBER_PX.height / 2,
        width,
        NUMBER_PX.height,
        NUMBER_PX.height / 2,
      )
      context.fillStyle = ink.name
      context.fill()
      context.lineWidth = 1.5
      context.strokeStyle = ink.halo
      context.stroke()
      context.font = NUMBER_FONT
      context.fillStyle = ink.ground
      context.fillText(digits, x, y + 4)
    }
    context.textAlign = 'start'
  }

  return {
    /** Makes the next drawing choose the sides again. */
    replace() {
      placedAtMs = Number.NEGATIVE_INFINITY
    },
    /** Label of this vessel: its text and side. */
    labelOf(id: string) {
      const side = placed.get(id)
      const index = vessels.indexOf(id)
      if (!side || index < 0) return undefined
      const { name, detail } = wordsAt(index)
      return { words: `${name} ${detail}`, side, gapPx: gapAt(index) }
    },
    draw(canvas: HTMLCanvasElement, view: Viewport, colours: LabelInk, nowMs: number, withNames: boolean) {
      context = canvasFor(canvas, view.width, view.height)
      if (!context) return
      ink = colours
      if (withNames && view.zoom > LABELS_BEYOND_ZOOM) writeNames(view, nowMs)
      else placed.clear()
      writeNumbers(view, nowMs)
    },
  }
}

const NAME_FONT = '500 13px "Inter Variable", sans-serif'
const DETAIL_FONT = '500 11px "Inter Variable", sans-serif'
const DETAIL_GAP_PX = 5
const NUMBER_FONT = '600 11px "Inter Variable", sans-serif'
const NUMBER_PX = { height: 15, aside: 9, above: 8 }
