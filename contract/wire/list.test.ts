import { expect, test } from 'vitest'
import { Problem } from './errors.ts'
import { decodeListQuery, encodeListQuery } from './list.ts'

const SHAPE = {
  orders: ['start_time'],
  usual: ['start_time', 'desc'],
  filters: { vessel_id: 'id', name: 'text', start_time: 'time', type: ['a', 'b'], open: 'boolean' },
} as const

test('reads what it writes', () => {
  const query = {
    skip: 20,
    limit: 10,
    order: [{ field: 'start_time', direction: 'desc' as const }],
    filter: [{ field: 'vessel_id', operator: 'in' as const, values: ['a', 'b'] }],
  }
  const raw = Object.fromEntries(
    encodeListQuery(query)
      .split('&')
      .map((pair) => pair.split('=').map(decodeURIComponent)),
  )
  expect(decodeListQuery(SHAPE, raw, 'is')).toEqual({ ...query, language: 'is' })
})

test('refuses what no list supports', () => {
  for (const raw of [
    { limit: '-1' },
    { limit: 'x' },
    { 'filter[vessel_id][or]': '1' },
    { 'filter[secret]': '1' },
    { 'filter[constructor]': '1' },
    { 'filter[vessel_id][contains]': '1' },
    { 'filter[type][gt]': 'a' },
    { 'filter[start_time][contains]': '1' },
    { 'order[start_time]': 'up' },
    { 'order[name]': 'asc' },
    { __proto_: '1' },
    { 'filter[type]': 'critcal' },
    { 'filter[type]': '' },
    { 'filter[type]': 'toString' },
    { 'filter[type][in]': 'a,c' },
    { 'filter[type][ne]': 'b,c' },
    { 'filter[open]': 'yes' },
    { 'filter[start_time][gt]': 'yesterday' },
    { 'filter[start_time][gt]': 'june 1' },
    // A time without an offset: its time zone is unknown.
    { 'filter[start_time][gt]': '2026-06-18T09:12:00' },
  ]) {
    expect(() => decodeListQuery(SHAPE, raw, 'en')).toThrow(Problem)
  }
})

test('never answers more than a page', () => {
  expect(decodeListQuery(SHAPE, { limit: '1000000000' }, 'en').limit).toBe(100)
})

test('uses the list’s own number of rows by default, and no pages for a list without', () => {
  expect(decodeListQuery(SHAPE, {}, 'en').limit).toBe(20)
  expect(decodeListQuery({ ...SHAPE, limit: 500 }, {}, 'en').limit).toBe(500)
  expect(() => decodeListQuery({ ...SHAPE, limit: 'all' }, { skip: '5' }, 'en')).toThrow(Problem)
})

test('accepts what a field can be', () => {
  for (const [name, value] of [
    ['filter[open]', 'false'],
    ['filter[name]', 'anything, with commas'],
    ['filter[start_time][gt]', '2026-06-18T09:12:00+02:00'],
    ['filter[start_time][gt]', '2026-06-18'],
    ['filter[start_time][gt]', '1781773920.5'],
    // No row has this id, so it finds nothing, like a foreign one.
    ['filter[vessel_id]', 'no-id'],
  ] as const)
    expect(decodeListQuery(SHAPE, { [name]: value }, 'en').filter).toMatchObject([{ value }])
})

test('writes several values as a comma list on the wire alone', () => {
  const filter = [
    { field: 'type', operator: 'in' as const, values: ['a', 'b'] },
    { field: 'type', operator: 'ne' as const, values: ['a'] },
  ]
  const wire = { 'filter[type][in]': 'a,b', 'filter[type][ne]': 'a' }
  expect(Object.fromEntries(new URLSearchParams(encodeListQuery({ filter })))).toEqual(wire)
  expect(decodeListQuery(SHAPE, wire, 'en').filter).toEqual(filter)
  expect(decodeListQuery(SHAPE, { 'filter[type][in]': ['a', 'b'] }, 'en').filter).toEqual([filter[0]])
  const many = Array.from({ length: 1001 }, () => 'a').join(',')
  expect(() => decodeListQuery(SHAPE, { 'filter[type][in]': many }, 'en')).toThrow(Problem)
})
