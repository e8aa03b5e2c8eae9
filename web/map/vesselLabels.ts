import type { MapVessel } from '#contract/vessel.ts'
import { canvasFor } from './canvasFor.ts'
import { LABEL_GAP_PX, type LabelCandidate, type LabelSide, placeLabels } from './labelPlacement.ts'
import type { VesselBuffer } from './vesselBuffer.ts'
import { screenX, screenY, type Viewport } from './viewport.ts'

/** Names show only when zoomed in beyond this. */
export const LABELS_BEYOND_ZOOM = 5
/** More names than this would be a carpet. */
const MOST_LABELS = 400
/** Sides are chosen afresh this often at most, so that names do not hop while a vessel glides. */
const PLACE_EVERY_MS = 400

export interface LabelInk {
  name: string
  detail: string
  halo: string
}

interface Deps {
  vessels: VesselBuffer
  /** What stands behind the name: the speed, or the word for a vessel that is not there. */
  detailOf: (vessel: MapVessel) => string
  selectedId: () => string | null
}

/** Draws names and speeds beside the markers in view, on the side away from the vector. */
export function createVesselLabels({ vessels, detailOf, selectedId }: Deps) {
  let placedAtMs = Number.NEGATIVE_INFINITY
  let placed: { id: string; side: LabelSide }[] = []
  let context: CanvasRenderingContext2D | null = null
  let ink: LabelInk = { name: '', detail: '', halo: '' }
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
  const labelWidth = (vessel: MapVessel) => {
    const detail = detailOf(vessel)
    return widthOf(NAME_FONT, vessel.name) + (detail ? DETAIL_GAP_PX + widthOf(DETAIL_FONT, detail) : 0)
  }

  const gapOf = ({ id }: MapVessel) => (id === selectedId() ? LABEL_GAP_PX.selected : LABEL_GAP_PX.plain)

  function place(view: Viewport, nowMs: number) {
    const shown: { vessel: MapVessel; candidate: LabelCandidate }[] = []
    for (let index = 0; index < vessels.count() && shown.length < MOST_LABELS; index++) {
      const x = screenX(view, vessels.xAt(index, nowMs))
      const y = screenY(view, vessels.yAt(index, nowMs))
      if (x < -20 || y < -20 || x > view.width + 20 || y > view.height + 20) continue
      const vessel = vessels.at(index)
      const courseDeg = vessel.status === 'sailing' ? vessel.cog : null
      shown.push({ vessel, candidate: { x, y, width: labelWidth(vessel), courseDeg, gap: gapOf(vessel) } })
    }
    const first = selectedId()
    shown.sort((a, b) => Number(b.vessel.id === first) - Number(a.vessel.id === first))
    const sides = placeLabels(shown.map(({ candidate }) => candidate))
    placed = shown.flatMap(({ vessel }, index) => {
      const side = sides[index]
      return side ? [{ id: vessel.id, side }] : []
    })
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

  return {
    /** Asks for sides to be chosen afresh with the next drawing. */
    replace() {
      placedAtMs = Number.NEGATIVE_INFINITY
    },
    clear(canvas: HTMLCanvasElement, view: Viewport) {
      canvasFor(canvas, view.width, view.height)
    },
    draw(canvas: HTMLCanvasElement, view: Viewport, colours: LabelInk, nowMs: number) {
      context = canvasFor(canvas, view.width, view.height)
      if (!context || view.zoom <= LABELS_BEYOND_ZOOM) return
      ink = colours
      context.lineWidth = 3.5
      context.lineJoin = 'round'
      if (nowMs - placedAtMs > PLACE_EVERY_MS) place(view, nowMs)
      for (const { id, side } of placed) {
        const index = vessels.indexOf(id)
        if (index < 0) continue
        const vessel = vessels.at(index)
        const x = screenX(view, vessels.xAt(index, nowMs))
        const y = Math.round((screenY(view, vessels.yAt(index, nowMs)) + 4) * 2) / 2
        const start = side === 'right' ? x + gapOf(vessel) : x - gapOf(vessel) - labelWidth(vessel)
        const left = Math.round(start * 2) / 2
        write(vessel.name, NAME_FONT, ink.name, left, y)
        const detail = detailOf(vessel)
        if (detail) {
          const nameWidth = widthOf(NAME_FONT, vessel.name)
          write(detail, DETAIL_FONT, ink.detail, left + nameWidth + DETAIL_GAP_PX, y)
        }
      }
    },
  }
}

const NAME_FONT = '500 13px "Inter Variable", sans-serif'
const DETAIL_FONT = '500 11px "Inter Variable", sans-serif'
const DETAIL_GAP_PX = 5
