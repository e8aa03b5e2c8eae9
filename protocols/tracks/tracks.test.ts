import fc from 'fast-check'
import { FitBaseType, FitEncoder } from 'fit-file-parser/encoder'
import { expect, test } from 'vitest'
import { type Decoded, nothingDecoded } from '#contract/domain/reading.ts'
import { toWire } from '#contract/domain/series.ts'
import type { LogFormat } from '../formats.ts'
import { guessFormat } from '../guessFormat.ts'
import { type LogHints, readLog } from '../readLog.ts'
import { CsvDecoder, parseColumns, tableTop } from './csvDecoder.ts'
import { FitDecoder } from './fitDecoder.ts'
import { XmlReader } from './xmlReader.ts'

async function* chunks(text: string, size = 97): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function read(text: string, hints: LogHints = {}, format?: LogFormat): Promise<Decoded> {
  const all = nothingDecoded()
  for await (const batch of readLog(chunks(text), format, hints)) {
    for (const part of ['scalars', 'fixes', 'rejected'] as const)
      for (const one of batch[part]) (all[part] as unknown[]).push(one)
    if (batch.notes) all.notes = [...(all.notes ?? []), ...batch.notes]
  }
  return all
}

/** Series, instance and value in wire units. */
const values = ({ scalars }: Decoded) =>
  scalars.map(({ key, instance, value }) => [key, instance, Number(toWire(key, value ?? 0).toFixed(6))])
const times = ({ fixes }: Decoded) => fixes.map(({ timeUs }) => new Date(timeUs / 1e3).toISOString())

test('reads a table by its headings and returns how it understood them', async () => {
  const log = await read(
    'time [UTC],latitude [deg],longitude [deg],sog [kn],engine_speed_2 [rpm],water,speed (km/h)\n' +
      '2026-06-18T09:00:00.500000Z,64.1,-21.9,12.30,1800,3,9\n' +
      '2026-06-18T09:00:01Z,64.2,-21.8,,,,\n',
  )
  expect(times(log)).toEqual(['2026-06-18T09:00:00.500Z', '2026-06-18T09:00:01.000Z'])
  expect(values(log)).toEqual([
    ['sog', 0, 12.3],
    ['engine_speed', 2, 1800],
  ])
  expect(log.rejected).toEqual([])
  expect(log.notes).toEqual([
    {
      kind: 'columns',
      columns: [
        ...[
          'time [UTC]: time',
          'latitude [deg]: latitude',
          'longitude [deg]: longitude',
          'sog [kn]: sog [kn]',
        ],
        ...['engine_speed_2 [rpm]: engine_speed [rpm]', 'water: –', 'speed (km/h): –'],
      ],
    },
  ])
})

test.each([
  [
    'a day above 12 tells, however late it comes',
    ['11.06.2026', '12.06.2026', '13.06.2026'],
    'day/month/year',
    '2026-06-11',
  ],
  ['a month in front too', ['06/11/2026', '06/13/2026'], 'month/day/year', '2026-06-11'],
  [
    'else days follow each other',
    ['06/11/2026', '06/12/2026'],
    'month/day/year (a guess: no day is above 12)',
    '2026-06-11',
  ],
  [
    'and of a single day the day is first',
    ['5.6.2026', '5.6.2026'],
    'day/month/year (a guess: no day is above 12)',
    '2026-06-05',
  ],
])('reads dates that end with the year: %s', async (_, days, order, first) => {
  const rows = days.map((day, i) => `${day};9:00:0${i};64,${i};-21`)
  const log = await read(['Date;Time;Lat;Lon', ...rows, ''].join('\n'))
  expect(log.rejected).toEqual([])
  expect(times(log)).toHaveLength(days.length)
  expect(times(log)[0]).toBe(`${first}T09:00:00.000Z`)
  expect(log.notes?.[0]).toMatchObject({ columns: expect.arrayContaining([`Date: date, ${order}`]) })
})

test('reads a date that ends with the year in one column with its clock, also with AM and PM', async () => {
  const log = await read(
    'Time,Lat,Lon\n6/18/2026 1:05 PM,64,-21\n6/18/2026 12:00:30 AM,64,-21\n6/31/2026 12:70,1,1\n',
  )
  expect(times(log)).toEqual(['2026-06-18T13:05:00.000Z', '2026-06-18T00:00:30.000Z'])
  expect(log.rejected).toEqual([{ reason: 'no_time', detail: 'row', count: 1 }])
})

