import type { SeaService } from '#contract/seaService.ts'
import { textCell } from './csv.ts'

/** A line for each vessel and, without a name, one for all of them. */
export function seaServiceCsv({ total, vessels }: SeaService): Buffer {
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
  const head = 'vessel,trips,days,hours,miles [nmi],first trip [UTC],last trip [UTC]'
  const lines = [head, ...vessels.map((vessel) => line(vessel.name, vessel)), line('', total), '']
  return Buffer.from(`\uFEFF${lines.join('\r\n')}`)
}

const dayOf = (iso: string | null) => iso?.slice(0, 10) ?? ''
