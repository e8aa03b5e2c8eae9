/** Recordings of real buses with two receivers, cut, shuffled, repeated and sent again: the numbers stay. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ScalarReading } from '#contract/domain/reading.ts'
import { SERIES, type SeriesKey } from '#contract/domain/series.ts'
import { sourceOf } from '#contract/wire/source.ts'
import { decoderFor, type Format } from '#protocols/formats.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { type TestTelemetry, testTelemetry } from '#server/testing/testTelemetry.ts'
import { openTelemetry } from './openTelemetry.ts'
import type { Telemetry } from './telemetry.ts'

const folder = process.env.RECORDINGS ?? '../shared/data'
const there = existsSync(folder)
const ownFolder = join(import.meta.dirname, '../../recordings')

const QUARTER_HOUR_US = 900_000_000
let telemetry: TestTelemetry
let vesselNumber = 0

beforeAll(async () => {
  telemetry = await testTelemetry()
})
afterAll(() => telemetry.close())

const store = (scalars: readonly ScalarReading[], vessel = vesselNumber) =>
  telemetry.append([{ vesselNumber: vessel, scalars, fixes: [], motion: [], ais: [], faults: [] }])

/** One value every `everyS` seconds from a second on, as reported by this source. */
const reported = (source: number, fromS: number, toS: number, value: number, everyS = 1): ScalarReading[] =>
  Array.from({ length: Math.ceil((toS - fromS) / everyS) }, (_, i) => ({
    timeUs: (fromS + i * everyS) * 1_000_000 + (source % 1000),
    key: 'sog',
    instance: 0,
    value,
    source,
  }))

const accepted = async (vessel = vesselNumber, toS = 3600) => {
  const { timeUs, value } = await telemetry.series.samples(
    { vesselNumber: vessel, fromUs: 0, toUs: toS * 1_000_000 },
    'sog',
    0,
  )
  return timeUs.map((us, i) => [Math.floor(us / QUARTER_HOUR_US), value[i]])
}
const distinct = (rows: unknown[][]) => [...new Set(rows.map((row) => row.join(' ')))]

