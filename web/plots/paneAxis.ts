import { MINUTE_MS } from '#contract/domain/time.ts'
import type { Formats } from '#contract/words/formats.ts'
import { niceStep } from './paneScale.ts'
import { tickStepMs, timeTicks } from './timeTicks.ts'

/** Axis of the panes: time in epoch ms, or distance sailed in nmi. */
export interface PaneAxis {
  /** Distance between ticks so that at most `most` fit. */
  step(span: number, most: number): number
  ticks(from: number, to: number, step: number): number[]
  write(at: number, step: number): string
  /** For the tag under the cursor. */
  writeExactly(at: number): string
}

export const timeAxis = (formats: Formats): PaneAxis => ({
  step: tickStepMs,
  ticks: (from, to, step) => timeTicks(from, to, step, -new Date(from).getTimezoneOffset() * MINUTE_MS),
  write: (at, step) => (step < MINUTE_MS ? formats.timeSeconds(at) : formats.time(at)),
  writeExactly: formats.timeSeconds,
})

export const distanceAxis = (formats: Formats): PaneAxis => {
  // Ticks are round numbers in the reader's unit.
  const { factor } = formats.shown('nmi')
  return {
    step: (span, most) => niceStep((span * factor) / Math.max(1, most)) / factor,
    ticks(from, to, step) {
      const first = Math.ceil(from / step - 1e-9)
      const count = Math.floor(to / step + 1e-9) - first + 1
      return Array.from({ length: Math.max(0, count) }, (_, index) => (first + index) * step)
    },
    write: (at, step) =>
      formats.quantity(at, 'nmi', step * factor < 0.0999 ? 2 : step * factor < 0.999 ? 1 : 0),
    writeExactly: (at) => formats.quantity(at, 'nmi', 2),
  }
}
