import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { WIRE_UNITS } from '#contract/domain/unitChoice.ts'
import { openCalendar } from '#server/analytics/statistics/periods.ts'
import { seaService } from './seaService.ts'
import { seaServiceCsv } from './seaServiceCsv.ts'
import { seaServicePdf } from './seaServicePdf.ts'

const captain = { id: '00000000-0000-4000-8000-000000000001', name: 'Þórdís Ægisdóttir' }
const trip = (vessel: string, start: string, hours: number, nmi: number) => ({
  vesselId: vessel,
  vesselName: vessel === 'a' ? '=Saga' : 'Łódź',
  startUs: Date.parse(start) * 1000,
  endUs: (Date.parse(start) + hours * 3_600_000) * 1000,
  durationS: hours * 3600,
  distanceM: nmi * 1852,
})
const TRIPS = [
  trip('a', '2026-06-18T09:00Z', 2, 20),
  trip('a', '2026-06-18T14:00Z', 1, 10),
  // Over midnight.
  trip('b', '2026-06-18T23:00Z', 2.5, 12.5),
]
const utc = openCalendar('UTC')
const record = seaService(captain, TRIPS, utc)

test('counts each day under way once, whatever vessels were sailed on it', () => {
  expect(record.total).toEqual({
    nr_trips: 3,
    days: 2,
    hours: 5.5,
    miles: expect.closeTo(42.5, 9),
    first_trip: '2026-06-18T09:00:00.000Z',
    last_trip: '2026-06-18T23:00:00.000Z',
  })
  expect(record.vessels.map(({ name, days, hours }) => [name, days, hours])).toEqual([
    ['=Saga', 1, 3],
    ['Łódź', 2, 2.5],
  ])
  // The calendar of the reader decides: an hour later the last trip falls on the next day.
  expect(seaService(captain, TRIPS.slice(2), openCalendar('Europe/Rome')).total.days).toBe(1)
  expect(seaService(captain, [], openCalendar('UTC')).total).toMatchObject({ days: 0, first_trip: null })
})

test('writes a CSV with a line for each vessel and one for all, and no formula', () => {
  expect(seaServiceCsv(record, utc).toString()).toBe(
    [
      '\uFEFFvessel,trips,days,hours,miles [nmi],first trip,last trip',
      '"\'=Saga",2,1,3.0,30.0,2026-06-18,2026-06-18',
      '"Łódź",1,2,2.5,12.5,2026-06-18,2026-06-18',
      '"",3,2,5.5,42.5,2026-06-18,2026-06-18',
      '',
    ].join('\r\n'),
  )
})

test('dates by the calendar by which days were counted', () => {
  const rome = openCalendar('Europe/Rome')
  const late = seaServiceCsv(seaService(captain, TRIPS.slice(2), rome), rome).toString()
  expect(late).toContain('1,1,2.5,12.5,2026-06-19,2026-06-19')
})

test.each(['en', 'it', 'is'] as const)('writes a valid PDF, in %s too', async (language) => {
  const range = { from: '2026-01-01', to: null }
  const bytes = await seaServicePdf(record, {
    organization: 'One',
    language,
    range,
    madeMs: 0,
    calendar: utc,
    units: WIRE_UNITS,
  })
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(bytes.length).toBeGreaterThan(5000)
  const many = {
    ...record,
    vessels: Array.from({ length: 200 }, () => record.vessels[0]).flatMap((v) => v ?? []),
  }
  const units = { ...WIRE_UNITS, distance: 'km' } as const
  const given = { organization: 'One', language, range, madeMs: 0, calendar: utc, units }
  const long = await seaServicePdf(many, given)
  expect(long.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(3)
})

test('writes hostile names into a PDF as text, without actions, links and files', async () => {
  const hostile = ['<script>x</script>', ') /JS (app.alert(1)) /AA <</O', 'https://evil.example', '{{1}}']
  const [own] = record.vessels
  const vessels = hostile.flatMap((name) => (own ? [{ ...own, name }] : []))
  const bytes = await seaServicePdf(
    { ...record, captain: { ...captain, name: hostile.join() }, vessels },
    {
      ...{ organization: hostile.join(), language: 'en', range: { from: '2026-01-01', to: null } },
      ...{ madeMs: 0, calendar: utc, units: WIRE_UNITS },
    },
  )
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const { text } = await extractText(pdf, { mergePages: true })
  for (const name of hostile) expect(text.replaceAll(/\s/g, '')).toContain(name.replaceAll(' ', ''))
  const page = await pdf.getPage(1)
  expect([await pdf.getJSActions(), await pdf.getOpenAction(), await pdf.getAttachments()]).toEqual([
    null,
    null,
    null,
  ])
  expect([await page.getAnnotations(), await page.getJSActions()]).toEqual([[], null])
})
