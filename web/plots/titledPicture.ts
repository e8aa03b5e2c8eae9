import type { Tokens } from '#web/ui/tokens.ts'

/** Drawn twice as large as on the screen, so that it is sharp in print and on any other screen. */
export const ENLARGED = 2
export const MARGIN_PX = 16
export const TITLE_PX = 44

/** The ground of a picture with its title, in pixels of the screen; null where the browser draws none. */
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
