import { expect, test } from 'vitest'
import { reconcileTrips } from './reconcileTrips.ts'

const M = 60_000_000
const span = (startMin: number, endMin: number) => ({
  startUs: startMin * M,
  endUs: endMin * M,
  lastRecordUs: endMin * M,
})
const trip = (id: string, startMin: number, endMin: number, isDeleted = false) => ({
  id,
  isDeleted,
  ...span(startMin, endMin),
})

test('keeps the id of a trip that grew', () => {
  const session = span(0, 90)
  expect(reconcileTrips([trip('a', 10, 60)], [session])).toEqual({
    kept: [{ session, id: 'a', isDeleted: false }],
    merged: [],
    gone: [],
  })
})

test('merges into the trip with the largest share and remembers the other', () => {
  const session = span(0, 100)
  const { kept, merged } = reconcileTrips([trip('short', 0, 20), trip('long', 40, 100)], [session])
  expect(kept).toMatchObject([{ id: 'long' }])
  expect(merged).toEqual([{ id: 'short', into: session }])
})

test('gives the larger half of a split trip its id', () => {
  const [first, second] = [span(0, 30), span(50, 120)]
  expect(reconcileTrips([trip('a', 0, 120)], [first, second]).kept).toEqual([
    { session: first, id: null, isDeleted: false },
    { session: second, id: 'a', isDeleted: false },
  ])
})

test('never brings a deleted trip back', () => {
  expect(reconcileTrips([trip('dead', 0, 60, true)], [span(0, 100)]).kept).toMatchObject([
    { id: 'dead', isDeleted: true },
  ])
  const much = reconcileTrips([trip('dead', 0, 30, true)], [span(0, 100)])
  expect(much.kept).toMatchObject([{ id: null, isDeleted: false }])
  expect(much).toMatchObject({ gone: [], merged: [] })
})

test('lets a trip go whose samples show none', () => {
  expect(reconcileTrips([trip('a', 0, 10)], [span(60, 90)])).toMatchObject({
    kept: [{ id: null }],
    gone: ['a'],
  })
})
