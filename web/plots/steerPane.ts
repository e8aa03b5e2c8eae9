import type uPlot from 'uplot'
import type { LinkedCursor } from './linkedCursor.ts'
import type { TimeRange } from './timeRange.ts'

interface Deps {
  cursor: LinkedCursor
  range: TimeRange
  onPick: (timeMs: number) => void
  /** On a page that scrolls, the wheel alone scrolls the page, and zooms with Ctrl, which a pinch also sends. */
  wheelScrolls: boolean
}

/** Movement below which a press is a click, CSS pixels. */
const CLICK_PX = 4
const WHEEL_FACTOR = 1.2

/**
 * Connects a pane to the others: its cursor and range are shared, and drag, wheel and shift-drag change the range.
 * Returns a function that disconnects it.
 */
export function steerPane(plot: uPlot, { cursor, range, onPick, wheelScrolls }: Deps): () => void {
  const { over } = plot
  const stop = new AbortController()
  const listen = { signal: stop.signal }
  const timeAt = (clientX: number) => plot.posToVal(clientX - over.getBoundingClientRect().left, 'x')

  const follow = (timeMs: number | null) => {
    const left = timeMs === null ? -10 : plot.valToPos(timeMs, 'x')
    const inside = left >= 0 && left <= over.clientWidth
    plot.setCursor({ left: inside ? left : -10, top: inside ? over.clientHeight / 2 : -10 }, false)
  }
  const unfollow = cursor.subscribe((timeMs) => follow(timeMs))
  const unrange = range.subscribe(() => {
    const [min, max] = range.get()
    plot.setScale('x', { min, max })
    follow(cursor.timeMs())
  })

  over.addEventListener('mousemove', ({ clientX }) => cursor.set(timeAt(clientX)), listen)
  over.addEventListener('mouseleave', () => cursor.set(null), listen)
  for (const type of ['touchstart', 'touchmove'] as const) {
    over.addEventListener(type, ({ touches }) => touches[0] && cursor.set(timeAt(touches[0].clientX)), {
      ...listen,
      passive: true,
    })
  }

  over.addEventListener(
    'wheel',
    (event) => {
      if (wheelScrolls && !event.ctrlKey) return
      event.preventDefault()
      range.scale(event.deltaY > 0 ? WHEEL_FACTOR : 1 / WHEEL_FACTOR, timeAt(event.clientX))
    },
    { ...listen, passive: false },
  )

  // Shift pans: the handler stops the press before uPlot begins to select.
  let press: { x: number; pans: boolean } | null = null
  over.addEventListener(
    'mousedown',
    (event) => {
      press = { x: event.clientX, pans: event.shiftKey }
      if (event.shiftKey) event.stopImmediatePropagation()
    },
    { ...listen, capture: true },
  )
  document.addEventListener(
    'mousemove',
    ({ clientX, buttons }) => {
      if (!press?.pans || buttons === 0) return
      const [from, to] = range.get()
      range.shift(((press.x - clientX) / over.clientWidth) * (to - from))
      press.x = clientX
    },
    listen,
  )
  over.addEventListener(
    'click',
    ({ clientX }) => {
      if (press && !press.pans && Math.abs(clientX - press.x) < CLICK_PX) onPick(timeAt(clientX))
      press = null
    },
    listen,
  )
  const select = () => {
    const { left, width } = plot.select
    if (width < CLICK_PX) return
    range.set([plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')])
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
  }
  plot.hooks.setSelect = [...(plot.hooks.setSelect ?? []), select]

  follow(cursor.timeMs())
  return () => {
    stop.abort()
    unfollow()
    unrange()
  }
}