test.each([
  'Date,Time,Lat,Lon\n2026-06-18,1:05:00 PM,64,-21\n2026-06-18,12:00:30 am,64,-21\n',
  'Time,Lat,Lon\n2026-06-18 01:05 PM,64,-21\n2026-06-18T12:00:30 AM,64,-21\n',
])('reads AM and PM behind a date that begins with the year: %j', async (text) => {
  const log = await read(text)
  expect(times(log)).toEqual(['2026-06-18T13:05:00.000Z', '2026-06-18T00:00:30.000Z'])
  expect(log.rejected).toEqual([])
})

test.each(['sep=;\n', '\uFEFF"sep=;"\r\n'])(
  'reads the delimiter that a first line announces to Excel: %j',
  async (sep) => {
    const rows = 'time;lat;lon;sog\n2026-06-18T09:00:00Z;64,1;-21,9;5\n'
    const log = await read(sep + rows)
    expect(times(log)).toEqual(['2026-06-18T09:00:00.000Z'])
    expect(values(log)).toEqual([['sog', 0, 5]])
    expect(tableTop(Buffer.from(sep + rows))?.map(({ heading }) => heading)).toEqual([
      'time',
      'lat',
      'lon',
      'sog',
    ])
  },
)

test('reads semicolons with decimal commas, a day in a column of its own and a speed in km/h', async () => {
  const log = await read('\uFEFFDate;Time;Lat;Lon;Speed (km/h)\n2026-06-18;09:00:00;64,1;-21,9;18,52\n')
  expect(times(log)).toEqual(['2026-06-18T09:00:00.000Z'])
  expect(log.fixes[0]).toMatchObject({ latitudeDeg: 64.1, longitudeDeg: -21.9 })
  expect(values(log)).toEqual([['sog', 0, 10]])
})

test('joins numbers with decimal commas between commas, when they are certain', async () => {
  const rows = [
    '2026-06-18T09:00:00Z,64,14670,-21,94020,12,3',
    // Zeros at the end are left out, and a whole number has no comma.
    '2026-06-18T09:00:01Z,64,147,-21,9,12,3',
    '2026-06-18T09:00:02Z,64,14670,-21,94020,12',
    '2026-06-18T09:00:03Z,64,14670,-21,94020,12,3,4',
    '2026-06-18T09:00:04Z,64,-21,94020,12,3',
    '2026-06-18T09:00:05Z,64.5,-21.5,12.3',
  ]
  const log = await read(['time,lat,lon,sog', ...rows, ''].join('\n'))
  expect(log.fixes.map(({ latitudeDeg, longitudeDeg }) => [latitudeDeg, longitudeDeg])).toEqual([
    ...[
      [64.1467, -21.9402],
      [64.147, -21.9],
      [64.1467, -21.9402],
      [64.5, -21.5],
    ],
  ])
  expect(values(log).map(([, , value]) => value)).toEqual([12.3, 12.3, 12, 12.3])
  expect(log.rejected).toEqual([
    { reason: 'malformed', detail: 'row has more cells than headings', count: 2 },
  ])
})

test('reads columns that a person names', async () => {
  const columns = parseColumns('time=Zeit, lat=Breite, lon=Länge, sog=Fahrt:km/h, vessel=Boot:B')
  if (!columns) throw new Error('columns')
  const log = await read(
    'Boot|Zeit|Breite|Länge|Fahrt\nA|1781773200|1|2|3\nB|1781773200|64.1|-21.9|18.52\nB|1781773201000|64.2|-21.9|\n',
    { columns },
  )
  expect(times(log)).toEqual(['2026-06-18T09:00:00.000Z', '2026-06-18T09:00:01.000Z'])
  expect(values(log)).toEqual([['sog', 0, 10]])
  expect(log.rejected).toEqual([{ reason: 'malformed', detail: 'row of another vessel', count: 1 }])
  expect(parseColumns('time')).toBeNull()
  expect(parseColumns('colour=Farbe')).toBeNull()
})

