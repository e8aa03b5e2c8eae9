import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { trips } from '#server/stores/relational/schema.ts'
import { orderSql } from './listSql.ts'

const columns = {
  shape: { orders: ['start_time', 'peak_impact'], usual: ['start_time', 'desc'], filters: {} },
  orders: { start_time: trips.startUs, peak_impact: trips.peakImpactG },
  filters: {},
} as const
const written = (...order: { field: string; direction: 'asc' | 'desc' }[]) => {
  const query = { order, filter: [], skip: 0, limit: 10 }
  const all = orderSql(query, columns, trips.id)
  return new PgDialect().sqlToQuery(sql.join(all, sql`, `)).sql.replaceAll('"trips".', '')
}

test('orders a required column as its index does, and nulls last in an optional one', () => {
  expect(written()).toBe('"startUs" desc, "id" asc')
  expect(written({ field: 'start_time', direction: 'desc' })).toBe('"startUs" desc, "id" asc')
  expect(written({ field: 'peak_impact', direction: 'desc' })).toBe('"peakImpactG" desc nulls last, "id" asc')
  expect(written({ field: 'peak_impact', direction: 'asc' })).toBe('"peakImpactG" asc, "id" asc')
})
