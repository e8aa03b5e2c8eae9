/** Size of the area behind the window that crops the picture, px. */
export const AREA_PX = 300
export const MAX_ZOOM = 8
export const ZOOM_STEP = 0.1

interface Size {
  width: number
  height: number
}

/** Window in px of the screen, and the width of the crop in px of the picture. */
export interface Frame extends Size {
  isRound: boolean
  leastWidth: number
  mostWidth: number
  /** Least width and height of the whole picture, px. */
  leastPicture: number
}

/** Crop at most twice as large as the window, so that the picture stays sharp where it is shown larger. */
export const PERSON_FRAME: Frame = {
  ...{ width: 250, height: 250, isRound: true },
  ...{ leastWidth: 250, mostWidth: 500, leastPicture: 250 },
}
export const VESSEL_FRAME: Frame = {
  ...{ width: 270, height: 120, isRound: false },
  ...{ leastWidth: 576, mostWidth: 1152, leastPicture: 1 },
}

/** Offset of the picture's middle from the window's middle, in px of the screen; zoom 1 just fills the window. */
export interface Placement {
  x: number
  y: number
  zoom: number
}

export const scaleOf = (size: Size, frame: Size, zoom: number) =>
  Math.max(frame.width / size.width, frame.height / size.height) * zoom

/** Moves the picture so that it covers the window. */
export function keepCovered(size: Size, frame: Size, { x, y, zoom }: Placement): Placement {
  const held = Math.min(MAX_ZOOM, Math.max(1, zoom))
  const scale = scaleOf(size, frame, held)
  const within = (value: number, lengthPx: number, windowPx: number) => {
    const room = Math.max(0, (lengthPx * scale - windowPx) / 2)
    return Math.min(room, Math.max(-room, value))
  }
  return { x: within(x, size.width, frame.width), y: within(y, size.height, frame.height), zoom: held }
}

/** Part of the picture that the window shows, in px of the picture. */
export function croppedArea(
  size: Size,
  frame: Size,
  { x, y, zoom }: Placement,
): Size & Omit<Placement, 'zoom'> {
  const scale = scaleOf(size, frame, zoom)
  const [width, height] = [frame.width / scale, frame.height / scale]
  return {
    x: size.width / 2 - x / scale - width / 2,
    y: size.height / 2 - y / scale - height / 2,
    width,
    height,
  }
}