test('rejects rows without a time, half a position and nonsense, each by name', async () => {
  const log = await read(
    'time,lat,lon,sog\n18 June 2026 9:00,64,-21,3\n2026-06-18T09:00Z,64,,3\n2026-06-18T09:00:01Z,91,0,x\n',
  )
  expect(log.fixes).toEqual([])
  expect(log.rejected).toEqual(
    expect.arrayContaining([
      { reason: 'no_time', detail: 'row', count: 1 },
      { reason: 'malformed', detail: 'position', count: 1 },
      { reason: 'out_of_range', detail: 'position', count: 1 },
      { reason: 'malformed', detail: 'sog', count: 1 },
    ]),
  )
})

test('reads the points of GPX with speed and course, and no route', async () => {
  const log = await read(`<?xml version="1.0"?>
<gpx version="1.1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2"><rte><rtept lat="1" lon="1"/></rte>
<trk><name>A &amp; B</name><trkseg><trkpt lat="64.1" lon="-21.9"><ele>0</ele><time>2026-06-18T09:00:00Z</time>
<extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>5.144444</gpxtpx:speed><gpxtpx:course>90</gpxtpx:course>
</gpxtpx:TrackPointExtension></extensions></trkpt><trkpt lat="64.2" lon="-21.9"></trkpt></trkseg></trk></gpx>`)
  expect(times(log)).toEqual(['2026-06-18T09:00:00.000Z'])
  expect(values(log)).toEqual([
    ['sog', 0, expect.closeTo(10, 4)],
    ['cog', 0, 90],
  ])
  expect(log.rejected).toEqual([
    { reason: 'plan', detail: 'routes and waypoints', count: 1 },
    { reason: 'no_time', detail: 'row', count: 1 },
  ])
})

test('reads points and lines of GeoJSON', async () => {
  const point = {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [-21.9, 64.1] },
    properties: { time: '2026-06-18T09:00:00.000Z', sog: 10, note: 'x' },
  }
  const line = {
    type: 'Feature',
    geometry: {
      type: 'LineString',
      coordinates: [
        [-21.9, 64.2],
        [-21.8, 64.3],
      ],
    },
    properties: { coordTimes: ['2026-06-18T10:00:00Z', '2026-06-18T10:00:01Z'] },
  }
  const log = await read(JSON.stringify({ type: 'FeatureCollection', features: [point, line] }))
  expect(times(log).map((time) => time.slice(11, 19))).toEqual(['09:00:00', '10:00:00', '10:00:01'])
  expect(values(log)).toEqual([['sog', 0, 10]])
  const bare = await read('{"type":"FeatureCollection","features":[]}')
  expect(bare.rejected).toEqual([{ reason: 'malformed', detail: 'GeoJSON without a track', count: 1 }])
})

test.each([
  ['gpx', '<?xml version="1.0" encoding="UTF-8"?>\n<!-- a > b -->\n<gpx version="1.1">'],
  ['gpx', '\uFEFF<?xml version="1.0"?><?xml-stylesheet href="a"?><!DOCTYPE gpx><g:gpx xmlns:g="x">'],
  ['kml', '<kml xmlns="http://www.opengis.net/kml/2.2">'],
  ['tcx', '<?xml version="1.0"?>\n<TrainingCenterDatabase xmlns="x">'],
  ['geojson', '{ "type": "FeatureCollection", "features": ['],
  ['csv', 'vessel_id,time_stamp,lon,lat\n1,2017-01-07 13:59:49,12.75,43.96\n'],
  ['signalk', '{"context":"vessels.a","values":[{"path":"navigation.position","method":"first"}],"range":{'],
  [
    'n2k',
    '{"timestamp":"2026-06-18T09:00:00Z","prio":2,"src":7,"dst":255,"pgn":127250,"fields":{"Heading":1.2}}',
  ],
] as const)('recognises %s by its beginning', (format, head) => {
  expect(guessFormat(Buffer.from(head))).toBe(format)
})

/** A track as KML, its times and places one after the other or each time before its place. */
const kml = (inner: string) =>
  `<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="x"><Document>${inner}</Document></kml>`
const seconds = (second: number) => `2026-06-18T09:00:0${second}Z`

