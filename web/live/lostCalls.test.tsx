import { afterEach, expect, test, vi } from 'vitest'
import { unlessLost } from './lostCalls.ts'

afterEach(() => vi.restoreAllMocks())

test('leaves no listener behind after a call, so that a page can call for weeks', async () => {
  const added = vi.spyOn(AbortSignal.prototype, 'addEventListener')
  const removed = vi.spyOn(AbortSignal.prototype, 'removeEventListener')
  await unlessLost(async () => 'answer')
  await expect(unlessLost(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect([added.mock.calls.length, removed.mock.calls.length]).toEqual([2, 2])
})
