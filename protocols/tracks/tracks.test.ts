import { expect, test } from 'vitest'
import { type Decoded, nothingDecoded } from '#contract/reading.ts'
import { toWire } from '#contract/series.ts'
import { guessFormat } from '../guessFormat.ts'
import { type LogHints, readLog } from '../readLog.ts'
import { parseColumns } from './csvDecoder.ts'

async function* pieces(text: string, size = 97): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(text: string, hints: LogHints = {}): Promise<Decoded> {
  const all = nothingDecoded()
  for await (const batch of readLog(pieces(text), undefined, hints)) {
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

test('reads a table by its headings and says how it understood them', async () => {
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

test('reads a date that ends with the year in one column with its clock, in halves of the day too', async () => {
  const log = await read(
    'Time,Lat,Lon\n6/18/2026 1:05 PM,64,-21\n6/18/2026 12:00:30 AM,64,-21\n6/31/2026 12:70,1,1\n',
  )
  expect(times(log)).toEqual(['2026-06-18T13:05:00.000Z', '2026-06-18T00:00:30.000Z'])
  expect(log.rejected).toEqual([{ reason: 'no_time', detail: 'row', count: 1 }])
})

test('reads semicolons with decimal commas, a day in a column of its own and a speed in km/h', async () => {
  const log = await read('\uFEFFDate;Time;Lat;Lon;Speed (km/h)\n2026-06-18;09:00:00;64,1;-21,9;18,52\n')
  expect(times(log)).toEqual(['2026-06-18T09:00:00.000Z'])
  expect(log.fixes[0]).toMatchObject({ latitudeDeg: 64.1, longitudeDeg: -21.9 })
  expect(values(log)).toEqual([['sog', 0, 10]])
})

test('reads columns that somebody names', async () => {
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

test('refuses rows without a time, half a position and nonsense, each by name', async () => {
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
  expect(log.rejected).toEqual([{ reason: 'no_time', detail: 'row', count: 1 }])
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
  ['gpx', '<?xml version="1.0" encoding="UTF-8"?>\n<!-- a -->\n<gpx version="1.1">'],
  ['geojson', '{ "type": "FeatureCollection", "features": ['],
  ['csv', 'vessel_id,time_stamp,lon,lat\n1,2017-01-07 13:59:49,12.75,43.96\n'],
  ['signalk', '{"context":"vessels.a","values":[{"path":"navigation.position","method":"first"}],"range":{'],
  [
    'n2k',
    '{"timestamp":"2026-06-18T09:00:00Z","prio":2,"src":7,"dst":255,"pgn":127250,"fields":{"Heading":1.2}}',
  ],
] as const)('knows %s by its beginning', (format, head) => {
  expect(guessFormat(Buffer.from(head))).toBe(format)
})
