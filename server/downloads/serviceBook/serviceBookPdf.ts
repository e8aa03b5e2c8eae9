import type { Content } from 'pdfmake'
import { DAY_MS } from '#contract/domain/time.ts'
import type { Units } from '#contract/domain/unitChoice.ts'
import type { Language } from '#contract/text/language.ts'
import { fill } from '#contract/text/sentence.ts'
import type { ServiceRecord } from '#contract/wire/maintenance.ts'
import { documentFormats } from '#server/words/documentFormats.ts'
import { wordsIn } from '#server/words/wordsIn.ts'
import { CLOSE_LINES, renderPdf } from '../pdf.ts'

interface Given {
  vessel: string
  organization: string
  language: Language
  units: Units
  madeMs: number
}

/** Service book of a vessel, the newest line first; landscape, so that parts and notes have room. */
export function serviceBookPdf(records: readonly ServiceRecord[], given: Given): Promise<Buffer> {
  const { language, units, vessel } = given
  const { documents } = wordsIn(language)
  const words = documents.serviceBook
  const formats = documentFormats(language, units)
  const day = (ms: number) => formats.day(Math.floor(ms / DAY_MS))
  const right = (text: string): Content => ({ text, alignment: 'right', noWrap: true })
  const row = (one: ServiceRecord): Content[] => [
    { text: day(Date.parse(one.done_on)), bold: true, noWrap: true },
    one.engine ? `${one.title} (${fill(words.engine, { number: one.engine.instance })})` : one.title,
    right(formats.quantity(one.hours, 'h', 1)),
    right(formats.quantity(one.sailed_nmi, 'nmi', 0)),
    right(one.cost === null ? '–' : `${formats.number(one.cost, 2)} ${one.currency}`),
    one.parts ?? '',
    one.done_by ?? '',
    one.note ?? '',
  ]
  const head = [
    words.day,
    words.work,
    words.hours,
    words.sailed,
    words.cost,
    words.parts,
    words.by,
    words.note,
  ]
  return renderPdf({
    pageOrientation: 'landscape',
    pageMargins: [36, 40, 36, 44],
    info: { title: `${words.title}: ${vessel}`, creator: 'Taffrail', producer: 'Taffrail' },
    footer: (page, pages) => ({
      margin: [36, 8, 36, 0],
      color: '#566779',
      fontSize: 8,
      columns: [
        { text: `${vessel} · ${fill(documents.made, { day: day(given.madeMs) })}`, width: '*' },
        { text: `${page} / ${pages}`, alignment: 'right', width: 40 },
      ],
    }),
    content: [
      { text: `${words.title}: ${vessel}`, fontSize: 16, bold: true },
      { text: given.organization, color: '#566779', margin: [0, 2, 0, 10] },
      records.length === 0
        ? words.none
        : {
            layout: CLOSE_LINES,
            fontSize: 8,
            table: {
              headerRows: 1,
              widths: ['auto', '*', 'auto', 'auto', 'auto', '*', 'auto', '*'],
              body: [
                head.map(
                  (text, i): Content => ({
                    ...{ text, bold: true },
                    alignment: i >= 2 && i <= 4 ? 'right' : 'left',
                  }),
                ),
                ...records.map(row),
              ],
            },
          },
    ],
  })
}
