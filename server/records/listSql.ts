/** Turns a list call into SQL: columns come from a table the list gives, values are bound. */
import {
  type AnyColumn,
  asc,
  type Column,
  eq,
  gt,
  gte,
  inArray,
  lt,
  lte,
  ne,
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm'
import { z } from 'zod'
import { NIL_ID } from '#contract/endpoint.ts'
import { Problem } from '#contract/errors.ts'
import type { FilterOperator, ListQuery } from '#contract/list.ts'
import type { NameOrderSql } from './nameSql.ts'

export interface Filterable {
  column: AnyColumn | SQL
  /** The bound value of a text from the query string; throws `invalid` on what the column cannot hold. */
  parse: (text: string) => unknown
}

export interface ListColumns {
  orders: Readonly<Record<string, AnyColumn | SQL | NameOrderSql>>
  filters: Readonly<Record<string, Filterable>>
}

const MAX_IN = 1000

export function filterSql(query: ListQuery, columns: ListColumns): SQL[] {
  return query.filter.map(({ field, operator, value }) => {
    const filterable = Object.hasOwn(columns.filters, field) ? columns.filters[field] : undefined
    if (!filterable) throw new Problem('invalid', `This list cannot be filtered by ${field}.`)
    const { parse } = filterable
    // Every comparison takes an expression as well as a column; only their types tell the two apart.
    const column = filterable.column as Column
    if (operator === 'in') {
      return inArray(
        column,
        commaList(value).map((text) => parse(text)),
      )
    }
    if (operator === 'ne' && value.includes(',')) {
      return notInArray(
        column,
        commaList(value).map((text) => parse(text)),
      )
    }
    if (operator === 'contains') {
      if (parse !== parseText) throw new Problem('invalid', `${field} is not searched by a piece of it.`)
      return sql`position(${plainLetters(sql`${parseText(value)}::text`)} in ${plainLetters(sql`${column}`)}) > 0`
    }
    return COMPARE[operator](column, parse(value))
  })
}

/** For lists whose order is fixed and that show everything. */
export function refuseFilters(query: ListQuery): void {
  const [first] = [...query.filter, ...query.order]
  if (first) throw new Problem('invalid', `This list cannot be filtered or ordered by ${first.field}.`)
}

/** Ends with the id, so that pages never overlap; what is not known comes last in either direction. */
export function orderSql(
  query: ListQuery,
  columns: ListColumns,
  id: Column,
  otherwise: SQL | NameOrderSql,
): SQL[] {
  const { language = 'en' } = query
  const written = (given: AnyColumn | SQL | NameOrderSql) =>
    typeof given === 'function' ? given(language) : given
  const given = query.order.map(({ field, direction }) => {
    const column = Object.hasOwn(columns.orders, field) ? columns.orders[field] : undefined
    if (!column) throw new Problem('invalid', `This list cannot be ordered by ${field}.`)
    const by = written(column)
    return direction === 'asc' ? sql`${by} asc nulls last` : sql`${by} desc nulls last`
  })
  return [...(given.length > 0 ? given : [sql`${written(otherwise)}`]), asc(id)]
}

export const commaList = (value: string): string[] => {
  const values = value.split(',').filter((text) => text !== '')
  if (values.length > MAX_IN) throw new Problem('invalid', `A filter takes at most ${MAX_IN} values.`)
  return values
}

/** What cannot be an id is nobody's. */
export const parseUuid = (text: string): string => z.uuid().catch(NIL_ID).parse(text)

/** Epoch seconds or ISO 8601 to µs since 1970. */
export function parseTimeUs(text: string): number {
  const ms = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text)
  const timeUs = Math.round(ms * 1000)
  if (!Number.isSafeInteger(timeUs)) {
    throw new Problem('invalid', 'A filter by time needs epoch seconds or an ISO 8601 time.')
  }
  return timeUs
}

export function parseBoolean(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new Problem('invalid', 'A filter needs true or false here.')
  return text === 'true'
}

export const parseText = (text: string) => text.slice(0, 200)

/** Who types Saefari means Sæfari. */
const plainLetters = (text: SQL) =>
  sql`replace(replace(replace(translate(lower(${text}), ${ACCENTED}, ${PLAIN}), 'æ', 'ae'), 'þ', 'th'), 'ß', 'ss')`
const ACCENTED = 'áàâäãåéèêëíìîïóòôöõøúùûüýÿðñç'
const PLAIN = 'aaaaaaeeeeiiiioooooouuuuyydnc'

const COMPARE: Record<Exclude<FilterOperator, 'in' | 'contains'>, (column: Column, value: unknown) => SQL> = {
  eq,
  ne,
  gt,
  gte,
  lt,
  lte,
}
