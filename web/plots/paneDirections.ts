import type uPlot from 'uplot'
import type { Tokens } from '#web/ui/tokens.ts'
import type { Pane, PaneDirections } from './pane.ts'

/** Space above the lines for a row of arrows. */
export const ARROWS_PX = 22
const EVERY_PX = 30
const LENGTH_PX = 13

/** Adds directions to a pane, by time. */
export function withDirections(
  pane: Pane,
  read: ReadonlyMap<number, number>,
  { label, convention }: Pick<PaneDirections, 'label' | 'convention'>,
): Pane {
  const deg = pane.times.map((time) => read.get(time))
  return deg.some((one) => one !== undefined) ? { ...pane, directions: { label, convention, deg } } : pane
}

/** Row of arrows over the pane, north up, each with the direction at its time. */
export function drawDirections(plot: uPlot, pane: Pane, tokens: Tokens, ratio: number) {
  if (!pane.directions) return
  const { deg, convention } = pane.directions
  const { ctx: context, bbox } = plot
  const zoom = ratio / devicePixelRatio
  context.save()
  context.strokeStyle = tokens.neutral.text2
  context.lineWidth = 1.5 * ratio
  context.setLineDash([])
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (let x = EVERY_PX / 2; x * ratio < bbox.width; x += EVERY_PX) {
    const index = plot.posToIdx(x * zoom)
    const directionDeg = deg[index]
    const time = pane.times[index]
    // An arrow needs a measured direction close to its place.
    if (
      directionDeg === undefined ||
      time === undefined ||
      Math.abs(plot.valToPos(time, 'x') / zoom - x) > EVERY_PX / 2
    )
      continue
    context.save()
    context.translate(bbox.left + x * ratio, bbox.top - (ARROWS_PX / 2) * ratio)
    context.rotate(((directionDeg + (convention === 'from' ? 180 : 0)) * Math.PI) / 180)
    drawArrow(context, (LENGTH_PX / 2) * ratio)
    context.restore()
  }
  context.restore()
}

/** Arrow that points up, with its middle at the origin. */
function drawArrow(context: CanvasRenderingContext2D, half: number) {
  context.beginPath()
  context.moveTo(0, half)
  context.lineTo(0, -half)
  context.moveTo(-half * 0.55, -half * 0.35)
  context.lineTo(0, -half)
  context.lineTo(half * 0.55, -half * 0.35)
  context.stroke()
}
