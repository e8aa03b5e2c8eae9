import { useEffect, useMemo, useState } from 'react'
import type { Span, TimeRange } from '../../../plots/timeRange.ts'
import { type Detail, detailOf } from './detail.ts'

/** Time at rest before the request, ms: zooming with a wheel takes many turns. */
const SETTLE_MS = 250

/** Finer request for the visible range once the zoom comes to rest. */
export function useDetail(range: TimeRange, whole: Detail): Detail | null {
  const [span, setSpan] = useState<Span>(range.get)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const settle = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setSpan(range.get()), SETTLE_MS)
    }
    const stop = range.subscribe(settle)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [range])
  const { fromMs, toMs, stepMs } = whole
  return useMemo(() => detailOf(span, { fromMs, toMs, stepMs }), [span, fromMs, toMs, stepMs])
}
