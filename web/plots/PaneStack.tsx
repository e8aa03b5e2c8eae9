import {
  type KeyboardEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTranslation } from 'react-i18next'
import { toShown } from '#contract/domain/unitChoice.ts'
import { useFormats } from '#web/i18n/useFormats.ts'
import { useKeysHere } from '#web/keys/keysHere.ts'
import { useSize } from '#web/ui/useSize.ts'
import { useTokens } from '#web/ui/useTokens.ts'
import type { LinkedCursor } from './linkedCursor.ts'
import classes from './PaneStack.module.css'
import { PaneValues } from './PaneValues.tsx'
import { PaneView } from './PaneView.tsx'
import { lastTimeOf, type Pane } from './pane.ts'
import { type PaneAxis, timeAxis } from './paneAxis.ts'
import { evenHeights, sharedHeights } from './paneHeights.ts'
import { GUTTER_PX } from './panePlot.ts'
import type { TimeRange } from './timeRange.ts'

interface Props {
  label: string
  panes: readonly Pane[]
  /** Width of a bucket, in the axis' unit. */
  stepMs: number
  /** Axis of the plot; time by default. */
  axis?: PaneAxis
  cursor: LinkedCursor
  range: TimeRange
  /** Limits by unit of the API. */
  limits?: Readonly<Record<string, { value: number; label: string }>>
  suggestedMax?: Readonly<Record<string, number>>
  /** True when all panes have equal height and the stack grows; otherwise the panes share the available height. */
  even?: boolean
  /** True when the page of the stack scrolls. */
  wheelScrolls?: boolean
  /** True when each value of a bucket shows whether it is a mean or a maximum. */
  showsHow?: boolean
  /** Called with a chosen time; without it the keys move the cursor alone. */
  onMove?: (timeMs: number) => void
  /** Called instead when a chosen time can be looked at more closely. */
  onPick?: ((timeMs: number) => void) | undefined
}

/** Width of the column of values; a wide stack has space for long names. */
const valuesPx = (widthPx: number) => (widthPx < 960 ? 212 : 240)
const NARROW_PX = 520

/** Number of presses of a page key from one end to the other. */
const PAGES = 10

/** Width of the panes beside their column of values; a narrow stack has the values above the panes instead. */
export const plotWidthOf = (widthPx: number) => widthPx - (widthPx < NARROW_PX ? 8 : valuesPx(widthPx))

/**
 * Panes over one axis, with the values under the cursor in a fixed column at the right. By keyboard the cursor is a
 * slider: arrows, page keys, Home and End move it, Enter picks its moment, plus and minus zoom.
 */
