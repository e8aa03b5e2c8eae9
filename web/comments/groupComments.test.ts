import { expect, test } from 'vitest'
import type { Comment } from '#contract/comment.ts'
import { groupComments } from './groupComments.ts'

const comment = (id: string, vessel_id: string, trip_id: string | null) =>
  ({ id, vessel_id, trip_id }) as Comment

test('comments stand with their trip or their vessel, in the order of the newest of each', () => {
  const groups = groupComments([
    comment('6', 'saga', 'first'),
    comment('5', 'saga', null),
    comment('4', 'saga', 'first'),
    comment('3', 'hafdis', null),
    comment('2', 'saga', 'second'),
    comment('1', 'saga', null),
  ])
  expect(
    groups.map(({ tripId, vesselId, comments }) => [tripId, vesselId, comments.map(({ id }) => id)]),
  ).toEqual([
    ['first', 'saga', ['6', '4']],
    [null, 'saga', ['5', '1']],
    [null, 'hafdis', ['3']],
    ['second', 'saga', ['2']],
  ])
  expect(groupComments([])).toEqual([])
})
