import type { Content } from 'pdfmake'
import { shownUnit, toShown, type Units } from '#contract/domain/unitChoice.ts'
import type { Language } from '#contract/text/language.ts'
import { fill } from '#contract/text/sentence.ts'
import type { SeaService } from '#contract/wire/seaService.ts'
import type { Calendar } from '#server/analytics/statistics/periods.ts'
import { wordsIn } from '#server/words/wordsIn.ts'
import { renderPdf } from './pdf.ts'
import { dateOf } from './seaService.ts'

interface Given {
  organization: string
  language: Language
  /** Days as YYYY-MM-DD, both included; null is open. */
  range: { from: string | null; to: string | null }
  madeMs: number
  /** Calendar by which the days were counted. */
  calendar: Calendar
  /** Units of the reader of the record. */
  units: Units
}

/** The sea service record as a document to hand in: person, period, and a line for each vessel. */
export function seaServicePdf(record: SeaService, given: Given): Promise<Buffer> {
  const { seaService, documents } = wordsIn(given.language)
  const words = { ...seaService, ...documents.seaService }
  const one = new Intl.NumberFormat(given.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const whole = new Intl.NumberFormat(given.language)
  const distance = shownUnit('nmi', given.units)
  const { from, to } = given.range
  const dayOf = (iso: string | null) => (iso === null ? '–' : dateOf(iso, given.calendar))
  const period =
    [from && fill(words.since, { day: from }), to && fill(words.until, { day: to })]
      .filter(Boolean)
      .join(' ') || words.all
  const cells = (name: string, of: SeaService['total'], bold = false): Content[] => [
    { text: name, bold },
    ...[
      whole.format(of.nr_trips),
      whole.format(of.days),
      one.format(of.hours),
      one.format(toShown(distance, of.miles)),
      dayOf(of.first_trip),
      dayOf(of.last_trip),
    ].map((text): Content => ({ text, bold, alignment: 'right' })),
  ]
  const heads = [
    words.trips,
    words.days,
    words.hours,
    words.distance[given.units.distance],
    words.first,
    words.last,
  ]
  return renderPdf({
    info: { title: `${words.title}: ${record.captain.name}`, creator: 'Taffrail', producer: 'Taffrail' },
    footer: (page, pages) => ({
      columns: [
        { text: fill(documents.made, { day: dateOf(new Date(given.madeMs).toISOString(), given.calendar) }) },
        { text: `${page} / ${pages}`, alignment: 'right' },
      ],
      margin: [48, 16, 48, 0],
      fontSize: 8,
      color: '#566779',
    }),
    content: [
      { text: words.title, fontSize: 18, bold: true, margin: [0, 0, 0, 12] },
      {
        layout: 'noBorders',
        margin: [0, 0, 0, 20],
        table: {
          body: [
            [
              { text: words.captain, color: '#566779' },
              { text: record.captain.name, bold: true },
            ],
            [{ text: words.organization, color: '#566779' }, given.organization],
            [{ text: words.period, color: '#566779' }, period],
          ],
        },
      },
      {
        layout: 'lightHorizontalLines',
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths: ['*', 'auto', 'auto', 'auto', 'auto', 'auto', 'auto'],
          body: [
            [
              { text: words.vessel, bold: true },
              ...heads.map((text): Content => ({ text, bold: true, alignment: 'right' })),
            ],
            ...record.vessels.map((vessel) => cells(vessel.name, vessel)),
            cells(words.total, record.total, true),
          ],
        },
      },
      { text: words.note, fontSize: 8, color: '#566779', margin: [0, 16, 0, 0] },
    ],
  })
}
