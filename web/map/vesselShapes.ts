import { SHAPE } from './vesselBuffer.ts'

/** Square of the sheet in CSS pixels, and the factor at which it is drawn to stay sharp when turned. */
export const SHAPE_PX = 32
const FINENESS = 4
export const SHAPE_COUNT = 4
/**
 * Half the size of a hull and of a dot with their edges, CSS pixels: empty margins of ten thousand vessels would cost
 * drawing time.
 */
export const HULL_HALF_PX = { width: 6.5, length: 12.5 }
export const DOT_HALF_PX = 7

/** A hull 22 px long, bow up, about its middle. */
export const HULL =
  'M0 -11C3.6 -6.2 4.9 -2 4.9 3.4V8.2C4.9 9.4 4.2 10 3 10H-3C-4.2 10 -4.9 9.4 -4.9 8.2V3.4C-4.9 -2 -3.6 -6.2 0 -11Z'

/** Shapes side by side: red marks the fill and green the edge, so that the shader can colour them. */
export function drawVesselShapes(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = SHAPE_PX * FINENESS * SHAPE_COUNT
  canvas.height = SHAPE_PX * FINENESS
  const context = canvas.getContext('2d')
  if (!context) return canvas
  context.fillStyle = '#F00'
  context.strokeStyle = '#0F0'
  context.lineJoin = 'round'
  const draw = (shape: number, path: Path2D, edgePx: number, dash: number[] = []) => {
    context.setTransform(
      FINENESS,
      0,
      0,
      FINENESS,
      (shape + 0.5) * SHAPE_PX * FINENESS,
      (SHAPE_PX * FINENESS) / 2,
    )
    context.lineWidth = edgePx
    context.fill(path)
    context.setLineDash(dash)
    context.stroke(path)
  }
  const circle = (radius: number) => {
    const path = new Path2D()
    path.arc(0, 0, radius, 0, 2 * Math.PI)
    return path
  }
  draw(SHAPE.underWay, new Path2D(HULL), 1.5)
  draw(SHAPE.still, circle(5.5), 1.5)
  draw(SHAPE.absent, circle(5), 1.75)
  draw(SHAPE.unpaired, circle(5), 1.75, [2.6, 2.636])
  return canvas
}
