import { expect, test } from 'vitest'
import { ALL_PARTITIONS } from '#server/platform/partitions.ts'
import type { Processing } from '#server/processing/loop/startProcessing.ts'
import { followsPartitions } from './followsPartitions.ts'

test('follows partitions before their missed data is read, and until no work of them is under way', async () => {
  const done: string[] = []
  const note =
    (what: string) =>
    async (partitions: readonly number[] = []) =>
      void done.push(`${what} ${partitions}`)
  const processing = { hold: note('hold'), drop: note('drop'), close: note('close') } as unknown as Processing
  const bus = {
    follow: note('follow'),
    unfollow: (partitions: readonly number[]) => void done.push(`unfollow ${partitions}`),
  }
  const telemetry = { sources: { readAgain: () => void done.push('forget sources') } }
  const following = followsPartitions(processing, bus, telemetry)
  await following.hold([3, 4])
  await following.drop([3])
  await following.close()
  expect(done).toEqual([
    ...['follow 3,4', 'forget sources', 'hold 3,4'],
    ...['drop 3', 'unfollow 3'],
    ...['close ', `unfollow ${ALL_PARTITIONS}`],
  ])
})
