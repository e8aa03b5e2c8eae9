import { expect, test } from 'vitest'
import { encodeReadings, ReadingsDecoder } from './readingsJson.ts'

const decode = (body: unknown, receivedUs: number | null = null) =>
  new ReadingsDecoder().decode(Buffer.from(JSON.stringify(body)), receivedUs)

test('reads samples, tables and fixes, with times in milliseconds or in ISO 8601', () => {
  const { scalars, fixes, rejected } = decode({
    samples: [
      { t: '2026-06-18T09:12:00Z', key: 'sog', value: 5 },
      { t: 1_781_773_920_500, key: 'engine_speed', instance: 2, value: null },
    ],
    tables: [{ columns: ['stw', 'oil_pressure_1'], rows: [[1_781_773_921_000, 4.5, 420_000]] }],
    fixes: [{ t: 1_781_773_920_000, lat: 64.15, lon: -21.94, hdop: 0.8 }],
  })
  expect(rejected).toEqual([])
  expect(
    scalars.map(({ timeUs, key, instance, value }) => [timeUs - 1_781_773_920e6, key, instance, value]),
  ).toEqual([
    [0, 'sog', 0, 5],
    [500_000, 'engine_speed', 2, null],
    [1e6, 'stw', 0, 4.5],
    [1e6, 'oil_pressure', 1, 420_000],
  ])
  expect(fixes).toMatchObject([
    { timeUs: 1_781_773_920e6, latitudeDeg: 64.15, longitudeDeg: -21.94, hdop: 0.8, valid: true },
  ])
})

test('rejects unknown fields and keeps the rest', () => {
  const { scalars, rejected } = decode({
    samples: [{ key: 'hull_colour', value: 1 }, { key: 'sog', value: '5' }, { key: 'sog', value: 5 }, 7],
    tables: [
      { columns: ['sog', 'nothing'], rows: [[0, 1, 2]] },
      {
        columns: ['stw'],
        rows: [
          [1, 2, 3],
          [2, 3],
        ],
      },
    ],
    fixes: [{ lat: 91, lon: 0, t: 1 }, { lat: 'x' }],
  })
  expect(scalars.map(({ key, value }) => [key, value])).toEqual([['stw', 3]])
  expect(rejected.map(({ reason, detail, count }) => `${reason} ${detail} ${count}`)).toEqual([
    'malformed sample 2',
    'no_time sog 2',
    'malformed table 2',
    'malformed row 1',
    'out_of_range position 1',
    'malformed fix 1',
  ])
  expect(new ReadingsDecoder().decode(Buffer.from('{'), 1).rejected[0]?.reason).toBe('malformed')
})

test('writes moments with the same series into one table', () => {
  const scalars = [0, 1e6].flatMap((timeUs) => [
    { timeUs, key: 'sog' as const, instance: 0, value: 5.12345 },
    { timeUs, key: 'engine_speed' as const, instance: 1, value: null },
  ])
  const { tables } = JSON.parse(Buffer.from(encodeReadings({ scalars })).toString())
  expect(tables).toEqual([
    {
      columns: ['sog', 'engine_speed_1'],
      rows: [
        [0, 5.12345555556, null],
        [1000, 5.12345555556, null],
      ],
    },
  ])
})
