/** Range of values of a pane and its lines: at most five, the last at the top. */
export interface PaneScale {
  min: number
  max: number
  ticks: number[]
}

interface Given {
  min: number
  max: number
  /** The scale reaches at least this value. */
  suggestedMax?: number | undefined
  /** Value with a line of its own, such as a limit. */
  mark?: number | undefined
  /** Values are degrees: a range of more than half the compass is shown on the whole compass. */
  isAngle?: boolean
  /** Number of steps that there is space for. */
  steps?: number
}

const MOST_STEPS = 4

export function paneScale({ min, max, suggestedMax, mark, isAngle, steps = MOST_STEPS }: Given): PaneScale {
  if (isAngle && min >= 0 && max > 180 && max <= 360) return compass(steps)
  // A pane with a suggested maximum, a mark or values near zero begins at zero; any other begins near its minimum.
  const fromZero = suggestedMax !== undefined || mark !== undefined || min < max * 0.7
  const low = min >= 0 && fromZero ? 0 : min
  const high = Math.max(max, suggestedMax ?? max, mark ?? max)
  if (mark !== undefined && low === 0) {
    // The mark gets a line; the top only has to be a round number.
    const fine = niceStep(high / 5)
    const top = Math.ceil(high / fine - 1e-9) * fine
    return { min: 0, max: top, ticks: [...new Set([0, mark, top])] }
  }
  const step = niceStep((high - low || Math.abs(high) || 1) / Math.min(MOST_STEPS, steps))
  const bottom = exact(Math.floor(low / step + 1e-9) * step)
  const top = exact(Math.max(bottom + step, Math.ceil(high / step - 1e-9) * step))
  const count = Math.round((top - bottom) / step)
  const ticks = Array.from({ length: count + 1 }, (_, index) => exact(bottom + index * step))
  return { min: bottom, max: top, ticks }
}

/** Quarters of the compass, or fewer where there is little space. */
function compass(steps: number): PaneScale {
  const count = [4, 2].find((parts) => parts <= steps) ?? 1
  const ticks = Array.from({ length: count + 1 }, (_, index) => (index * 360) / count)
  return { min: 0, max: 360, ticks }
}

/** Removes rounding errors of sums of tenths. */
const exact = (value: number) => Number(value.toPrecision(12))

/** Fewest decimals that distinguish these ticks. */
export const tickDecimals = (ticks: readonly number[]) =>
  [0, 1, 2].find((decimals) =>
    ticks.every((tick) => Math.abs(tick - Number(tick.toFixed(decimals))) < 1e-9),
  ) ?? 3

/** 1, 2 or 5 times a power of ten, at least as large as asked for. */
export function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5].find((factor) => factor * power >= least - 1e-12) ?? 10) * power
}
