import { parquetReadObjects } from 'hyparquet'
import { expect, test } from 'vitest'
import { textCell, writeCsv } from './csv.ts'
import { writeGeoJson } from './geoJson.ts'
import { writeGpx } from './gpx.ts'
import { writeParquet } from './parquet.ts'
import type { Column, Page, Table } from './table.ts'

const START_US = Date.UTC(2026, 5, 18, 9) * 1000

const COLUMNS: Column[] = [
  { kind: 'time', name: 'time', digits: 6 },
  { kind: 'number', name: 'latitude', unit: 'deg', digits: 7 },
  { kind: 'number', name: 'longitude', unit: 'deg', digits: 7 },
  { kind: 'number', name: 'sog', unit: 'kn', digits: 2 },
  { kind: 'text', name: 'note' },
]

function table(rows: readonly (readonly [number, number, number, number, string | null])[]): Table {
  const page = (some: typeof rows): Page => ({
    rows: some.length,
    values: [
      Float64Array.from(some, ([seconds]) => START_US + seconds * 1e6),
      ...[1, 2, 3].map((i) => Float64Array.from(some, (row) => row[i] as number)),
      some.map((row) => row[4]),
    ],
    progress: 1,
  })
  const half = rows.length >> 1
  return {
    columns: COLUMNS,
    pages: (async function* () {
      yield page(rows.slice(0, half))
      yield page(rows.slice(half))
    })(),
  }
}

const textOf = async (file: AsyncIterable<Buffer>) => {
  const chunks: Buffer[] = []
  for await (const chunk of file) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const ROWS = [
  [0, 64.1, -21.9, 12.345, 'Nína'],
  [0.02, -0.0000001, 179.9999999, -0.001, '=HYPERLINK("x")'],
  [0.999999, Number.NaN, Number.NaN, Number.NaN, null],
  [120, 1, 2, 1e300, 'a "b"\n, c'],
] as const

test('writes CSV with units in the header, fractions of seconds, nothing for null and no formula', async () => {
  const csv = (await textOf(writeCsv(table(ROWS)))).toString()
  expect(csv).toBe(
    `${[
      '\uFEFFtime [UTC],latitude [deg],longitude [deg],sog [kn],note',
      '2026-06-18T09:00:00.000000Z,64.1000000,-21.9000000,12.35,"Nína"',
      `2026-06-18T09:00:00.020000Z,-0.0000001,179.9999999,0.00,"'=HYPERLINK(""x"")"`,
      '2026-06-18T09:00:00.999999Z,,,,',
      '2026-06-18T09:02:00.000000Z,1.0000000,2.0000000,1e+300,"a ""b""\n, c"',
    ].join('\r\n')}\r\n`,
  )
})

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  ' =1',
  '\n=1',
  '\0=1',
  '＝1',
  '=cmd|"/c calc"!A0',
])('defuses %j', (text) => {
  const cell = textCell(text)
  expect(cell.slice(0, 2)).toBe(`"'`)
  expect(cell.slice(1, -1).replaceAll('""', '')).not.toContain('"')
})

test('leaves harmless text unchanged', () => {
  expect(['Sæbjörg', 'a-b', '12', ''].map(textCell)).toEqual(['"Sæbjörg"', '"a-b"', '"12"', '""'])
})

test('writes Parquet that reads back unchanged, in row groups as its batches', async () => {
  const many = Array.from({ length: 120_000 }, (_, i) => ROWS[i % 3] ?? ROWS[0])
  const bytes = await textOf(writeParquet(table(many)))
  const rows = await parquetReadObjects({ file: Uint8Array.from(bytes).buffer, rowStart: 0, rowEnd: 3 })
  expect(rows).toEqual([
    {
      time: new Date(START_US / 1000),
      'latitude [deg]': 64.1,
      'longitude [deg]': -21.9,
      'sog [kn]': 12.345,
      note: 'Nína',
    },
    {
      time: new Date(START_US / 1000 + 20),
      'latitude [deg]': -0.0000001,
      'longitude [deg]': 179.9999999,
      'sog [kn]': -0.001,
      note: '=HYPERLINK("x")',
    },
    expect.objectContaining({ 'latitude [deg]': null, 'sog [kn]': null, note: null }),
  ])
  const all = await parquetReadObjects({ file: Uint8Array.from(bytes).buffer, columns: ['time'] })
  expect(all).toHaveLength(120_000)
})

test('writes Parquet without rows', async () => {
  const bytes = await textOf(writeParquet(table([])))
  expect(await parquetReadObjects({ file: Uint8Array.from(bytes).buffer })).toEqual([])
})

test('writes a track as GPX, a new segment after a minute without a position', async () => {
  const gpx = (await textOf(writeGpx(table(ROWS), 'A & B <"\0>'))).toString()
  expect(gpx).toContain('<trk><name>A &amp; B &lt;&quot;&gt;</name>')
  const point = /<trkpt lat="(.*?)" lon="(.*?)"><time>(.*?)<\/time>/g
  const segments = [...gpx.matchAll(/<trkseg>(.*?)<\/trkseg>/gs)].map(([, points = '']) => [
    ...points.matchAll(point),
  ])
  expect(segments.map((points) => points.map(([, ...found]) => found))).toEqual([
    [
      ['64.1000000', '-21.9000000', '2026-06-18T09:00:00.000Z'],
      ['-0.0000001', '179.9999999', '2026-06-18T09:00:00.020Z'],
    ],
    [['1.0000000', '2.0000000', '2026-06-18T09:02:00.000Z']],
  ])
  expect(gpx).toContain('<gpxtpx:speed>6.35</gpxtpx:speed>')
})

test('writes rows with a position as GeoJSON points', async () => {
  const { type, features } = JSON.parse((await textOf(writeGeoJson(table(ROWS)))).toString())
  expect([type, features.length]).toEqual(['FeatureCollection', 3])
  expect(features[0]).toEqual({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [-21.9, 64.1] },
    properties: { time: '2026-06-18T09:00:00.000Z', sog: 12.35, note: 'Nína' },
  })
  expect(JSON.parse((await textOf(writeGeoJson(table([])))).toString()).features).toEqual([])
})
