const SIDE_PX = 18
const RATIO = 2

/** Mark of a distress beacon: the circle with a cross that plotters show, on a bright ground. */
export function beaconShape(ink: string, halo: string) {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = BEACON_SIDE_PX * RATIO
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is nothing to draw on.')
  context.scale(RATIO, RATIO)
  context.translate(BEACON_SIDE_PX / 2, BEACON_SIDE_PX / 2)
  const circle = new Path2D()
  circle.arc(0, 0, 10, 0, 2 * Math.PI)
  context.fillStyle = halo
  context.fill(circle)
  const cross = new Path2D('M-7 -7L7 7M7 -7L-7 7')
  context.strokeStyle = ink
  context.lineWidth = 3
  context.stroke(circle)
  context.stroke(cross)
  return { image: context.getImageData(0, 0, canvas.width, canvas.height), ratio: RATIO }
}
const BEACON_SIDE_PX = 26

/** Mark of a ship outside the fleet: a triangle along her course as on a plotter, or a diamond without a course. */
export function targetShape(ink: string, halo: string, hasCourse: boolean) {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = SIDE_PX * RATIO
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is nothing to draw on.')
  context.scale(RATIO, RATIO)
  context.translate(SIDE_PX / 2, SIDE_PX / 2)
  context.lineJoin = 'round'
  const path = new Path2D(hasCourse ? 'M0 -7L4.5 6H-4.5Z' : 'M0 -5L5 0L0 5L-5 0Z')
  for (const [colour, width] of [
    [halo, 4],
    [ink, 1.5],
  ] as const) {
    context.strokeStyle = colour
    context.lineWidth = width
    context.stroke(path)
  }
  return { image: context.getImageData(0, 0, canvas.width, canvas.height), ratio: RATIO }
}
