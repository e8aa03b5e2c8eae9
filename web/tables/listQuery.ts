import { toDay } from '#contract/domain/datePresets.ts'
import type { ListSearch } from '../searchParameters.ts'

/** Page and order of the address; `order` is the default, such as `name:asc`. */
export function listQuery<Field extends string, Filter>(
  { page = 0, size, order }: ListSearch,
  defaults: { size: number; order: `${Field}:asc` | `${Field}:desc` },
  filter: Filter[],
) {
  const limit = size ?? defaults.size
  const [field, direction] = (order ?? defaults.order).split(':')
  return {
    skip: page * limit,
    limit,
    // `listSearch` has checked the order against the orders of this list.
    order: [{ field: field as Field, direction: direction === 'asc' ? ('asc' as const) : ('desc' as const) }],
    filter,
  }
}

/** Value that the address names, or undefined if the value is unknown. */
export const oneOf = <Known extends string>(known: readonly Known[], named: string | undefined) =>
  known.find((one) => one === named)

/** Filters for all chosen values. */
export const choices = <Made extends Readonly<Record<string, string | undefined>>>(made: Made) =>
  Object.entries(made).flatMap(([field, value]) =>
    value === undefined ? [] : [{ field, operator: 'eq', value }],
  ) as Choice<Made>[]

type Choice<Made> = {
  [Field in keyof Made & string]: { field: Field; operator: 'eq'; value: NonNullable<Made[Field]> }
}[keyof Made & string]

export const nameContains = (text: string | undefined) =>
  text ? [{ field: 'name' as const, operator: 'contains' as const, value: text }] : []

/** From the start of the first day to the end of the last day in local time. */
export function daysBetween<Field extends string>(
  field: Field,
  { from, to }: Pick<ListSearch, 'from' | 'to'>,
) {
  const filter: { field: Field; operator: 'gte' | 'lt'; value: string }[] = []
  if (from) filter.push({ field, operator: 'gte', value: startOfDay(from).toISOString() })
  if (to) filter.push({ field, operator: 'lt', value: endOfDay(to).toISOString() })
  return filter
}

/** Range of days as instants; an open start is 2020, before the first boat, and an open end is today. */
export function dayRange({ from, to }: Pick<ListSearch, 'from' | 'to'>) {
  return {
    start_time: startOfDay(from ?? '2020-01-01').toISOString(),
    end_time: endOfDay(to ?? toDay(new Date())).toISOString(),
  }
}

const startOfDay = (day: string) => new Date(`${day}T00:00`)
function endOfDay(day: string): Date {
  const midnight = startOfDay(day)
  // Adds the day with the calendar, because a day may have 23 or 25 hours.
  midnight.setDate(midnight.getDate() + 1)
  return midnight
}
