import type { Map as MapLibreMap } from 'maplibre-gl'

/** Picture of the map without tools: the map, its names and the mariner's drawings. Null when drawing fails. */
export function mapPicture(map: MapLibreMap): string | null {
  const frame = map.getContainer().parentElement
  const picture = document.createElement('canvas')
  const context = picture.getContext('2d')
  const drawn = map.getCanvas()
  if (!frame || !context || drawn.width === 0) return null
  picture.width = drawn.width
  picture.height = drawn.height
  // The canvas can be read only in the frame that drew it.
  map.once('render', () => context.drawImage(drawn, 0, 0))
  map.redraw()
  const ratio = drawn.width / drawn.clientWidth
  for (const over of frame.querySelectorAll<HTMLCanvasElement | SVGSVGElement>(
    ':scope > canvas, :scope > svg',
  )) {
    if (over instanceof SVGSVGElement) drawShapes(context, over, ratio)
    // An empty canvas has no size.
    else if (over.width > 0) context.drawImage(over, 0, 0, picture.width, picture.height)
  }
  return picture.toDataURL('image/png')
}

/** Draws lines, circles and text of an SVG with their styles. */
function drawShapes(context: CanvasRenderingContext2D, svg: SVGSVGElement, ratio: number) {
  context.save()
  context.scale(ratio, ratio)
  context.lineJoin = 'round'
  context.textAlign = 'center'
  for (const shape of svg.querySelectorAll('path, circle, text')) {
    const style = getComputedStyle(shape)
    const number = (name: string) => Number(shape.getAttribute(name))
    context.lineWidth = Number.parseFloat(style.strokeWidth)
    context.strokeStyle = style.stroke
    context.fillStyle = style.fill
    context.globalAlpha = Number(style.strokeOpacity)
    if (shape instanceof SVGTextElement) {
      context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
      context.strokeText(shape.textContent ?? '', number('x'), number('y'))
      context.fillText(shape.textContent ?? '', number('x'), number('y'))
      continue
    }
    const path = new Path2D(shape.getAttribute('d') ?? '')
    if (shape instanceof SVGCircleElement) path.arc(number('cx'), number('cy'), number('r'), 0, 2 * Math.PI)
    if (style.fill !== 'none') context.fill(path)
    if (style.stroke !== 'none') context.stroke(path)
  }
  context.restore()
}