describe('several sources', () => {
  const bow = sourceOf('n2k', 0, 35)
  const stern = sourceOf('n2k', 0, 127)
  const engine = sourceOf('j1939', 0, 3)

  test('selects the better protocol, unless it covers less than half of the quarter-hour', async () => {
    vesselNumber = 1
    await store([
      ...reported(engine, 0, 3600, 1),
      ...reported(stern, 0, 900, 2),
      ...reported(stern, 900, 1200, 2),
    ])
    expect(distinct(await accepted())).toEqual(['0 2', '1 1', '2 1', '3 1'])
  })

  test('selects the lower address of two equal sources, whichever came first', async () => {
    vesselNumber = 2
    await store(reported(stern, 0, 600, 2))
    await store([...reported(bow, 100, 900, 3), ...reported(stern, 600, 900, 2)])
    expect(distinct(await accepted())).toEqual(['0 3'])
  })

  test('answers for a part of a quarter-hour by the source of the whole', async () => {
    vesselNumber = 3
    await store([...reported(bow, 0, 200, 3), ...reported(stern, 0, 900, 2)])
    const { value } = await telemetry.series.samples({ vesselNumber, fromUs: 0, toUs: 60_000_000 }, 'sog', 0)
    expect(new Set(value)).toEqual(new Set([2]))
  })

  test('uses the chosen source wherever it has values', async () => {
    vesselNumber = 4
    await store([...reported(bow, 0, 3600, 3), ...reported(stern, 0, 100, 2)])
    await telemetry.sources.choose(vesselNumber, 'sog', 0, stern)
    expect(distinct(await accepted())).toEqual(['0 2', '1 3', '2 3', '3 3'])
    await telemetry.sources.choose(vesselNumber, 'sog', 0, null)
    expect(distinct(await accepted())).toEqual(['0 3', '1 3', '2 3', '3 3'])
  })

  test.each(['published', 'not published'])(
    'selects the same source in another process when that process’s write was %s',
    async (how) => {
      vesselNumber = how === 'published' ? 9 : 10
      const bus = inProcessBus(() => undefined)
      const mute = { ...bus, publish: () => undefined }
      const here = openTelemetry(telemetry.columns, bus)
      const there = openTelemetry(telemetry.columns, how === 'published' ? bus : mute)
      const append = (scalars: readonly ScalarReading[]) =>
        there.append([{ vesselNumber, scalars, fixes: [], motion: [], ais: [], faults: [] }])
      const settle = async (act: Promise<void>) => {
        await act
        if (how !== 'published') bus.publish({ type: 'events.missed', sinceMs: 0 })
        const { value } = await here.series.samples(
          { vesselNumber, fromUs: 0, toUs: QUARTER_HOUR_US },
          'sog',
          0,
        )
        return [...new Set(value)]
      }
      expect(await settle(append(reported(stern, 0, 900, 2)))).toEqual([2])
      // The cases are an unknown source, then a source that covers too little, then more of its samples.
      expect(await settle(append(reported(bow, 0, 100, 3)))).toEqual([2])
      expect(await settle(append(reported(bow, 100, 700, 3)))).toEqual([3])
      expect(await settle(there.sources.choose(vesselNumber, 'sog', 0, stern))).toEqual([2])
    },
  )

  test('answers every query by the same source', async () => {
    vesselNumber = 5
    const day = { vesselNumber, fromUs: 0, toUs: 3600 * 1_000_000 }
    const at = (source: number, latitudeDeg: number) =>
      Array.from({ length: 3600 }, (_, s) => ({
        timeUs: s * 1_000_000 + (source % 1000),
        latitudeDeg,
        longitudeDeg: -22,
        hdop: 1,
        valid: true,
        source,
      }))
    await telemetry.append([
      {
        vesselNumber,
        scalars: [...reported(bow, 0, 3600, 3), ...reported(stern, 0, 3600, 2)],
        fixes: [...at(stern, 65), ...at(bow, 64)],
        ...{ motion: [], ais: [], faults: [] },
      },
    ])
    const [movement] = await telemetry.positions.movement([day])
    expect(new Set(movement?.sogMps.filter((sog) => !Number.isNaN(sog)))).toEqual(new Set([3]))
    expect(new Set(movement?.latitudeDeg)).toEqual(new Set([64]))
    for (const width of [1_000_000, 60_000_000, QUARTER_HOUR_US]) {
      const [least, most, north] = await telemetry.series.buckets(
        day,
        [
          { key: 'sog', instance: 0, aggregation: 'min' },
          { key: 'sog', instance: 0, aggregation: 'max' },
          { key: 'latitude', instance: 0, aggregation: 'avg' },
        ],
        width,
      )
      expect(new Set([...(least?.value ?? []), ...(most?.value ?? [])])).toEqual(new Set([3]))
      expect(north?.value.every((value) => Math.abs((value ?? 0) - 64) < 1e-9)).toBe(true)
    }
    const [samples] = await telemetry.series.sampleColumns([day], ['sog'])
    expect(new Set(samples?.value)).toEqual(new Set([3]))
  })

  test('selects again when samples arrive, also during reads', async () => {
    vesselNumber = 6
    await store([...reported(stern, 0, 900, 2), ...reported(bow, 0, 200, 3), ...reported(bow, 900, 1800, 3)])
    expect(distinct(await accepted())).toEqual(['0 2', '1 3'])
    await Promise.all([store(reported(bow, 200, 900, 3)), ...Array.from({ length: 20 }, () => accepted())])
    expect(distinct(await accepted())).toEqual(['0 3', '1 3'])
    await Promise.all([store(reported(stern, 900, 1800, 2)), ...Array.from({ length: 20 }, () => accepted())])
    expect(distinct(await accepted())).toEqual(['0 3', '1 3'])
  })

  test('counts the coverage of each source once, and adds new samples to it', async () => {
    vesselNumber = 8
    const counted: string[] = []
    const { columns } = telemetry
    const own = openTelemetry({
      ...columns,
      rowBinary(sql) {
        if (sql.includes('groupBitOr')) counted.push(sql)
        return columns.rowBinary(sql)
      },
    })
    const answer = async ({ series }: Telemetry) =>
      (await series.samples({ vesselNumber, fromUs: 0, toUs: 2 * QUARTER_HOUR_US }, 'sog', 0)).value
    const append = (scalars: readonly ScalarReading[]) =>
      own.append([{ vesselNumber, scalars, fixes: [], motion: [], ais: [], faults: [] }])
    const nothing = reported(bow, 0, 900, 0).map((one) => ({ ...one, timeUs: one.timeUs + 7, value: null }))
    await append([...reported(stern, 0, 900, 2, 15), ...reported(bow, 0, 300, 3, 15)])
    for (const more of [
      nothing,
      reported(bow, 300, 435, 3, 15),
      reported(bow, 420, 450, 3),
      reported(engine, 0, 900, 1, 15),
      reported(bow, 900, 1800, 3, 15),
      reported(stern, 900, 1360, 2),
    ]) {
      const before = await answer(own)
      await append(more)
      expect(await answer(own)).toEqual(await answer(openTelemetry(columns)))
      expect(before.length).toBeGreaterThan(0)
    }
    expect(new Set((await answer(own)).filter((value) => value !== null))).toEqual(new Set([3]))
    expect(counted).toHaveLength(1)
  })

  test('selects sources in turn, of one series or of several, over any number of quarter-hours', async () => {
    vesselNumber = 7
    const [sources, quarterHours] = [[bow, stern, engine], 2000]
    const covers = fc.array(fc.constantFrom(0, 1, 3, 60), { minLength: 6, maxLength: 6 })
    const rows = fc.sample(covers, { numRuns: quarterHours, seed: 3 })
    const keys = ['sog', 'stw'] as const
    const slots = rows.flatMap((row, quarterHour) =>
      row.flatMap((slot, i) => {
        const [source = 0, key = 'sog'] = [sources[i % 3], keys[Math.floor(i / 3)]]
        return Array.from({ length: slot }, (_, n) => ({
          timeUs: quarterHour * QUARTER_HOUR_US + n * 15_000_000 + (i % 3),
          ...{ key, instance: 0, value: 1 + (i % 3), source },
        }))
      }),
    )
    await store(slots)
    const answer = await telemetry.series.sampleColumns(
      [{ vesselNumber, fromUs: 0, toUs: quarterHours * QUARTER_HOUR_US - 1 }],
      keys,
    )
    for (const [first, key] of keys.entries()) {
      const wanted = rows.flatMap((row, quarterHour) => {
        const own = row.slice(first * 3, first * 3 + 3)
        const best = own.findIndex((slot) => slot > 0 && slot * 2 >= Math.max(...own))
        return best < 0 ? [] : [`${quarterHour} ${best + 1}`]
      })
      const own = answer.find((one) => one.key === key)
      const found = Array.from(own?.timeUs ?? [], (us, i) => [
        Math.floor(us / QUARTER_HOUR_US),
        own?.value[i],
      ])
      expect(distinct(found)).toEqual(wanted)
    }
  })
})

