import { expect, test } from 'vitest'
import { haversineM } from '#contract/geodesy/geo.ts'
import { isPlausible, newOutlierFilter, passOutlierFilter } from './acceptFixes.ts'

const LIMIT_MPS = 20
/** So many seconds after the start, so many metres north of it. */
const fix = (second: number, northM: number) => ({
  timeUs: second * 1e6,
  latitudeDeg: 60 + northM / 111_194.9,
  longitudeDeg: 5,
})

/** Accepted positions after each fix, as metres north. */
function accepted(fixes: readonly ReturnType<typeof fix>[]): number[][] {
  const outlierFilter = newOutlierFilter()
  return fixes.map((one) =>
    passOutlierFilter(outlierFilter, one, LIMIT_MPS).map(({ latitudeDeg }) =>
      Math.round((latitudeDeg - 60) * 111_194.9),
    ),
  )
}

test('accepts what a boat could have sailed, and nothing faster', () => {
  expect(accepted([fix(0, 0), fix(1, 19), fix(2, 60), fix(3, 50)])).toEqual([[0], [19], [], [50]])
})

test('accepts a boat that sails exactly at her top speed', () => {
  const [from, to] = [fix(0, 0), fix(1, 19)]
  const limitMps = haversineM(from.latitudeDeg, from.longitudeDeg, to.latitudeDeg, to.longitudeDeg)
  const outlierFilter = newOutlierFilter()
  passOutlierFilter(outlierFilter, from, limitMps)
  expect(passOutlierFilter(outlierFilter, to, limitMps)).toEqual([{ ...to, jump: false }])
  // Also while three in a row are gathered.
  const far = [2, 3, 4].map((second) => ({
    ...fix(second, 0),
    latitudeDeg: 70 + (second - 2) * (to.latitudeDeg - 60),
  }))
  const step = haversineM(far[0]?.latitudeDeg ?? 0, 5, far[1]?.latitudeDeg ?? 0, 5)
  const other = newOutlierFilter()
  passOutlierFilter(other, from, step)
  expect(far.map((one) => passOutlierFilter(other, one, step * (1 + 1e-9)).length)).toEqual([0, 0, 3])
})

test('accepts three fixes that agree, and rejects the fix accepted before them', () => {
  expect(accepted([fix(0, 9000), fix(1, 0), fix(2, 10), fix(3, 20), fix(4, 30)])).toEqual([
    [9000],
    [],
    [],
    [0, 10, 20],
    [30],
  ])
})

test('marks a jump only at the first fix after a wrong anchor', () => {
  const outlierFilter = newOutlierFilter()
  const jumps = [fix(0, 9000), fix(1, 0), fix(2, 10), fix(3, 20), fix(4, 30)].map((one) =>
    passOutlierFilter(outlierFilter, one, LIMIT_MPS).map(({ jump }) => jump),
  )
  expect(jumps).toEqual([[false], [], [], [true, false, false], [false]])
})

test('rejects three fixes that disagree with one another', () => {
  expect(accepted([fix(0, 0), fix(1, 5000), fix(2, 5010), fix(3, -5000), fix(4, -5010), fix(5, 40)])).toEqual(
    [[0], [], [], [], [], [40]],
  )
})

test('does not count fixes that were rejected before an accepted fix', () => {
  expect(accepted([fix(0, 0), fix(1, 5000), fix(2, 5010), fix(3, 30), fix(4, 5020)])).toEqual([
    [0],
    [],
    [],
    [30],
    [],
  ])
})

test('ignores a second fix of the same moment', () => {
  expect(accepted([fix(1, 0), fix(1, 5000), fix(2, 5010), fix(3, 5020), fix(4, 5030)])).toEqual([
    [0],
    [],
    [],
    [],
    [5010, 5020, 5030],
  ])
})

test.each([
  [60, 5, 1, true, true],
  [60, 5, 1, false, false],
  [90, 180, 1, true, true],
  [-90, -180, 1, true, true],
  [90.001, 5, 1, true, false],
  [60, -180.001, 1, true, false],
  [0, 0, 1, true, false],
  [0, 5, 1, true, true],
  [60, 0, 1, true, true],
  [60, 5, 5, true, true],
  [60, 5, 5.01, true, false],
  [60, 5, Number.NaN, true, true],
])(
  'judges a receiver at %d, %d with an HDOP of %d, flagged %s: %s',
  (latitude, longitude, hdop, valid, may) => expect(isPlausible(latitude, longitude, hdop, valid)).toBe(may),
)
