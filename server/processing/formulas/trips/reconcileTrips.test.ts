import { describe, expect, test } from 'vitest'
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
  const voyage = span(0, 90)
  expect(reconcileTrips([trip('a', 10, 60)], [voyage])).toEqual({
    kept: [{ voyage, id: 'a', isDeleted: false }],
    returned: [],
    merged: [],
    gone: [],
  })
})

test('merges into the trip with the largest share and remembers the other', () => {
  const voyage = span(0, 100)
  const { kept, merged } = reconcileTrips([trip('short', 0, 20), trip('long', 40, 100)], [voyage])
  expect(kept).toMatchObject([{ id: 'long' }])
  expect(merged).toEqual([{ id: 'short', into: voyage }])
})

test('keeps the id for the larger half of a split trip', () => {
  const [first, second] = [span(0, 30), span(50, 120)]
  expect(reconcileTrips([trip('a', 0, 120)], [first, second]).kept).toEqual([
    { voyage: first, id: null, isDeleted: false },
    { voyage: second, id: 'a', isDeleted: false },
  ])
})

test('never brings a deleted trip back', () => {
  expect(reconcileTrips([trip('dead', 0, 60, true)], [span(0, 100)]).kept).toMatchObject([
    { id: 'dead', isDeleted: true },
  ])
  const much = reconcileTrips([trip('dead', 0, 30, true)], [span(0, 100)])
  expect(much.kept).toMatchObject([{ id: null, isDeleted: false }])
  expect(much).toMatchObject({ gone: [], merged: [] })
  // More than half of the voyage decides, and nothing less.
  const share = (percent: number) =>
    reconcileTrips([trip('dead', 0, percent, true)], [span(0, 100)]).kept[0]?.id
  expect([45, 49, 51, 55].map(share)).toEqual([null, null, 'dead', 'dead'])
})

test('removes a trip when its samples show none', () => {
  expect(reconcileTrips([trip('a', 0, 10)], [span(60, 90)])).toMatchObject({
    kept: [{ id: null }],
    gone: ['a'],
  })
})

describe('when joined trips are apart again', () => {
  const earlier = (id: string, startMin: number, endMin: number) => ({
    id,
    startUs: startMin * M,
    endUs: endMin * M,
  })
  const ids = (...args: Parameters<typeof reconcileTrips>) => reconcileTrips(...args).kept.map(({ id }) => id)

  test('gives each trip its former id back, whichever id the joined trip had', () => {
    const parts = [span(0, 20), span(40, 100)]
    expect(ids([trip('long', 0, 100)], parts, [earlier('short', 0, 20)])).toEqual(['short', 'long'])
    expect(reconcileTrips([trip('long', 0, 100)], parts, [earlier('short', 0, 20)]).returned).toEqual([
      'short',
    ])
  })

  test('does not give a trimmed trip the id of another trip', () => {
    expect(ids([trip('a', 50, 180)], [span(50, 60), span(130, 180)], [earlier('b', 130, 180)])).toEqual([
      'a',
      'b',
    ])
  })

  test('keeps the id of a trip when only that trip is left', () => {
    const { kept, returned } = reconcileTrips([trip('a', 0, 60)], [span(40, 60)], [earlier('b', 40, 60)])
    expect([kept[0]?.id, returned]).toEqual(['a', []])
  })

  test('gives a new id to a part that matches no earlier trip', () => {
    expect(ids([trip('a', 0, 100)], [span(0, 10), span(12, 100)], [earlier('b', 0, 50)])).toEqual([null, 'a'])
  })
})
