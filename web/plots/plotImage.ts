import { SEVERITY_SHAPES } from '#web/ui/SeverityIcon.tsx'
import type { Tokens } from '#web/ui/tokens.ts'
import { type PaneMark, timeLeftPx } from './PaneMarks.tsx'
import { panePicture } from './PaneView.tsx'
import type { Pane } from './pane.ts'
import { AXIS_PX } from './panePlot.ts'
import type { TimeRange } from './timeRange.ts'
import { ENLARGED, MARGIN_PX, TITLE_PX, titledPicture } from './titledPicture.ts'

const KEY_PX = 190

interface Picture {
  title: string
  panes: readonly Pane[]
  tokens: Tokens
  marks: readonly PaneMark[]
  /** Visible part of the axis. */
  range: TimeRange
}

/** Draws the panes as one picture with title and legend, as on the screen. */
export async function plotImage(
  stack: HTMLElement,
  { title, panes, tokens, marks, range }: Picture,
): Promise<Blob | null> {
  const ratio = ENLARGED
  const drawn = await Promise.all(
    [...stack.querySelectorAll('[data-pane]')].map((pane) => panePicture(pane, ratio / devicePixelRatio)),
  )
  const plots = drawn.filter((plot) => plot !== null)
  const width = Math.max(0, ...plots.map((plot) => plot.width)) / ratio + KEY_PX + 2 * MARGIN_PX
  const height = plots.reduce((sum, plot) => sum + plot.height / ratio, 0) + TITLE_PX + MARGIN_PX
  const picture = titledPicture(title, width, height, tokens)
  if (!picture) return null
  const { canvas, context } = picture
  let top = TITLE_PX
  plots.forEach((plot, index) => {
    context.drawImage(plot, MARGIN_PX, top, plot.width / ratio, plot.height / ratio)
    panes[index]?.series.forEach(({ label, slot }, row) => {
      const y = top + 20 + row * 20
      context.fillStyle = tokens.chart[slot % tokens.chart.length] ?? tokens.neutral.text2
      context.fillRect(width - KEY_PX, y - 5, 12, 2)
      context.fillStyle = tokens.neutral.text2
      context.fillText(label, width - KEY_PX + 18, y)
    })
    top += plot.height / ratio
  })
  const [first] = plots
  if (first)
    drawMarks(context, marks, { range, tokens, plotWidth: first.width / ratio, bottom: top - AXIS_PX })
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

const SIGN_PX = 14

function drawMarks(
  context: CanvasRenderingContext2D,
  marks: readonly PaneMark[],
  {
    range,
    tokens,
    plotWidth,
    bottom,
  }: { range: TimeRange; tokens: Tokens; plotWidth: number; bottom: number },
) {
  const [from, to] = range.get()
  for (const { timeMs, severity } of marks) {
    if (timeMs < from || timeMs > to) continue
    const x = MARGIN_PX + timeLeftPx(timeMs, range, plotWidth)
    context.fillStyle = tokens.severity[severity]
    context.globalAlpha = 0.55
    context.fillRect(x - 0.5, TITLE_PX, 1, bottom - TITLE_PX)
    context.globalAlpha = 1
    context.save()
    context.translate(x - SIGN_PX / 2, TITLE_PX)
    context.scale(SIGN_PX / 16, SIGN_PX / 16)
    context.fill(new Path2D(SEVERITY_SHAPES[severity]))
    context.restore()
  }
}
