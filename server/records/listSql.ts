/** Turns a list call into SQL: columns come from a table the list gives, values are bound. */

import {
  type AnyColumn,
  asc,
  type Column,
  eq,
  gt,
  gte,
  inArray,
  is,
  lt,
  lte,
  ne,
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm'
import { PgTimestamp } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { NIL_ID } from '#contract/endpoint.ts'
import { Problem } from '#contract/errors.ts'
import { instantOf, instantUs } from '#contract/instant.ts'
import type { FilterKind, FilterOperator, ListQuery, ListShape } from '#contract/list.ts'
import type { NameOrderSql } from './nameSql.ts'

/** A column, or what says of a value from the query string what the column is compared with. */
type FilterColumn = AnyColumn | SQL | { column: AnyColumn | SQL; parse: (text: string) => unknown }

/**
 * What the fields of a list are in the database; `department` is for `listScope`, before a list begins, `words` for the
 * list itself unless one expression holds them all.
 */
export interface ListColumns<Shape extends ListShape = ListShape> {
  shape: Shape
  orders: Readonly<Record<Shape['orders'][number], AnyColumn | SQL | NameOrderSql>>
  filters: {
    readonly [Field in keyof Shape['filters'] as Shape['filters'][Field] extends 'department' | 'words'
      ? never
      : Field]: FilterColumn
  } & {
    readonly [Field in keyof Shape['filters'] as Shape['filters'][Field] extends 'words'
      ? Field
      : never]?: FilterColumn
  }
}

/** Demands a column for each field that the contract lets the list be ordered or filtered by. */
export const columnsOf = <Shape extends ListShape>(
  { list: shape }: { list: Shape },
  columns: Omit<ListColumns<Shape>, 'shape'>,
) => ({ shape, ...columns }) as unknown as ListColumns

const MAX_IN = 1000

export function filterSql(query: ListQuery, { shape, filters }: ListColumns): SQL[] {
  return query.filter.map(({ field, operator, value }) => {
    const given = (filters as Record<string, FilterColumn>)[field]
    const kind = shape.filters[field]
    if (!given || !kind) throw new Error(`${field} has no column`)
    const { column, parse } = 'parse' in given ? given : { column: given, parse: parserOf(kind, given) }
    // Every comparison takes an expression as well as a column; only their types tell the two apart.
    const compared = column as Column
    const values = () => commaList(value).map((text) => parse(text))
    if (operator === 'in') return inArray(compared, values())
    if (operator === 'ne' && value.includes(',')) return notInArray(compared, values())
    if (operator === 'contains') {
      return sql`position(${plainLetters(sql`${parseText(value)}::text`)} in ${plainLetters(sql`${column}`)}) > 0`
    }
    return COMPARE[operator](compared, parse(value))
  })
}

/** How a text from the query string becomes what the column holds; throws `invalid` on what it cannot hold. */
function parserOf(kind: FilterKind, column: AnyColumn | SQL): (text: string) => unknown {
  if (kind === 'id') return parseUuid
  if (kind === 'boolean') return parseBoolean
  if (kind !== 'time') return parseText
  return is(column, PgTimestamp) ? (text) => new Date(parseTimeUs(text) / 1000) : parseTimeUs
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
    const column = columns.orders[field]
    if (!column) throw new Error(`${field} has no column`)
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
function parseTimeUs(text: string): number {
  const timeUs = instantUs(instantOf(text))
  if (!Number.isSafeInteger(timeUs)) {
    throw new Problem('invalid', 'A filter by time needs epoch seconds or an ISO 8601 time.')
  }
  return timeUs
}

function parseBoolean(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new Problem('invalid', 'A filter needs true or false here.')
  return text === 'true'
}

const parseText = (text: string) => text.slice(0, 200)

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
