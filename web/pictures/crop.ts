/** Size of the area behind the window that crops the picture, px. */
export const AREA_PX = 300
export const MAX_ZOOM = 8
export const ZOOM_STEP = 0.1

interface Size {
  width: number
  height: number
}

/** The window, in px of the screen, and how wide what is cut out becomes, in px of the picture. */
export interface Frame extends Size {
  isRound: boolean
  leastWidth: number
  mostWidth: number
  /** The least that the whole picture must measure either way, px. */
  leastPicture: number
}

/** Twice as large as the window at most, so that the picture stays sharp where it is shown larger. */
export const PERSON_FRAME: Frame = {
  ...{ width: 250, height: 250, isRound: true },
  ...{ leastWidth: 250, mostWidth: 500, leastPicture: 250 },
}
export const VESSEL_FRAME: Frame = {
  ...{ width: 270, height: 120, isRound: false },
  ...{ leastWidth: 576, mostWidth: 1152, leastPicture: 1 },
}

/** The middle of the picture from the middle of the window, in px of the screen; at zoom 1 it just fills the window. */
export interface Placement {
  x: number
  y: number
  zoom: number
}

export const scaleOf = (size: Size, frame: Size, zoom: number) =>
  Math.max(frame.width / size.width, frame.height / size.height) * zoom

/** Keeps the window covered by the picture. */
export function keepCovered(size: Size, frame: Size, { x, y, zoom }: Placement): Placement {
  const held = Math.min(MAX_ZOOM, Math.max(1, zoom))
  const scale = scaleOf(size, frame, held)
  const within = (value: number, lengthPx: number, windowPx: number) => {
    const room = Math.max(0, (lengthPx * scale - windowPx) / 2)
    return Math.min(room, Math.max(-room, value))
  }
  return { x: within(x, size.width, frame.width), y: within(y, size.height, frame.height), zoom: held }
}

/** The piece of the picture that is seen through the window, in px of the picture. */
export function croppedPiece(
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
