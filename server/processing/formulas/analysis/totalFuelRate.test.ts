import { expect, test } from 'vitest'
import { totalFuelRate } from './totalFuelRate.ts'

const ROWS = 100
/** Value of each second; NaN where the engine reports none. */
type BySecond = (second: number) => number
const nothing: BySecond = () => Number.NaN

function engine(instance: number, rate: BySecond, speed: BySecond = nothing) {
  const column = (of: BySecond) => Float64Array.from({ length: ROWS }, (_, second) => of(second))
  return { instance, rateM3ps: column(rate), speedHz: column(speed) }
}
const until =
  (end: number, value: number): BySecond =>
  (second) =>
    second < end ? value : Number.NaN
const total = (...engines: ReturnType<typeof engine>[]) => [...totalFuelRate(engines, ROWS)]
/** First second with each new total. */
const changes = (values: readonly number[]) =>
  [...values.entries()].filter(([second, value]) => !Object.is(value, values[second - 1]))

test('adds the fuel rates of engines in seconds in which one reports', () => {
  expect(
    changes(
      total(
        engine(1, () => 2),
        engine(2, () => 3),
      ),
    ),
  ).toEqual([[0, 5]])
  const rare = total(
    engine(1, (second) => (second % 10 === 0 ? 2 : Number.NaN)),
    engine(2, until(1, 3)),
  )
  expect([rare[0], rare[1], rare[10]]).toEqual([5, Number.NaN, 5])
})

test('uses the rate of the whole boat when no engine reports one', () => {
  expect(
    changes(
      total(
        engine(0, () => 7),
        engine(1, nothing, () => 30),
      ),
    ),
  ).toEqual([[0, 7]])
  expect(
    changes(
      total(
        engine(0, () => 7),
        engine(1, () => 2),
      ),
    ),
  ).toEqual([[0, 2]])
  expect(changes(total(engine(0, () => -1)))).toEqual([[0, Number.NaN]])
})

test('returns no total when an engine runs without a rate, and counts 0 for a stopped engine', () => {
  expect(
    changes(
      total(
        engine(1, () => 2),
        engine(2, until(20, 3), () => 30),
      ),
    ),
  ).toEqual([
    [0, 5],
    [30, Number.NaN],
  ])
  expect(
    changes(
      total(
        engine(1, () => 2),
        engine(2, until(20, 3), () => 0),
      ),
    ),
  ).toEqual([
    [0, 5],
    [30, 2],
  ])
})

test('counts 0 for an engine that has been silent for more than a minute', () => {
  expect(
    changes(
      total(
        engine(1, () => 2),
        engine(2, until(20, 3)),
      ),
    ),
  ).toEqual([
    [0, 5],
    [30, Number.NaN],
    [80, 2],
  ])
  // An engine without any earlier report sends one in the last second.
  const late = engine(2, (second) => (second === 99 ? 3 : Number.NaN))
  expect(
    changes(
      total(
        engine(1, () => 2),
        late,
      ),
    ),
  ).toEqual([
    [0, Number.NaN],
    [60, 2],
    [99, 5],
  ])
})
