/** Where a picture lies behind the round window that cuts a piece out of it. */
export const AREA_PX = 300
/** The window's diameter, and the least that a picture must measure. */
export const CROP_PX = 250
export const MAX_ZOOM = 8
export const ZOOM_STEP = 0.1

interface Size {
  width: number
  height: number
}

/** The middle of the picture from the middle of the window, in px of the screen; at zoom 1 its shorter side fills the window. */
export interface Placement {
  x: number
  y: number
  zoom: number
}

export const scaleOf = (size: Size, zoom: number) => (CROP_PX / Math.min(size.width, size.height)) * zoom

/** Keeps the window covered by the picture. */
export function keepCovered(size: Size, { x, y, zoom }: Placement): Placement {
  const held = Math.min(MAX_ZOOM, Math.max(1, zoom))
  const scale = scaleOf(size, held)
  const within = (value: number, lengthPx: number) => {
    const room = Math.max(0, (lengthPx * scale - CROP_PX) / 2)
    return Math.min(room, Math.max(-room, value))
  }
  return { x: within(x, size.width), y: within(y, size.height), zoom: held }
}

/** The square of the picture that is seen through the window, in px of the picture. */
export function croppedSquare(size: Size, { x, y, zoom }: Placement): { x: number; y: number; side: number } {
  const scale = scaleOf(size, zoom)
  const side = CROP_PX / scale
  return { x: size.width / 2 - x / scale - side / 2, y: size.height / 2 - y / scale - side / 2, side }
}
