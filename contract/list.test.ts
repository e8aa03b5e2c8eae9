import { expect, test } from 'vitest'
import { Problem } from './errors.ts'
import { decodeListQuery, encodeListQuery } from './list.ts'

test('reads what it writes', () => {
  const query = {
    skip: 20,
    limit: 10,
    order: [{ field: 'start_time', direction: 'desc' as const }],
    filter: [{ field: 'vessel_id', operator: 'in' as const, value: 'a,b' }],
  }
  const raw = Object.fromEntries(
    encodeListQuery(query)
      .split('&')
      .map((pair) => pair.split('=').map(decodeURIComponent)),
  )
  expect(decodeListQuery(raw, 'is')).toEqual({ ...query, language: 'is' })
})

test('refuses what no list understands', () => {
  for (const raw of [
    { limit: '-1' },
    { limit: 'x' },
    { 'filter[a][or]': '1' },
    { 'order[a]': 'up' },
    { __proto_: '1' },
  ]) {
    expect(() => decodeListQuery(raw, 'en')).toThrow(Problem)
  }
})

test('never answers more than a page', () => {
  expect(decodeListQuery({ limit: '1000000000' }, 'en').limit).toBe(100)
})
