import type { Content } from 'pdfmake'
import { DAY_MS } from '#contract/domain/time.ts'
import type { Units } from '#contract/domain/unitChoice.ts'
import { compassDigits } from '#contract/geodesy/compass.ts'
import type { Language } from '#contract/text/language.ts'
import { fill } from '#contract/text/sentence.ts'
import type { Logbook, LogbookHour } from '#contract/wire/logbook.ts'
import { openCalendar } from '#server/analytics/statistics/periods.ts'
import { documentFormats } from '#server/words/documentFormats.ts'
import { wordsIn } from '#server/words/wordsIn.ts'
import { CLOSE_LINES, renderPdf } from '../pdf.ts'
import { timeIn } from './timeIn.ts'

interface Given {
  organization: string
  language: Language
  units: Units
  timezone: string
  madeMs: number
}

/** Landscape, so that remarks have room. */
export function logbookPdf({ vessel, date, hours, total_distance }: Logbook, given: Given): Promise<Buffer> {
  const { language, units, timezone } = given
  const { logbook, documents } = wordsIn(language)
  const words = { ...logbook, ...documents.logbook }
  const formats = documentFormats(language, units)
  const time = timeIn(timezone)
  const day = formats.day(Date.parse(`${date}T00:00Z`) / DAY_MS)
  const degrees = (value: number | null) => (value === null ? '–' : `${compassDigits(value)}°`)
  const right = (text: string): Content => ({ text, alignment: 'right', noWrap: true })
  const wind = ({ wind_speed, wind_direction, wind_forecast }: LogbookHour) => {
    if (wind_speed === null) return '–'
    const from = wind_direction === null ? '' : `${degrees(wind_direction)} `
    return `${from}${formats.quantity(wind_speed, 'm/s')}${wind_forecast ? ` (${words.forecast})` : ''}`
  }
  // Remarks one after the other, so that also a rough day with many fits on one page.
  const remarks = (hour: LogbookHour): Content => ({
    text: hour.remarks.flatMap(({ at, text, by }, i): Content[] => [
      { text: `${i > 0 ? '   ' : ''}${time(Date.parse(at))}\u00a0`, bold: true },
      `${by ? `${by}: ` : ''}${text}`,
    ]),
  })
  const row = (hour: LogbookHour): Content[] => [
    { text: time(Date.parse(hour.start)), bold: true },
    hour.recorded
      ? { text: formats.coordinates(hour.latitudeDeg, hour.longitudeDeg), noWrap: true }
      : { text: words.gap, color: '#566779', noWrap: true },
    right(degrees(hour.cog)),
    right(formats.quantity(hour.sog, 'kn')),
    right(degrees(hour.heading)),
    right(wind(hour)),
    right(formats.quantity(hour.pressure, 'hPa')),
    right(formats.quantity(hour.depth, 'm')),
    right(
      hour.engine_speed.length === 0
        ? '–'
        : `${hour.engine_speed.map(({ rpm }) => formats.number(rpm)).join(' / ')} ${formats.unit('rpm')}`,
    ),
    right(formats.quantity(hour.distance, 'nmi')),
    // One name stays on one line, so that a day fits on one page.
    { text: hour.captains.join(', '), noWrap: hour.captains.length === 1 },
    remarks(hour),
  ]
  const rights = [words.cog, words.sog, words.heading, words.wind, words.pressure, words.depth]
  const head: Content[] = [
    ...[words.time, words.position].map((text): Content => ({ text, bold: true })),
    ...[...rights, words.engines, words.distance].map(
      (text): Content => ({ text, bold: true, alignment: 'right' }),
    ),
    ...[words.captain, words.remarks].map((text): Content => ({ text, bold: true })),
  ]
  const empty: Content = ''
  return renderPdf({
    pageOrientation: 'landscape',
    pageMargins: [36, 40, 36, 44],
    info: {
      title: `${words.title}: ${vessel.name}, ${day}`,
      ...{ creator: 'Taffrail', producer: 'Taffrail' },
    },
    // The note that explains the figures stands below them, where it takes no page of its own.
    footer: (page, pages) => ({
      margin: [36, 8, 36, 0],
      color: '#566779',
      stack: [
        { text: words.note, fontSize: 7, margin: [0, 0, 0, 3] },
        {
          columns: [
            { text: `${vessel.name} · ${day} · ${fill(words.zone, { zone: timezone })}`, width: '*' },
            {
              text: fill(documents.made, {
                day: formats.day(openCalendar(timezone).localDay(given.madeMs)),
              }),
              ...{ alignment: 'right', width: 'auto' },
            },
            { text: `${page} / ${pages}`, alignment: 'right', width: 40 },
          ],
          fontSize: 8,
        },
      ],
    }),
    content: [
      { text: `${words.title}: ${vessel.name}`, fontSize: 16, bold: true },
      { text: `${given.organization} · ${day}`, color: '#566779', margin: [0, 2, 0, 10] },
      {
        layout: CLOSE_LINES,
        fontSize: 7,
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths: [...Array(10).fill('auto'), 'auto', '*'],
          body: [
            head,
            ...hours.map(row),
            [
              { text: words.total, bold: true },
              ...Array(8).fill(empty),
              { text: formats.quantity(total_distance, 'nmi'), bold: true, alignment: 'right', noWrap: true },
              ...[empty, empty],
            ],
          ],
        },
      },
    ],
  })
}
