import { expect, test } from 'vitest'
import { clock, playMovement, toMovement } from '#server/testing/playMovement.ts'
import { endWithPairings } from './endWithPairings.ts'
import { findVoyages } from './findVoyages.ts'
import { secondGrid } from './secondGrid.ts'
import { atOnce } from './stages.ts'

const gridOf = (timeline: string) => atOnce(secondGrid(toMovement(playMovement(timeline)), null))
const iso = (us: number) => new Date(us / 1000).toISOString().slice(11, 19)
const ended = (timeline: string, nowUs: number, endsUs: number[]) => {
  const grid = gridOf(timeline)
  return endWithPairings(grid, findVoyages(grid, null, nowUs), endsUs).map(
    ({ startUs, endUs, startCause, endCause }) => [iso(startUs), endUs && iso(endUs), startCause, endCause],
  )
}
const DAY = '06:00 0kn, 07:00 12kn, 08:00 0kn, 10:00 0kn'

test('cuts a trip when a device was taken off the vessel', () => {
  expect(ended(DAY, clock('12:00'), [clock('07:20')])).toEqual([
    ['07:00:00', '07:19:59', 'moving', 'unpaired'],
    ['07:20:00', '08:00:59', 'paired', 'idle'],
  ])
})

test('ends an open trip at the last reading before the device was removed', () => {
  expect(ended('06:00 12kn, 07:00 0kn', clock('07:05'), [clock('07:03')])).toEqual([
    ['06:00:00', '07:00:00', 'moving', 'unpaired'],
  ])
})

test('does not change trips on one side of the removal', () => {
  const plain = [['07:00:00', '08:00:59', 'moving', 'idle']]
  expect(ended(DAY, clock('12:00'), [clock('06:30'), clock('09:00'), clock('11:00')])).toEqual(plain)
})

test('cuts at each of several removals, in any order', () => {
  const parts = [
    ['07:00:00', '07:19:59', 'moving', 'unpaired'],
    ['07:20:00', '07:39:59', 'paired', 'unpaired'],
    ['07:40:00', '08:00:59', 'paired', 'idle'],
  ]
  expect(ended(DAY, clock('12:00'), [clock('07:40'), clock('07:20')])).toEqual(parts)
})

test('continues an open trip when readings arrive after the removal', () => {
  expect(ended('06:00 12kn, 07:00 0kn', clock('07:00') + 1_000_000, [clock('05:00')])).toEqual([
    ['06:00:00', null, 'moving', null],
  ])
})
