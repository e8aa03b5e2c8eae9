import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clock, playMovement, toMovement } from '#server/testing/playMovement.ts'
import { applyCorrections, type Correction } from './applyCorrections.ts'
import { findVoyages } from './findVoyages.ts'
import { secondGrid } from './secondGrid.ts'
import { atOnce } from './stages.ts'

const GRID = atOnce(
  secondGrid(
    toMovement(
      playMovement('06:00 0kn, 07:00 12kn, 08:00 0kn, 09:00 9kn, 09:30 0kn, 11:00 6kn, 11:30 0kn, 12:00 0kn'),
    ),
    null,
  ),
)
const VOYAGES = findVoyages(GRID, null, clock('14:00') + 1)
const times = (corrections: Correction[]) =>
  applyCorrections(GRID, VOYAGES, corrections).map(({ startUs, lastRecordUs, startCause, endCause }) => [
    iso(startUs),
    iso(lastRecordUs),
    startCause,
    endCause,
  ])
const iso = (us: number) => new Date(us / 1000).toISOString().slice(11, 16)
const PLAIN = [
  ['07:00', '08:00', 'moving', 'idle'],
  ['09:00', '09:30', 'moving', 'idle'],
  ['11:00', '11:30', 'moving', 'idle'],
]

test('changes nothing without corrections', () => {
  expect(times([])).toEqual(PLAIN)
})

test('cuts a trip in two, with the reason at each new end', () => {
  expect(times([{ kind: 'split', fromUs: clock('07:20'), toUs: clock('07:20') }])).toEqual([
    ['07:00', '07:19', 'moving', 'split'],
    ['07:20', '08:00', 'split', 'idle'],
    ...PLAIN.slice(1),
  ])
})

test('leaves no trip of less than a second after a split', () => {
  const at = (time: string) => times([{ kind: 'split', fromUs: clock(time), toUs: clock(time) }])
  for (const time of ['06:00', '07:00', '08:01', '08:30']) expect(at(time), time).toEqual(PLAIN)
  expect(at('08:00').slice(0, 2)).toEqual([
    ['07:00', '07:59', 'moving', 'split'],
    ['08:00', '08:00', 'split', 'idle'],
  ])
})

test('joins trips, with the time between them', () => {
  expect(times([{ kind: 'merge', fromUs: clock('07:00'), toUs: clock('09:30') }])).toEqual([
    ['07:00', '09:30', 'moving', 'idle'],
    PLAIN[2],
  ])
})

test('trims either end, and nothing in the middle', () => {
  const trim = (from: string, to: string) => ({ kind: 'trim', fromUs: clock(from), toUs: clock(to) })
  expect(times([trim('06:59', '07:10'), trim('09:20', '10:00')])).toEqual([
    ['07:10', '08:00', 'trim', 'idle'],
    ['09:00', '09:19', 'moving', 'trim'],
    PLAIN[2],
  ])
  expect(times([trim('07:20', '07:30')])).toEqual(PLAIN)
  expect(times([trim('06:00', '08:30')])).toEqual(PLAIN)
})

test('marks a trip as ashore or at sea when it shares more than half of its time with the decision', () => {
  const seaOf = (kind: string, from: string, to: string) =>
    applyCorrections(GRID, VOYAGES, [{ kind, fromUs: clock(from), toUs: clock(to) }]).map(({ sea }) => sea)
  expect(seaOf('ashore', '06:30', '07:31')).toEqual(['ashore', null, null])
  expect(seaOf('ashore', '06:30', '07:29')).toEqual([null, null, null])
  expect(seaOf('at_sea', '07:40', '11:00')).toEqual([null, 'at_sea', null])
})

test('applies corrections in the order in which people made them', () => {
  const split = { kind: 'split', fromUs: clock('07:20'), toUs: clock('07:20') }
  const merge = { kind: 'merge', fromUs: clock('07:00'), toUs: clock('08:00') }
  expect(times([split, merge])).toEqual(PLAIN)
  expect(times([merge, split])).toHaveLength(4)
})

test('never makes trips overlap, whatever people decided', () => {
  const moment = fc.integer({ min: 0, max: 6 * 3600 }).map((seconds) => clock('06:00') + seconds * 1_000_000)
  const correction = fc
    .tuple(fc.constantFrom('split', 'merge', 'trim'), moment, moment)
    .map(([kind, a, b]): Correction => ({ kind, fromUs: Math.min(a, b), toUs: Math.max(a, b) }))
  fc.assert(
    fc.property(fc.array(correction, { maxLength: 6 }), (corrections) => {
      const found = applyCorrections(GRID, VOYAGES, corrections)
      for (const [i, { firstRow, lastRow, startUs, lastRecordUs }] of found.entries()) {
        expect(firstRow).toBeLessThanOrEqual(lastRow)
        expect(startUs).toBeLessThanOrEqual(lastRecordUs)
        const next = found[i + 1]
        if (next) expect(lastRow).toBeLessThan(next.firstRow)
      }
    }),
    { numRuns: 300 },
  )
})
