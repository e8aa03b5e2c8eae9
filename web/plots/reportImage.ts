import { type EChartsCoreOption, init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import type { Tokens } from '#web/ui/tokens.ts'
import type { ChartSource } from './plotSource.ts'
import { ENLARGED, MARGIN_PX, TITLE_PX, titledPicture } from './titledPicture.ts'

// The screen draws SVG; text in the console's font gets into a picture only through a canvas.
use([CanvasRenderer])

const KEY_PX = 28

/** Draws a plot as a picture with its title and, for several series, a legend. */
export async function reportImage(
  { option, size }: ChartSource,
  { title, tokens }: { title: string; tokens: Tokens },
): Promise<Blob | null> {
  const { width, height } = size()
  const chart = init(document.createElement('div'), null, { renderer: 'canvas', width, height })
  chart.setOption({ ...option, animation: false })
  const plot = chart.renderToCanvas({ pixelRatio: ENLARGED })
  const key = keyOf(option)
  const [wide, high] = [width + 2 * MARGIN_PX, TITLE_PX + height + (key.length > 1 ? KEY_PX : 0) + MARGIN_PX]
  const picture = titledPicture(title, wide, high, tokens)
  if (!picture) return null
  const { canvas, context } = picture
  context.drawImage(plot, MARGIN_PX, TITLE_PX, width, height)
  chart.dispose()
  let left = MARGIN_PX
  for (const { name, colour } of key.length > 1 ? key : []) {
    context.fillStyle = colour
    context.fillRect(left, TITLE_PX + height + 12, 10, 10)
    context.fillStyle = tokens.neutral.text2
    context.fillText(name, left + 16, TITLE_PX + height + 21)
    left += 16 + context.measureText(name).width + 20
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

interface Named {
  name?: string
  itemStyle?: { color?: string }
  data?: readonly (Named & { value?: unknown })[]
  type?: string
}

/** Names and colours of the series; for a pie, of the parts with their values. */
function keyOf(option: EChartsCoreOption): { name: string; colour: string }[] {
  const series = (option.series ?? []) as Named[]
  const colours = (option.color ?? []) as string[]
  const [first] = series
  if (first?.type === 'pie')
    return (first.data ?? []).map(({ name = '', value, itemStyle }) => ({
      name: `${name} ${typeof value === 'number' ? `${value.toFixed(1)} %` : ''}`,
      colour: itemStyle?.color ?? '',
    }))
  return series.map(({ name = '' }, slot) => ({ name, colour: colours[slot % colours.length] ?? '' }))
}
