/**
 * List calls: `skip`, `limit`, on some `cursor`, `order[field]=asc|desc`, `filter[field][op]=value`. The
 * value is a comma list for `in` and `ne`. For `contains` it is a part of a name, ignoring case and accents.
 * Each endpoint declares its orders and filters.
 */
import { z } from 'zod'
import type { Language } from '#contract/text/language.ts'
import { Problem } from './errors.ts'
import { Instant, instantOf } from './instant.ts'

export const FILTER_OPERATORS = ['eq', 'in', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains'] as const
export type FilterOperator = (typeof FILTER_OPERATORS)[number]
/** Operators with several values, as a comma list on the wire. */
const SEVERAL = ['in', 'ne'] as const satisfies readonly FilterOperator[]
type Several = (typeof SEVERAL)[number]

/** Operators of each kind of field; `department` includes all departments below. */
export const OPERATORS_OF = {
  id: ['eq', 'in', 'ne'],
  /** One of the values that the list declares. */
  choice: ['eq', 'in', 'ne'],
  text: ['eq', 'in', 'ne', 'contains'],
  boolean: ['eq', 'ne'],
  /** Epoch seconds, ISO 8601 with its offset, or a day, which is its first moment in UTC. */
  time: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'],
  department: ['eq', 'in'],
  /** Text that is worded for each reader; the list itself searches it. */
  words: ['contains'],
} as const satisfies Record<string, readonly FilterOperator[]>
/** Type of a field that can be filtered; a field with few possible values lists these. */
export type FilterKind = Exclude<keyof typeof OPERATORS_OF, 'choice'> | readonly string[]

export const operatorsOf = (kind: FilterKind): readonly FilterOperator[] =>
  OPERATORS_OF[typeof kind === 'string' ? kind : 'choice']

type Direction = 'asc' | 'desc'

/** Orders and filters that a list supports. */
export interface ListShape {
  orders: readonly string[]
  /** Default order of the rows. */
  usual: readonly [field: string, direction: Direction]
  filters: Readonly<Record<string, FilterKind>>
  /** Default number of rows per page; 20 without it, and `all` for a list that has pages only with a cursor. */
  limit?: number | 'all'
  /** Pages may follow each other by a cursor too, which rows that come and go do not shift. */
  cursor?: true
}
interface Listed {
  list: ListShape
}

type OperatorOf<Kind extends FilterKind> = (typeof OPERATORS_OF)[Kind extends keyof typeof OPERATORS_OF
  ? Kind
  : 'choice'][number]
/** Values for comparison with a field: the declared ones, if the list declares any. */
type ValueOf<Kind extends FilterKind> = Kind extends readonly string[]
  ? Kind[number]
  : Kind extends 'boolean'
    ? `${boolean}`
    : string
type Compared<Field extends string, Operator extends FilterOperator, Value extends string> =
  | { field: Field; operator: Exclude<Operator, Several>; value: Value }
  | { field: Field; operator: Extract<Operator, Several>; values: readonly Value[] }
/** How a list leaves rows out. */
export type ListFilter = Compared<string, FilterOperator, string>

/** Validated query of a list. */
export interface ListQuery {
  skip: number
  limit: number
  order: { field: string; direction: Direction }[]
  filter: ListFilter[]
  /** Position in the list: `next_cursor` of the page before, empty for the first page. */
  cursor?: string
  /** Language whose alphabet orders names; English without it. */
  language?: Language
}
/** Query that this list accepts: `ListAsked<typeof listTrips>`. */
export interface ListAsked<E extends Listed> {
  skip?: number
  limit?: number
  order?: { field: OrderOf<E>; direction: Direction }[]
  filter?: FilterOf<E['list']['filters']>[]
}
type FilterOf<Filters extends ListShape['filters']> = {
  [Field in keyof Filters & string]: Compared<Field, OperatorOf<Filters[Field]>, ValueOf<Filters[Field]>>
}[keyof Filters & string]
/** Fields that can order a list: `OrderOf<typeof listTrips>`. */
export type OrderOf<E extends Listed> = E['list']['orders'][number]

export const MAX_LIMIT = 100
const USUAL_LIMIT = 20
const count = z.coerce.number().int().min(0)

/** Reads the flat query string of a list call; throws `invalid` for unknown keys and values. */
export function decodeListQuery(shape: ListShape, raw: unknown, language: Language): ListQuery {
  const { limit = USUAL_LIMIT } = shape
  const query: ListQuery = { skip: 0, limit: limit === 'all' ? 0 : limit, order: [], filter: [], language }
  for (const [name, given] of Object.entries((raw ?? {}) as Record<string, unknown>)) {
    const value = Array.isArray(given) ? given.join(',') : String(given)
    const order = /^order\[([\w.]{1,40})\]$/.exec(name)
    const filter = /^filter\[([\w.]{1,40})\](?:\[([a-z]{1,8})\])?$/.exec(name)
    if (name === 'skip' && limit !== 'all') query.skip = number(name, value)
    else if (name === 'limit' && (limit !== 'all' || shape.cursor))
      query.limit = Math.min(number(name, value), MAX_LIMIT)
    else if (name === 'cursor' && shape.cursor) query.cursor = value
    else if (order?.[1] && (value === 'asc' || value === 'desc')) {
      if (!shape.orders.includes(order[1]))
        throw new Problem('invalid', `This list cannot be ordered by ${order[1]}.`)
      query.order.push({ field: order[1], direction: value })
    } else if (filter?.[1] && isOperator(filter[2] ?? 'eq')) {
      const [, field, operator = 'eq'] = filter
      query.filter.push(checkedFilter(shape, filterOf(field, operator as FilterOperator, value)))
    } else throw new Problem('invalid', `The parameter ${name.slice(0, 60)} is not understood.`)
  }
  if (query.cursor !== undefined && query.skip > 0)
    throw new Problem('invalid', 'A page begins at a cursor or after a number of rows.')
  if (limit === 'all') {
    if (query.cursor === undefined && query.limit > 0)
      throw new Problem('invalid', 'This list has pages only where a cursor is sent.')
    if (query.cursor !== undefined && query.limit === 0) query.limit = MAX_LIMIT
  }
  return query
}

const MAX_SEVERAL = 1000

function filterOf(field: string, operator: FilterOperator, value: string): ListFilter {
  if (!takesSeveral(operator)) return { field, operator, value }
  const values = value.split(',').filter((text) => text !== '')
  if (values.length > MAX_SEVERAL)
    throw new Problem('invalid', `A filter takes at most ${MAX_SEVERAL} values.`)
  return { field, operator, values }
}

function checkedFilter({ filters }: ListShape, filter: ListFilter): ListFilter {
  const { field, operator } = filter
  const kind = Object.hasOwn(filters, field) ? filters[field] : undefined
  if (!kind) throw new Problem('invalid', `This list cannot be filtered by ${field}.`)
  if (!operatorsOf(kind).includes(operator))
    throw new Problem('invalid', `${field} is not compared by ${operator}.`)
  const unknown = valuesOf(filter).find((one) => !holds(kind, one))
  if (unknown !== undefined)
    throw new Problem('invalid', `${field} is never ${JSON.stringify(unknown.slice(0, 60))}.`)
  return filter
}

export const takesSeveral = (operator: FilterOperator): operator is Several =>
  (SEVERAL as readonly string[]).includes(operator)

export const valuesOf = (filter: ListFilter): readonly string[] =>
  'values' in filter ? filter.values : [filter.value]

/** A day is its first moment, in UTC. */
const Moment = z.union([Instant, z.iso.date()])

/** True for a possible value of a field. An invalid id is treated like an unknown one. */
function holds(kind: FilterKind, value: string): boolean {
  if (typeof kind !== 'string') return kind.includes(value)
  if (kind === 'boolean') return value === 'true' || value === 'false'
  return kind !== 'time' || Moment.safeParse(instantOf(value)).success
}

export function encodeListQuery(query: Partial<ListQuery>): string {
  const pairs: [string, string | number][] = []
  if (query.skip) pairs.push(['skip', query.skip])
  if (query.limit) pairs.push(['limit', query.limit])
  for (const { field, direction } of query.order ?? []) pairs.push([`order[${field}]`, direction])
  for (const filter of query.filter ?? [])
    pairs.push([`filter[${filter.field}][${filter.operator}]`, valuesOf(filter).join(',')])
  return pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
}

function number(name: string, value: string): number {
  const parsed = count.safeParse(value)
  if (!parsed.success) throw new Problem('invalid', `${name} must be a whole number.`)
  return parsed.data
}

const isOperator = (text: string): text is FilterOperator =>
  (FILTER_OPERATORS as readonly string[]).includes(text)
