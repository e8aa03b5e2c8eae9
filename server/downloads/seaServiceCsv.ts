import type { SeaService } from '#contract/wire/seaService.ts'
import type { Calendar } from '#server/analytics/statistics/periods.ts'
import { textCell } from './csv.ts'
import { dateOf } from './seaService.ts'

/** A line for each vessel and, without a name, one for all of them; days are those of the calendar. */
export function seaServiceCsv({ total, vessels }: SeaService, calendar: Calendar): Buffer {
  const dayOf = (iso: string | null) => (iso === null ? '' : dateOf(iso, calendar))
  const line = (name: string, of: SeaService['total']) =>
    [
      textCell(name),
      of.nr_trips,
      of.days,
      of.hours.toFixed(1),
      of.miles.toFixed(1),
      dayOf(of.first_trip),
      dayOf(of.last_trip),
    ].join(',')
  const head = 'vessel,trips,days,hours,miles [nmi],first trip,last trip'
  const lines = [head, ...vessels.map((vessel) => line(vessel.name, vessel)), line('', total), '']
  return Buffer.from(`\uFEFF${lines.join('\r\n')}`)
}
