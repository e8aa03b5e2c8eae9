import type { Tokens } from '#web/ui/tokens.ts'

/** Scale of the picture, so that it is sharp in print and on any other screen. */
export const ENLARGED = 2
export const MARGIN_PX = 16
export const TITLE_PX = 44

/** Canvas of a picture with background and title, in pixels of the screen; null when the browser cannot draw. */
export function titledPicture(title: string, width: number, height: number, tokens: Tokens) {
  const canvas = document.createElement('canvas')
  canvas.width = width * ENLARGED
  canvas.height = height * ENLARGED
  const context = canvas.getContext('2d')
  if (!context) return null
  context.scale(ENLARGED, ENLARGED)
  context.fillStyle = tokens.neutral.surface1
  context.fillRect(0, 0, width, height)
  context.fillStyle = tokens.neutral.text1
  context.font = '550 14px "Inter Variable", sans-serif'
  context.fillText(title, MARGIN_PX, 28)
  context.font = '12px "Inter Variable", sans-serif'
  return { canvas, context }
}
