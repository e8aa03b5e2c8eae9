import { useMergedRef } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { type Severity, SeverityIcon } from '#web/ui/SeverityIcon.tsx'
import { useSize } from '#web/ui/useSize.ts'
import classes from './PaneMarks.module.css'
import { plotWidthOf } from './PaneStack.tsx'
import { GUTTER_PX } from './panePlot.ts'
import type { TimeRange } from './timeRange.ts'

/** Event at a time of the plot. */
export interface PaneMark {
  id: string
  timeMs: number
  severity: Severity
  /** For screen readers. */
  label: string
}

interface Props {
  marks: readonly PaneMark[]
  focusedId: string | null
  range: TimeRange
  onHover: (id: string | null) => void
  onPick: (id: string) => void
}

/**
 * Marks over a stack of panes: each on the upper edge with a line down through all panes. All marks move together
 * with the range. A list beside the plot offers the same events by keyboard.
 */
export function PaneMarks({ marks, focusedId, range, onHover, onPick }: Props) {
  const { ref, width } = useSize()
  const holder = useRef<HTMLDivElement>(null)
  const bothRefs = useMergedRef(ref, holder)
  const plotWidth = plotWidthOf(width)
  useEffect(() => {
    const follow = () => {
      const [from, to] = range.get()
      marks.forEach(({ timeMs }, index) => {
        const mark = holder.current?.children[index] as HTMLElement | undefined
        if (!mark) return
        mark.hidden = timeMs < from || timeMs > to
        mark.style.translate = `${timeLeftPx(timeMs, range, plotWidth)}px`
      })
    }
    follow()
    return range.subscribe(follow)
  }, [marks, range, plotWidth])
  return (
    <div ref={bothRefs} className={classes.marks}>
      {marks.map(({ id, severity, label }) => (
        <div
          key={id}
          className={classes.mark}
          style={{ color: `var(--tf-sev-${severity})` }}
          data-focused={id === focusedId || undefined}
        >
          <button
            type="button"
            tabIndex={-1}
            aria-label={label}
            onMouseEnter={() => onHover(id)}
            onMouseLeave={() => onHover(null)}
            onClick={() => onPick(id)}
          >
            <SeverityIcon severity={severity} size={14} />
          </button>
        </div>
      ))}
    </div>
  )
}

/** Distance of a time from the left edge of the panes. */
export function timeLeftPx(timeMs: number, range: TimeRange, plotWidth: number): number {
  const [from, to] = range.get()
  return Math.round(GUTTER_PX + ((timeMs - from) / (to - from)) * (plotWidth - GUTTER_PX))
}