export function PaneStack(props: Props) {
  const { label, panes, stepMs, cursor, range, limits = {}, suggestedMax = {}, onMove, onPick } = props
  const { even = false, wheelScrolls = false, showsHow = false } = props
  const { t } = useTranslation()
  const { ref, width, height } = useSize()
  const tokens = useTokens()
  const formats = useFormats()
  const axis = useMemo(() => props.axis ?? timeAxis(formats), [props.axis, formats])
  const reach = Object.fromEntries(
    Object.entries(suggestedMax).map(([unit, value]) => {
      const own = formats.shown(unit)
      return [own.unit, toShown(own, value)]
    }),
  )
  const narrow = width < NARROW_PX
  const plotWidth = plotWidthOf(width)
  const [heads, setHeads] = useState<Readonly<Record<string, number>>>({})
  const needs = panes.map(({ id, series }) =>
    narrow ? { headPx: heads[id] ?? 0, rows: 0 } : { headPx: 0, rows: series.length + 1 },
  )
  const noteHead = useCallback(
    (id: string, px: number) => setHeads((known) => (known[id] === px ? known : { ...known, [id]: px })),
    [],
  )
  const heights = even ? evenHeights(needs) : sharedHeights(needs, height)

  useKeysHere('chart')
  useKeysHere('chartMinute', onPick !== undefined)

  const restMs = lastTimeOf(panes) ?? range.get()[1]
  const onKeyDown = (event: KeyboardEvent) => {
    const [from, to] = range.get()
    const at = cursor.timeMs() ?? from
    const next = {
      ArrowRight: at + stepMs,
      ArrowLeft: at - stepMs,
      PageUp: at + (to - from) / PAGES,
      PageDown: at - (to - from) / PAGES,
      Home: from,
      End: to,
    }[event.key]
    const move = onMove ?? cursor.set
    if (next !== undefined) move(Math.min(to, Math.max(from, next)))
    else if (event.key === 'Enter' && cursor.timeMs() !== null) onPick?.(at)
    else if (event.key === '+') range.scale(0.8, at)
    else if (event.key === '-') range.scale(1.25, at)
    else if (event.key === 'Escape') cursor.set(null)
    else return
    event.preventDefault()
  }

  return (
    <div
      ref={ref}
      className={classes.room}
      style={even ? { height: heights.reduce((sum, one) => sum + one, 0) } : {}}
    >
      <div
        className={classes.stack}
        role="slider"
        aria-label={label}
        aria-valuemin={range.get()[0]}
        aria-valuemax={range.get()[1]}
        aria-valuenow={range.get()[0]}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {width > 0 &&
          panes.map((pane, index) => (
            <div key={pane.id} className={classes.pane}>
              <PaneValues
                pane={pane}
                stepMs={stepMs}
                restMs={restMs}
                cursor={cursor}
                tokens={tokens}
                narrow={narrow}
                showsHow={showsHow}
                onHeight={noteHead}
              />
              <PaneView
                pane={pane}
                width={plotWidth}
                height={(heights[index] ?? 0) - (needs[index]?.headPx ?? 0)}
                axis={axis}
                withAxis={index === panes.length - 1}
                limit={limits[pane.unit] ?? null}
                suggestedMax={reach[pane.unit]}
                cursor={cursor}
                range={range}
                wheelScrolls={wheelScrolls}
                onPick={onPick ?? onMove}
              />
            </div>
          ))}
        <Tag cursor={cursor} range={range} plotWidth={plotWidth} axis={axis} />
        {panes.length > 0 && (
          <RestTag cursor={cursor} words={t('chart.valuesAt', { at: axis.writeExactly(restMs) })} />
        )}
      </div>
    </div>
  )
}

/** Tag with the time of the values while no cursor is set. */
function RestTag({ cursor, words }: { cursor: LinkedCursor; words: string }) {
  const isMeant = useSyncExternalStore(cursor.subscribe, () => cursor.timeMs() !== null)
  return isMeant ? null : <div className={classes.rest}>{words}</div>
}

interface TagProps {
  cursor: LinkedCursor
  range: TimeRange
  plotWidth: number
  axis: PaneAxis
}

/** Position of the cursor, as an inverted tag on the axis. */
function Tag({ cursor, range, plotWidth, axis }: TagProps) {
  const tag = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const follow = () => {
      const timeMs = cursor.timeMs()
      const [from, to] = range.get()
      if (!tag.current) return
      tag.current.hidden = timeMs === null || timeMs < from || timeMs > to
      if (timeMs === null) return
      const left = GUTTER_PX + ((timeMs - from) / (to - from)) * (plotWidth - GUTTER_PX)
      tag.current.style.translate = `calc(${Math.round(left)}px - 50%)`
      tag.current.textContent = axis.writeExactly(timeMs)
      tag.current.parentElement?.setAttribute('aria-valuenow', String(Math.round(timeMs)))
      tag.current.parentElement?.setAttribute('aria-valuetext', axis.writeExactly(timeMs))
    }
    const stops = [cursor.subscribe(follow), range.subscribe(follow)]
    follow()
    return () => {
      for (const stop of stops) stop()
    }
  }, [cursor, range, plotWidth, axis])
  return <div ref={tag} className={classes.tag} hidden />
}
