import { useMergedRef } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { useSize } from '#web/ui/useSize.ts'
import classes from './LitWindow.module.css'
import { timeLeftPx } from './PaneMarks.tsx'
import { plotWidthOf } from './PaneStack.tsx'
import type { Span, TimeRange } from './timeRange.ts'

/** Highlights a short interval over a stack of panes, at any zoom. */
export function LitWindow({ span: [from, to], range }: { span: Span; range: TimeRange }) {
  const { ref, width } = useSize()
  const holder = useRef<HTMLDivElement>(null)
  const bothRefs = useMergedRef(ref, holder)
  const plotWidth = plotWidthOf(width)
  useEffect(() => {
    const follow = () => {
      const lit = holder.current?.firstElementChild
      if (!(lit instanceof HTMLElement)) return
      const left = timeLeftPx(from, range, plotWidth)
      lit.style.translate = `${left}px`
      lit.style.width = `${timeLeftPx(to, range, plotWidth) - left}px`
      lit.hidden = from > range.get()[1] || to < range.get()[0]
    }
    follow()
    return range.subscribe(follow)
  }, [from, to, range, plotWidth])
  return (
    <div ref={bothRefs} className={classes.holder}>
      <div className={classes.lit} />
    </div>
  )
}
