/** Turns a list call into SQL: columns come from a table the list gives, values are bound. */

import {
  type AnyColumn,
  asc,
  Column,
  eq,
  gt,
  gte,
  inArray,
  is,
  lt,
  lte,
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm'
import { type PgColumn, type PgTable, PgTimestamp } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { NIL_ID } from '#contract/wire/endpoint.ts'
import { Problem } from '#contract/wire/errors.ts'
import { instantOf, instantUs } from '#contract/wire/instant.ts'
import type { FilterKind, FilterOperator, ListQuery, ListShape } from '#contract/wire/list.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import type { NameOrderSql } from './nameSql.ts'

/** A column, or how to parse a query text for comparison with the column. */
type FilterColumn = AnyColumn | SQL | { column: AnyColumn | SQL; parse: (text: string) => unknown }

/**
 * Maps the fields of a list to the database. `department` is for `listScope`, before a list begins. `words`
 * is for the list itself, unless one expression contains them all.
 */
export interface ListColumns<Shape extends ListShape = ListShape> {
  shape: Shape
  orders: Readonly<Record<Shape['orders'][number] | Shape['usual'][0], AnyColumn | SQL | NameOrderSql>>
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

export function filterSql(query: ListQuery, { shape, filters }: ListColumns): SQL[] {
  return query.filter.map((filter) => {
    const { field } = filter
    const given = (filters as Record<string, FilterColumn>)[field]
    const kind = shape.filters[field]
    if (!given || !kind) throw new Error(`${field} has no column`)
    const { column, parse } = 'parse' in given ? given : { column: given, parse: parserOf(kind, given) }
    // Every comparison takes an expression as well as a column, though their types differ.
    const compared = column as Column
    if ('values' in filter) {
      const values = filter.values.map((text) => parse(text))
      return filter.operator === 'in' ? inArray(compared, values) : notInArray(compared, values)
    }
    if (filter.operator === 'contains') {
      return sql`position(${plainLetters(sql`${parseText(filter.value)}::text`)} in ${plainLetters(sql`${column}`)}) > 0`
    }
    return COMPARE[filter.operator](compared, parse(filter.value))
  })
}

/** Parses a text from the query string, validated by the contract, into a value of the column. */
function parserOf(kind: FilterKind, column: AnyColumn | SQL): (text: string) => unknown {
  if (kind === 'id') return parseUuid
  if (kind === 'boolean') return parseBoolean
  if (kind !== 'time') return parseText
  return is(column, PgTimestamp) ? (text) => new Date(parseTimeUs(text) / 1000) : parseTimeUs
}

interface Key {
  by: SQL
  direction: 'asc' | 'desc'
  isKnown: boolean
}

function keysOf({ order, language = 'en' }: ListQuery, { shape, orders }: ListColumns, id: Column): Key[] {
  const [field, direction] = shape.usual
  return (order.length > 0 ? order : [{ field, direction }]).map(({ field, direction }) => {
    const column = orders[field]
    if (!column) throw new Error(`${field} has no column`)
    return {
      by: sql`${typeof column === 'function' ? column(language) : column}`,
      direction,
      isKnown: is(column, Column) && column.table === id.table && column.notNull,
    }
  })
}

/**
 * Ends with the id, so that pages never overlap. Nulls come last in either direction. Ascending order does
 * that by default. NULLS LAST on a required column would keep the database from walking an index backwards.
 */
const orderOf = (keys: readonly Key[], id: Column): SQL[] => [
  ...keys.map(({ by, direction, isKnown }) => {
    if (direction === 'asc') return sql`${by} asc`
    return isKnown ? sql`${by} desc` : sql`${by} desc nulls last`
  }),
  asc(id),
]

export const orderSql = (query: ListQuery, columns: ListColumns, id: Column): SQL[] =>
  orderOf(keysOf(query, columns, id), id)

export interface Paging {
  order: SQL[]
  /** The rows after the cursor that came with the query. */
  after: SQL | undefined
  /** The cursor after a page of these ids; null on the last page, undefined when not requested. */
  next(db: Db | Tx, ids: readonly string[]): Promise<string | null | undefined>
}

/**
 * Ordering and pages. Pages continue after the values of their last row instead of a count, so that new and
 * deleted rows shift nothing. A cursor is valid for its own order only.
 */
export function paging(query: ListQuery, columns: ListColumns, id: PgColumn): Paging {
  const { language = 'en', cursor } = query
  const keys = keysOf(query, columns, id)
  const name = [language, ...query.order.map(({ field, direction }) => `${field} ${direction}`)].join(',')
  return {
    order: orderOf(keys, id),
    after: cursor ? afterSql(keys, id, readCursor(cursor, name, keys.length + 1)) : undefined,
    async next(db, ids) {
      if (cursor === undefined) return undefined
      if (ids.length < query.limit || ids.length === 0) return null
      const values = keys.map(({ by }) => sql`(${by})::text`)
      const marks = await db
        .select({ id, values: sql<(string | null)[]>`json_build_array(${sql.join(values, sql`, `)})` })
        .from(id.table as PgTable)
        .where(inArray(id, [...ids]))
      // The cursor of a row that was deleted since then names the row before it.
      const known = new Map(marks.map((mark) => [mark.id as string, mark.values]))
      const last = ids.findLast((one) => known.has(one))
      return last === undefined ? null : writeCursor([name, ...(known.get(last) ?? []), last])
    },
  }
}

/** Rows after these values in this order, nulls last. */
function afterSql(keys: readonly Key[], id: PgColumn, values: readonly (string | null)[]): SQL {
  const lastId = values.at(-1)
  return keys.reduceRight((rest, { by, direction }, at) => {
    const value = values[at]
    if (value === null || value === undefined) return sql`(${by} is null and ${rest})`
    const beyond = direction === 'asc' ? sql`${by} > ${value}` : sql`${by} < ${value}`
    return sql`(${by} is null or ${beyond} or (${by} = ${value} and ${rest}))`
  }, sql`${id} > ${lastId}`)
}

const Cursor = z.array(z.string().nullable())
const writeCursor = (parts: readonly (string | null)[]) =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

function readCursor(cursor: string, name: string, count: number): (string | null)[] {
  let parts: unknown = null
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    // Text that is not a cursor is refused like the cursors of other lists.
  }
  const [ownName, ...values] = Cursor.safeParse(parts).data ?? []
  if (ownName !== name || values.length !== count || !z.uuid().safeParse(values.at(-1)).success)
    throw new Problem('invalid', 'The cursor belongs to another list or another order.')
  return values
}

/** Parses an id; text that cannot be an id becomes the nil id, which no row has. */
export const parseUuid = (text: string): string => z.uuid().catch(NIL_ID).parse(text)

function parseTimeUs(text: string): number {
  const timeUs = instantUs(instantOf(text))
  if (!Number.isSafeInteger(timeUs)) throw new Problem('invalid', 'A filter by time is beyond all times.')
  return timeUs
}

const parseBoolean = (text: string) => text === 'true'

const parseText = (text: string) => text.slice(0, 200)

/** Plain letters of a text, so that a search for Saefari finds Sæfari. */
const plainLetters = (text: SQL) =>
  sql`replace(replace(replace(translate(lower(${text}), ${ACCENTED}, ${PLAIN}), 'æ', 'ae'), 'þ', 'th'), 'ß', 'ss')`
const ACCENTED = 'áàâäãåéèêëíìîïıóòôöõøúùûüýÿðđñçł'
const PLAIN = 'aaaaaaeeeeiiiiioooooouuuuyyddncl'

const COMPARE: Record<
  Exclude<FilterOperator, 'in' | 'ne' | 'contains'>,
  (column: Column, value: unknown) => SQL
> = {
  eq,
  gt,
  gte,
  lt,
  lte,
}
