import { toDay } from '#contract/domain/datePresets.ts'
import type { ListSearch } from '../searchParameters.ts'

/** The page and the order that the address asks for; `order` is the default, such as `name:asc`. */
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
    // The address was read with the orders of this list; see `listSearch`.
    order: [{ field: field as Field, direction: direction === 'asc' ? ('asc' as const) : ('desc' as const) }],
    filter,
  }
}

/** Value that the address names, or undefined if the value is unknown. */
export const oneOf = <Known extends string>(known: readonly Known[], named: string | undefined) =>
  known.find((one) => one === named)

/** A filter for every choice that has been made. */
export const choices = <Made extends Readonly<Record<string, string | undefined>>>(made: Made) =>
  Object.entries(made).flatMap(([field, value]) =>
    value === undefined ? [] : [{ field, operator: 'eq', value }],
  ) as Choice<Made>[]

type Choice<Made> = {
  [Field in keyof Made & string]: { field: Field; operator: 'eq'; value: NonNullable<Made[Field]> }
}[keyof Made & string]

export const nameContains = (piece: string | undefined) =>
  piece ? [{ field: 'name' as const, operator: 'contains' as const, value: piece }] : []

/** From the first moment of one day to the last of another, by the reader's own clock. */
export function daysBetween<Field extends string>(
  field: Field,
  { from, to }: Pick<ListSearch, 'from' | 'to'>,
) {
  const filter: { field: Field; operator: 'gte' | 'lt'; value: string }[] = []
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
  // A day may have 23 or 25 hours, so the calendar adds the day.
  midnight.setDate(midnight.getDate() + 1)
  return midnight
}
