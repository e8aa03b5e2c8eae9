import { expect, test } from 'vitest'
import type { PathPoint } from '#contract/wire/timeSeries.ts'
import { pathCache } from './pathCache.ts'

const path = (length: number): PathPoint[] =>
  Array.from({ length }, (_, timestamp) => ({
    latitudeDeg: 0,
    longitudeDeg: 0,
    sog: 0,
    cog: 0,
    alt: 0,
    timestamp,
  }))

test('reads a path once, also when two callers ask at the same time', async () => {
  let reads = 0
  const read = async () => path(++reads)
  const cache = pathCache()
  const [first, second] = await Promise.all([cache.get('a', read), cache.get('a', read)])
  expect([first.length, second.length, (await cache.get('a', read)).length, reads]).toEqual([1, 1, 1, 1])
})

test('drops the least recently used path', async () => {
  const cache = pathCache(10)
  const read: string[] = []
  const get = (key: string) =>
    cache.get(key, async () => {
      read.push(key)
      return path(4)
    })
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key)
  expect(read).toEqual(['a', 'b', 'c', 'b'])
})

test('reads again after a failure', async () => {
  const cache = pathCache()
  await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await cache.get('a', async () => path(2))).toHaveLength(2)
})
