import { expect, test } from 'vitest'
import { createFormats } from '#contract/words/formats.ts'
import { momentAxis } from './momentAxis.ts'

const formats = createFormats({
  ...{ decimalSign: '.', groupSign: ',', unit: (unit: string) => unit },
  ...{ date: () => '', today: () => '', ago: () => '', compass: (point) => point },
})
const momentMs = 1_781_719_661_070
const axis = momentAxis(formats, momentMs)

test('places the moment of the impact on the axis, with round distances either side', () => {
  const step = axis.step(2560, 6)
  const ticks = axis.ticks(momentMs - 1280, momentMs + 1280, step)
  expect(step).toBe(500)
  expect(ticks.map((tick) => axis.write(tick, step))).toEqual(['−1.0 s', '−0.5 s', '0 s', '+0.5 s', '+1.0 s'])
})

test('writes whole seconds at wide steps, and the cursor to hundredths', () => {
  expect(axis.write(momentMs + 5000, 5000)).toBe('+5 s')
  expect(axis.writeExactly(momentMs - 340)).toBe('−0.34 s')
})