test('reads tracks of KML however they are written, and lists unpaired ones', async () => {
  const when = (second: number) => `<when>${seconds(second)}</when>`
  const coord = (place: string) => `<gx:coord>${place}</gx:coord>`
  const log = await read(
    kml(`<gx:Track>${when(0)}${when(1)}${coord('-21.9 64.1 0')}${coord('-21.9 64.2')}</gx:Track>
      <gx:MultiTrack><gx:Track>${when(2)}${coord('-21.9,64.3')}${when(3)}</gx:Track></gx:MultiTrack>
      <gx:Track>${coord('-21.9 64.1')}${coord('-21.9 64.1')}</gx:Track>`),
  )
  expect(times(log).map((time) => time.slice(17, 19))).toEqual(['00', '01', '02'])
  expect(log.fixes.map(({ latitudeDeg }) => latitudeDeg)).toEqual([64.1, 64.2, 64.3])
  expect(log.rejected.toSorted((a, b) => a.count - b.count)).toEqual([
    { reason: 'malformed', detail: 'time without a place', count: 1 },
    { reason: 'no_time', detail: 'line without times', count: 2 },
  ])
})

test('reads placemarks of KML that have a moment, and lists places, lines and areas', async () => {
  const point = '<Point><coordinates> -21.9,64.1,0 </coordinates></Point>'
  const log = await read(
    kml(`<Placemark><TimeStamp><when>${seconds(0)}</when></TimeStamp>${point}</Placemark>
      <Placemark><TimeSpan><begin>${seconds(1)}</begin><end>${seconds(9)}</end></TimeSpan>${point}</Placemark>
      <Placemark>${point}</Placemark>
      <Placemark><TimeStamp><when>soon</when></TimeStamp>${point}</Placemark>
      <Placemark><TimeStamp><when>${seconds(0)}</when></TimeStamp><Point><coordinates>x</coordinates></Point></Placemark>
      <Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>1,2 3,4 5,6</coordinates></LinearRing>
      </outerBoundaryIs></Polygon></Placemark>
      <Placemark><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark>`),
  )
  expect(times(log)).toEqual(['2026-06-18T09:00:00.000Z', '2026-06-18T09:00:01.000Z'])
  expect(log.rejected.map(({ reason, detail, count }) => `${count} ${reason} ${detail}`).toSorted()).toEqual([
    '1 malformed position',
    '1 no_time row',
    '2 no_time line without times',
    '4 plan places without a time',
  ])
})

test('reads TCX, and its courses as plans', async () => {
  const point = `<Trackpoint><Time>${seconds(0)}</Time><Position><LatitudeDegrees>64.1</LatitudeDegrees>
    <LongitudeDegrees>-21.9</LongitudeDegrees></Position><Extensions><x:TPX xmlns:x="x"><x:Speed>5.144444</x:Speed></x:TPX>
    </Extensions></Trackpoint>`
  const log = await read(
    `<TrainingCenterDatabase><Activities><Activity><Lap><Track>${point}</Track></Lap></Activity></Activities>
    <Courses><Course><Track>${point}</Track></Course></Courses></TrainingCenterDatabase>`,
  )
  expect(log.fixes).toMatchObject([{ latitudeDeg: 64.1, longitudeDeg: -21.9 }])
  expect(values(log)).toEqual([['sog', 0, expect.closeTo(10, 4)]])
  expect(log.rejected).toEqual([{ reason: 'plan', detail: 'routes and waypoints', count: 1 }])
})

test('reads FIT, without the places that it marks as missing, and a course as a plan', () => {
  const encode = (type: number) => {
    const fit = new FitEncoder({ protocolVersion: 0x20 })
    fit.writeMessage(0, [{ number: 0, size: 1, baseType: FitBaseType.Enum, value: type }])
    const at = (i: number) => FitEncoder.toFitTimestamp(new Date(seconds(i)))
    const record = (i: number, latitude: number, longitude: number, speed: number) =>
      fit.writeMessage(20, [
        { number: 253, size: 4, baseType: FitBaseType.Uint32, value: at(i) },
        { number: 0, size: 4, baseType: FitBaseType.Sint32, value: latitude },
        { number: 1, size: 4, baseType: FitBaseType.Sint32, value: longitude },
        { number: 6, size: 2, baseType: FitBaseType.Uint16, value: speed },
      ])
    record(0, 2 ** 29, -(2 ** 28), 5144)
    record(1, 0x7fffffff, 0x7fffffff, 0xffff)
    record(2, 0x7fffffff, 0x7fffffff, 1000)
    return fit.close()
  }
  const log = new FitDecoder().decode(encode(4), null)
  expect(times(log)).toEqual(['2026-06-18T09:00:00.000Z'])
  expect(log.fixes).toMatchObject([{ latitudeDeg: 45, longitudeDeg: -22.5 }])
  expect(log.scalars.map(({ value }) => value)).toEqual([5.144, 1])
  expect(log.rejected).toEqual([{ reason: 'malformed', detail: 'row with a time alone', count: 1 }])
  expect(new FitDecoder().decode(encode(6), null)).toMatchObject({
    fixes: [],
    rejected: [{ reason: 'plan', detail: 'routes and waypoints', count: 3 }],
  })
})

