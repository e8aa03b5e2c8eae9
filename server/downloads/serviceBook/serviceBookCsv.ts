import type { ServiceRecord } from '#contract/wire/maintenance.ts'
import { textCell } from '../csv.ts'

const HEAD = [
  ...['done_on', 'work', 'engine', 'engine_hours [h]', 'sailed [nmi]', 'cost', 'currency'],
  ...['parts', 'done_by', 'note', 'entered_by'],
]

/** Lines of a service book, in wire units for every reader; empty for missing values. */
export function serviceBookCsv(records: readonly ServiceRecord[]): Buffer {
  const number = (value: number | null, digits: number) => (value === null ? '' : value.toFixed(digits))
  const text = (value: string | null | undefined) => (value ? textCell(value) : '')
  const lines = records.map((one) =>
    [
      ...[one.done_on, textCell(one.title), one.engine?.instance ?? ''],
      ...[number(one.hours, 1), number(one.sailed_nmi, 1), number(one.cost, 2), one.currency ?? ''],
      ...[text(one.parts), text(one.done_by), text(one.note), text(one.user?.name ?? one.api_key?.name)],
    ].join(','),
  )
  return Buffer.from(`\uFEFF${[HEAD.join(','), ...lines, ''].join('\r\n')}`)
}
