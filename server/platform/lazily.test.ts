import { expect, test } from 'vitest'
import { lazily } from './lazily.ts'

test('opens once, and again only after a failure', async () => {
  let tries = 0
  const open = lazily(async () => {
    if (++tries === 1) throw new Error('away')
    return tries
  })
  await expect(open()).rejects.toThrow('away')
  expect(await Promise.all([open(), open()])).toEqual([2, 2])
  expect(await open()).toBe(2)
})