test('rejects rows whose cells do not stand below their headings', async () => {
  const log = await read(
    `time,lat,lon,speed,,,\n${seconds(0)},64,0,-22,0,4,1\n${seconds(1)},64.1,-22.1,4.1,,,\n${seconds(2)},64.2\n` +
      `${seconds(3)},64.3,-22.3,4.3\n`,
  )
  expect(times(log).map((time) => time.slice(17, 19))).toEqual(['01', '03'])
  expect(log.rejected).toEqual([
    { reason: 'malformed', detail: 'row has more cells than headings', count: 1 },
    { reason: 'malformed', detail: 'row has fewer cells than headings', count: 1 },
  ])
})

test('reads quoted decimal commas, and loses only the row of an unpaired quote', async () => {
  const log = await read(
    `time,lat,lon\n${seconds(0)},"64,1","-22,1"\n${seconds(1)},"64,2,-22,1\n${seconds(2)},"64,3","-22,1"\n`,
  )
  expect(log.fixes.map(({ latitudeDeg }) => latitudeDeg)).toEqual([64.1, 64.3])
  expect(log.rejected.map(({ count }) => count)).toEqual([1])
})

test('reads the days of spreadsheets, whole and beside a share of the day or a clock', async () => {
  const log = await read('Time,Lat,Lon\n46191.375,64,-21\n46191.3750115741,64,-21\n')
  expect(times(log)).toEqual(['2026-06-18T09:00:00.000Z', '2026-06-18T09:00:01.000Z'])
  const beside = await read(
    'Date;Time;Lat;Lon\n46191;0,375;64;-21\n46191;9:00:01;64;-21\n18.06.2026;0,5;64;-21\n',
  )
  expect(times(beside).map((time) => time.slice(11, 19))).toEqual(['09:00:00', '09:00:01', '12:00:00'])
})

test('reads letters of latitude and longitude in columns of their own', async () => {
  const log = await read(
    `time,lat,N/S,lon,E/W\n${seconds(0)},6412.3,N,02156.4,W\n${seconds(1)},6412.3,S,02156.4,N\n`,
  )
  expect(log.fixes).toMatchObject([
    { latitudeDeg: expect.closeTo(64.205, 9), longitudeDeg: expect.closeTo(-21.94, 9) },
  ])
  expect(log.rejected).toEqual([{ reason: 'malformed', detail: 'position', count: 1 }])
})

test('reads headings in the letters of Western spreadsheets', async () => {
  const text = Buffer.from(`Time;Länge;Lat;Lon\n${seconds(0)};12 m;64° 12,3';-22,5\n`, 'latin1')
  const log = nothingDecoded()
  for await (const { fixes, rejected } of readLog(once(text), 'csv')) {
    log.fixes.push(...fixes)
    log.rejected.push(...rejected)
  }
  expect(log.fixes).toMatchObject([{ latitudeDeg: expect.closeTo(64.205, 9), longitudeDeg: -22.5 }])
  expect(log.rejected).toEqual([])
})

