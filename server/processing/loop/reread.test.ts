import { expect, test } from 'vitest'
import { openReread } from './reread.ts'

/** Something that changes, and a reader whose reads end when the test lets them. */
function setUp() {
  let value = 0
  let known = -1
  const reads: PromiseWithResolvers<void>[] = []
  const reread = openReread(async () => {
    const found = value
    const read = Promise.withResolvers<void>()
    reads.push(read)
    await read.promise
    known = found
  })
  return {
    reads,
    known: () => known,
    change() {
      value++
      reread.changed()
    },
    /** Resolves to the known value after a refresh. */
    refreshed: () => reread.refresh().then(() => known),
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('reads once for all who ask meanwhile, and not again without a change', async () => {
  const { reads, refreshed } = setUp()
  const asked = [refreshed(), refreshed(), refreshed()]
  await settle()
  reads[0]?.resolve()
  expect(await Promise.all(asked)).toEqual([0, 0, 0])
  expect(await refreshed()).toBe(0)
  expect(reads).toHaveLength(1)
})

test('reads again when a change comes during a read', async () => {
  const { reads, change, refreshed } = setUp()
  void refreshed()
  await settle()
  change()
  const after = refreshed()
  reads[0]?.resolve()
  await settle()
  reads[1]?.resolve()
  expect(await after).toBe(1)
  expect(reads).toHaveLength(2)
})

test('waits for no third read, however often something changes', async () => {
  const { reads, change, refreshed } = setUp()
  void refreshed()
  await settle()
  change()
  const after = refreshed()
  reads[0]?.resolve()
  await settle()
  change()
  void refreshed()
  reads[1]?.resolve()
  expect(await after).toBe(1)
})

test('reads again after a failed read', async () => {
  const { reads, change, refreshed } = setUp()
  change()
  const failed = refreshed()
  await settle()
  reads[0]?.reject(new Error('no answer'))
  await expect(failed).rejects.toThrow('no answer')
  const next = refreshed()
  await settle()
  reads[1]?.resolve()
  expect(await next).toBe(1)
})
