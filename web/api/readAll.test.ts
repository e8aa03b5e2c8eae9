import { expect, test, vi } from 'vitest'
import { readAll } from './readAll.ts'

const rows = Array.from({ length: 230 }, (_, index) => index)

test('reads page after page until it has all rows', async () => {
  const readPage = vi.fn(async ({ skip = 0, limit = 20 }) => ({
    data: rows.slice(skip, skip + limit),
    total: rows.length,
  }))
  expect(await readAll(readPage)).toEqual({ data: rows, total: 230 })
  expect(readPage).toHaveBeenCalledTimes(3)
})

test('stops when rows disappear during reading', async () => {
  const readPage = async ({ skip = 0 }) => ({ data: skip === 0 ? [1, 2] : [], total: 3 })
  expect(await readAll(readPage)).toEqual({ data: [1, 2], total: 2 })
})
