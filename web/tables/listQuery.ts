import { toDay } from '#contract/datePresets.ts'
import type { ListQuery } from '#contract/list.ts'
import type { ListSearch } from '../searchParameters.ts'

type Filter = ListQuery['filter'][number]

/** The page and the order that the address asks for; `order` is the default, such as `name:asc`. */
export function listQuery(
  { page = 0, size, order }: ListSearch,
  defaults: { size: number; order: string },
  filter: Filter[],
): Partial<ListQuery> {
  const limit = size ?? defaults.size
  const [field = '', direction] = (order ?? defaults.order).split(':')
  return {
    skip: page * limit,
    limit,
    order: [{ field, direction: direction === 'asc' ? 'asc' : 'desc' }],
    filter,
  }
}

/** A filter for every choice that has been made. */
export function choices(made: Readonly<Record<string, string | undefined>>): Filter[] {
  return Object.entries(made).flatMap(([field, value]) =>
    value === undefined ? [] : [{ field, operator: 'eq', value }],
  )
}

export const nameContains = (piece: string | undefined, field = 'name'): Filter[] =>
  piece ? [{ field, operator: 'contains', value: piece }] : []

/** From the first moment of one day to the last of another, by the reader's own clock. */
export function daysBetween(field: string, { from, to }: Pick<ListSearch, 'from' | 'to'>): Filter[] {
  const filter: Filter[] = []
  if (from) filter.push({ field, operator: 'gte', value: startOfDay(from).toISOString() })
  if (to) filter.push({ field, operator: 'lt', value: endOfDay(to).toISOString() })
  return filter
}

/** The same as instants; what is left open begins in 2020, before the first boat, or ends with today. */
export function dayRange({ from, to }: Pick<ListSearch, 'from' | 'to'>) {
  return {
    start_time: startOfDay(from ?? '2020-01-01').toISOString(),
    end_time: endOfDay(to ?? toDay(new Date())).toISOString(),
  }
}

const startOfDay = (day: string) => new Date(`${day}T00:00`)
function endOfDay(day: string): Date {
  const midnight = startOfDay(day)
  // By the calendar, since a day may have 23 or 25 hours.
  midnight.setDate(midnight.getDate() + 1)
  return midnight
}
