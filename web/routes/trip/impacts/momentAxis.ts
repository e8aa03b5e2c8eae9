import type { Formats } from '#contract/words/formats.ts'
import type { PaneAxis } from '../../../plots/paneAxis.ts'
import { niceStep } from '../../../plots/paneScale.ts'

/** Axis of seconds before and after a moment. */
export function momentAxis(formats: Formats, momentMs: number): PaneAxis {
  const write = (at: number, decimals: number) => {
    const seconds = (at - momentMs) / 1000
    const isZero = Math.abs(seconds) < 0.5 / 10 ** decimals
    return isZero ? '0 s' : `${seconds > 0 ? '+' : ''}${formats.quantity(seconds, 's', decimals)}`
  }
  return {
    step: (span, most) => niceStep(span / Math.max(1, most)),
    ticks(from, to, step) {
      const first = Math.ceil((from - momentMs) / step - 1e-9)
      const last = Math.floor((to - momentMs) / step + 1e-9)
      return Array.from(
        { length: Math.max(0, last - first + 1) },
        (_, index) => momentMs + (first + index) * step,
      )
    },
    write: (at, step) => write(at, step < 100 ? 2 : step < 1000 ? 1 : 0),
    writeExactly: (at) => write(at, 2),
  }
}
