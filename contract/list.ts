/**
 * List calls: `skip`, `limit`, `order[field]=asc|desc`, `filter[field][op]=value`: a comma list for `in`, and for
 * `contains` a piece of a name, whatever its case and accents.
 */
import { z } from 'zod'
import { Problem } from './errors.ts'
import type { Language } from './language.ts'

export const FILTER_OPERATORS = ['eq', 'in', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains'] as const
export type FilterOperator = (typeof FILTER_OPERATORS)[number]

export interface ListQuery {
  skip: number
  limit: number
  order: { field: string; direction: 'asc' | 'desc' }[]
  filter: { field: string; operator: FilterOperator; value: string }[]
  /** Whose alphabet orders names; English without it. */
  language?: Language
}

export const MAX_LIMIT = 100
const count = z.coerce.number().int().min(0)

/** Reads the flat query string keys of a list call; throws `invalid` on what no list understands. */
export function decodeListQuery(raw: unknown, language: Language, limit = 20): ListQuery {
  const query: ListQuery = { skip: 0, limit, order: [], filter: [], language }
  for (const [name, given] of Object.entries((raw ?? {}) as Record<string, unknown>)) {
    const value = Array.isArray(given) ? given.join(',') : String(given)
    const order = /^order\[([\w.]{1,40})\]$/.exec(name)
    const filter = /^filter\[([\w.]{1,40})\](?:\[([a-z]{1,8})\])?$/.exec(name)
    if (name === 'skip') query.skip = number(name, value)
    else if (name === 'limit') query.limit = Math.min(number(name, value), MAX_LIMIT)
    else if (order?.[1] && (value === 'asc' || value === 'desc'))
      query.order.push({ field: order[1], direction: value })
    else if (filter?.[1] && isOperator(filter[2] ?? 'eq')) {
      query.filter.push({ field: filter[1], operator: (filter[2] ?? 'eq') as FilterOperator, value })
    } else throw new Problem('invalid', `The parameter ${name.slice(0, 60)} is not understood.`)
  }
  return query
}

export function encodeListQuery(query: Partial<ListQuery>): string {
  const pairs: [string, string | number][] = []
  if (query.skip) pairs.push(['skip', query.skip])
  if (query.limit) pairs.push(['limit', query.limit])
  for (const { field, direction } of query.order ?? []) pairs.push([`order[${field}]`, direction])
  for (const { field, operator, value } of query.filter ?? [])
    pairs.push([`filter[${field}][${operator}]`, value])
  return pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
}

function number(name: string, value: string): number {
  const parsed = count.safeParse(value)
  if (!parsed.success) throw new Problem('invalid', `${name} must be a whole number.`)
  return parsed.data
}

const isOperator = (text: string): text is FilterOperator =>
  (FILTER_OPERATORS as readonly string[]).includes(text)