test('stores or rejects each row of a table, whatever its cells hold', async () => {
  const cell = fc.oneof(
    fc.constantFrom(
      '',
      seconds(0),
      '64.1',
      '-22,1',
      'x',
      '1e999',
      'NaN',
      '46191.5',
      'N 64°12',
      '3.946.166.660',
    ),
    fc.stringMatching(/^[0-9a-z.+ -]{0,12}$/),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { maxLength: 20 }),
      async (rows) => {
        const lines = rows.filter((row) => row.some((one) => one.trim() !== ''))
        const log = await read(['time;lat;lon;sog', ...lines.map((row) => row.join(';')), ''].join('\n'), {
          columns: {},
        })
        const refused = log.rejected.reduce((sum, { count }) => sum + count, 0)
        expect(log.fixes.length + log.scalars.length + refused).toBeGreaterThanOrEqual(lines.length)
      },
    ),
    { numRuns: 60 },
  )
})

test('keeps back sixteen million characters at most for a date that says which number is the day', () => {
  const decoder = new CsvDecoder()
  const rows = `01/02/2026 10:00,64.1,-22.1,${'x'.repeat(1_000_000)}\n`
  expect(decoder.decode(Buffer.from(`time,lat,lon,note\n${rows}`), null).fixes).toEqual([])
  const fixes = Array.from({ length: 16 }, () => decoder.decode(Buffer.from(rows), null).fixes.length)
  expect(fixes.findIndex((count) => count > 0)).toBe(14)
})

test('shows the top of a table of at most 200 columns, each cell shortened', () => {
  const table = (columns: number) => {
    const row = (cell: string) => Array.from({ length: columns }, (_, i) => `${cell}${i}`).join(',')
    return tableTop(Buffer.from(`${row('h'.repeat(150))}\n${row('1'.repeat(150))}\n`))
  }
  expect([table(200)?.length, table(201)]).toEqual([200, null])
  expect(table(3)?.map(({ heading, cells }) => [heading.length, cells[0]?.length])).toEqual(
    Array.from({ length: 3 }, () => [100, 100]),
  )
})

test('keeps the beginning of a long text in XML', () => {
  const texts: number[] = []
  const reader = new XmlReader({
    onClose: (_, text) => texts.push(text.length),
    ...{ onOpen() {}, onText() {}, onError() {}, onTooLarge() {} },
  })
  reader.read(Buffer.from('<a>'))
  for (let i = 0; i < 10; i++) reader.read(Buffer.from('x'.repeat(50_000)))
  reader.read(Buffer.from('</a>'))
  expect(texts[0]).toBeLessThanOrEqual(2000)
})

test('reads "not available" of AIS as no value', async () => {
  const decoder = new CsvDecoder()
  const log = decoder.decode(
    Buffer.from(
      'BaseDateTime,LAT,LON,SOG,COG,Heading\n2026-06-18T09:00:00,64.1,-22.1,102.3,10.0,511.0\n2026-06-18T09:01:00,91,181,3.0,10.0,12.0\n',
    ),
    null,
  )
  expect(log.rejected).toEqual([])
  expect(log.fixes).toHaveLength(1)
  expect(log.scalars.filter(({ value }) => value === null).map(({ key }) => key)).toEqual(['sog', 'heading'])
})

const POINT = '<trkpt lat="64.1" lon="-21.9"><time>2026-06-18T09:00:00Z</time></trkpt>'

test.each([
  ['attribute', `<a name="${'x'.repeat(200_000)}"/>`],
  ['comment', `<!--${'x'.repeat(200_000)}-->`],
  ['list of attributes', `<a ${Array.from({ length: 1001 }, (_, i) => `a${i}="1"`).join(' ')}/>`],
  ['nesting', '<a>'.repeat(201)],
])('gives up a document with an endless %s, and keeps what came before', async (_, endless) => {
  const log = await read(`<gpx>${POINT}${endless}${POINT}</gpx>`)
  expect(log.fixes).toHaveLength(1)
  expect(log.rejected).toEqual([{ reason: 'too_large', detail: 'XML', count: 1 }])
})

test('expands no entity of a document type', async () => {
  const laughs = Array.from({ length: 20 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join(
    '',
  )
  const log = await read(
    `<!DOCTYPE gpx [<!ENTITY l0 "2026-06-18T09:00:00Z">${laughs}]><gpx>${POINT}${POINT.replace('2026-06-18T09:00:00Z', '&l20;')}</gpx>`,
    {},
    'gpx',
  )
  expect(log.fixes).toHaveLength(1)
  expect(log.rejected.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['malformed', 'no_time']))
})