/** Series shown to users from a recording in which no other message is needed to complete them. */
const KEYS = [
  'sog',
  'cog',
  'stw',
  'rate_of_turn',
  'depth_below_transducer',
  'euler_x',
  'euler_y',
  'engine_speed',
] as const satisfies SeriesKey[]

async function numbersOf(from: Telemetry, vessel: number) {
  const extent = await from.intervals.extent(vessel)
  const whole = { vesselNumber: vessel, fromUs: extent?.firstUs ?? 0, toUs: extent?.lastUs ?? 0 }
  const fields = KEYS.flatMap((key) =>
    (SERIES[key].instances ? [0, 1] : [0]).flatMap((instance) =>
      (['avg', 'max', 'min'] as const).map((aggregation) => ({ key, instance, aggregation })),
    ),
  )
  const [minutes, hours] = await Promise.all(
    [60_000_000, 4 * QUARTER_HOUR_US].map((width) => from.series.buckets(whole, fields, width)),
  )
  const [movement] = await from.positions.movement([whole])
  return {
    minutes,
    hours,
    timeUs: movement?.timeUs,
    latitudeDeg: movement?.latitudeDeg,
    sogMps: movement?.sogMps,
  }
}

/**
 * The own recordings have one receiver each. Sentences are dated by earlier sentences, so they arrive in
 * order.
 */
const OWN: readonly (readonly [name: string, format: Format])[] = [
  ['skuggi.candump.gz', 'n2k'],
  ['nordurljos.nmea.gz', 'nmea0183'],
]
const REAL: typeof OWN = [
  ['n2k-canboat/furuno-130842-figure8-fast.raw.gz', 'n2k'],
  ['n2k-canboat/dirona-actisense-serial.raw.gz', 'n2k'],
  ['n2k-signalk-server/aava-n2k.data.gz', 'n2k'],
  ['nmea0183-opencpn/Hakefjord.log.gz', 'nmea0183'],
]

describe('receivers on one bus', () => {
  test.each(there ? REAL : OWN)(
    'returns the same %s from any cuts, order and repetition of the batches',
    async (name, format) => {
      const lines = gunzipSync(readFileSync(join(there ? folder : ownFolder, name)))
        .toString('latin1')
        .split(/\r?\n/)
        .slice(0, 12_000)
      vesselNumber += 10
      const once = vesselNumber
      await send(once, format, [lines])
      const wanted = await numbersOf(telemetry, once)
      expect(wanted.timeUs?.length).toBeGreaterThan(100)
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.integer({ min: 1, max: lines.length - 1 }), { minLength: 1, maxLength: 12 }),
          fc.array(fc.nat(), { minLength: 3, maxLength: 3 }),
          async (cuts, picks) => {
            const other = ++vesselNumber
            const bounds = [...new Set([0, ...cuts, lines.length])].sort((a, b) => a - b)
            const batches = bounds.slice(1).map((end, i) => lines.slice(bounds[i], end))
            await send(other, format, batches)
            // Whole recordings and repeated chunks, in any order, over one connection and over several.
            const again = picks.slice(0, 3).map((n) => batches[n % batches.length] ?? [])
            if (format === 'n2k') await send(other, format, [lines, ...again])
            await send(other, format, [lines])
            expect(await numbersOf(telemetry, other)).toEqual(wanted)
          },
        ),
        { numRuns: Number(process.env.SOURCE_RUNS ?? 2) },
      )
    },
    300_000,
  )
})

/** Each chunk is a message of one connection, as devices send it. */
async function send(vessel: number, format: Format, batches: readonly (readonly string[])[]) {
  const decoder = decoderFor(format)
  for (const batch of batches) {
    const decoded = decoder.decode(Buffer.from(`${batch.join('\n')}\n`, 'latin1'), null)
    await telemetry.append([{ vesselNumber: vessel, ...decoded }])
  }
}
