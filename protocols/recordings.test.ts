/** The decoders on recordings: of our own simulator, and of real boats where they lie. */
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type Decoded, nothingDecoded } from '#contract/domain/reading.ts'
import { type SeriesKey, toWire } from '#contract/domain/series.ts'
import { mpsToKn } from '#contract/domain/units.ts'
import { haversineM } from '#contract/geodesy/geo.ts'
import { type LogHints, readLog } from './readLog.ts'
import { parseColumns } from './tracks/csvDecoder.ts'

const folder = process.env.RECORDINGS ?? '../shared/data'
const there = existsSync(folder)
if (!there) process.stderr.write(`No recordings of real boats in ${folder}: only our own are read.\n`)
const ownFolder = join(import.meta.dirname, '../recordings')

async function read(name: string, hints: LogHints = {}, from = folder): Promise<Decoded> {
  const file = createReadStream(join(from, name))
  const all = nothingDecoded()
  for await (const batch of readLog(
    name.endsWith('.gz') ? file.pipe(createGunzip()) : file,
    undefined,
    hints,
  )) {
    for (const part of ['scalars', 'fixes', 'motion', 'ais', 'faults', 'rejected'] as const) {
      for (const one of batch[part]) (all[part] as unknown[]).push(one)
    }
  }
  return all
}

/**
 * Readings of the source that covers most of the recording, selected as in reading; of equal sources, the
 * better one.
 */
function ofOneSource<One extends { source?: number }>(all: readonly One[]): One[] {
  const bySource = Map.groupBy(all, ({ source }) => source ?? 0)
  const most = Math.max(...[...bySource.values()].map((own) => own.length))
  const [best] = [...bySource].filter(([, own]) => own.length * 2 >= most).sort(([a], [b]) => a - b)
  return best?.[1] ?? []
}

/** Count, least and greatest of a series in wire units. */
function range({ scalars }: Decoded, key: SeriesKey, instance = 0) {
  let [count, min, max] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const own = scalars.filter((one) => one.key === key && one.instance === instance && one.value !== null)
  for (const one of ofOneSource(own)) {
    const wire = toWire(key, one.value ?? Number.NaN)
    count++
    min = Math.min(min, wire)
    max = Math.max(max, wire)
  }
  return { count, min, max }
}

const iso = (timeUs: number | undefined) => new Date((timeUs ?? Number.NaN) / 1e3).toISOString()
const refused = ({ rejected }: Decoded) => {
  const sums: Record<string, number> = {}
  for (const { reason, count } of rejected) sums[reason] = (sums[reason] ?? 0) + count
  return sums
}
const vessels = ({ ais }: Decoded) => new Set(ais.map(({ mmsi }) => mmsi)).size

describe('our own', () => {
  test.each([
    ['skuggi.candump.gz', '2026-09-04T08:30:10.000Z', 2],
    ['nordurljos.nmea.gz', '2026-09-04T09:03:44.000Z', 0],
    ['vindsael.signalk.gz', '2026-09-04T10:12:41.000Z', 1],
  ])('reads %s: nine minutes without a gap, with the reported distance', async (name, begin, engines) => {
    const log = await read(name, {}, ownFolder)
    expect(refused(log)).toEqual({})
    expect(log.fixes).toHaveLength(540)
    expect(iso(log.fixes[0]?.timeUs)).toBe(begin)
    const sog = log.scalars.filter(({ key }) => key === 'sog')
    expect(sog).toHaveLength(540)
    const reportedM = sog.reduce((sum, { value }) => sum + (value ?? Number.NaN), 0)
    const goneM = log.fixes.reduce((sum, fix, i) => {
      const { latitudeDeg, longitudeDeg } = log.fixes[i - 1] ?? fix
      return sum + haversineM(latitudeDeg, longitudeDeg, fix.latitudeDeg, fix.longitudeDeg)
    }, 0)
    expect(goneM).toBeGreaterThan(500)
    expect(reportedM / goneM).toBeCloseTo(1, 1)
    const instances = new Set(
      log.scalars.filter(({ key }) => key === 'engine_speed').map(({ instance }) => instance),
    )
    expect(instances.size).toBe(engines)
  })
})

describe.skipIf(!there)('NMEA 2000', () => {
  test('reads a motor boat that starts from rest (canboat text)', async () => {
    const log = await read('n2k-canboat/furuno-130842-accel.raw.gz')
    expect(refused(log)).toEqual({})
    const sog = range(log, 'sog')
    expect(sog.count).toBe(1220)
    expect(sog.min).toBeCloseTo(0.136, 3)
    expect(sog.max).toBeCloseTo(8.59, 2)
    expect(iso(log.scalars[0]?.timeUs)).toBe('2026-08-03T04:27:20.588Z')
    // The first line is 127251 with the rate 0xfffa74f2 in 1/32 µrad/s.
    expect(log.scalars[0]).toMatchObject({ key: 'rate_of_turn', value: expect.closeTo(-0.01135244, 9) })
    // Two compasses send attitude.
    expect(range(log, 'euler_z').count).toBe(3386)
  })

  test('reads a yacht that sails with 96 vessels around it (canboat text)', async () => {
    const log = await read('n2k-signalk-server/aava-n2k.data.gz')
    expect(refused(log)).toEqual({})
    expect(range(log, 'sog').max).toBeCloseTo(7.29, 2)
    expect(range(log, 'sog').min).toBeGreaterThan(3)
    expect(range(log, 'depth_below_transducer')).toMatchObject({ count: 599, max: expect.closeTo(71.04, 6) })
    expect(log.fixes.length).toBeGreaterThan(590)
    expect(
      log.fixes
        .filter(({ hdop }) => hdop !== null)
        .every(({ hdop }) => (hdop ?? 0) >= 0.7 && (hdop ?? 9) < 2),
    ).toBe(true)
    expect(vessels(log)).toBe(96)
  })

  test('reads a trawler at anchor with two engines and its tanks (canboat text, dates with dashes)', async () => {
    const log = await read('n2k-canboat/dirona-actisense-serial.raw.gz')
    // Engines 11 and 12 of the bus; their fuel rate of −0.1 L/h and load of −1 % are rejected.
    expect(range(log, 'coolant_temperature', 12).max).toBeCloseTo(311.61, 6)
    expect(refused(log)).toEqual({ out_of_range: 1196 })
    expect(range(log, 'switch', 2 * 28 + 1)).toMatchObject({ min: 0, max: 0 })
    // The tenth and the eleventh bank.
    expect(range(log, 'further_switch', 1).count).toBeGreaterThan(0)
    expect(range(log, 'further_switch', 28 + 1).count).toBeGreaterThan(0)
    expect(range(log, 'fuel_remaining', 10).max).toBeCloseTo(6482.9, 1)
    expect(range(log, 'depth_below_surface').max).toBeCloseTo(2.94, 6)
    expect(ofOneSource(log.fixes)[20]).toMatchObject({
      latitudeDeg: 14.0740081,
      longitudeDeg: -60.9503793,
      hdop: 0.79,
    })
  })

  test('reads candump of old, of now and with -L', async () => {
    const [old, now, dated] = await Promise.all(
      [1, 2, 3].map((number) => read(`n2k-canboat/candumpSample${number}.txt`)),
    )
    expect(old?.fixes[0]).toMatchObject({ latitudeDeg: expect.closeTo(42.4967535, 6), valid: false })
    expect(old && refused(old)).toEqual({ no_time: 12 })
    expect(iso(now?.fixes[0]?.timeUs)).toBe('2015-03-06T04:56:10.000Z')
    expect(iso(dated?.scalars.at(-1)?.timeUs)).toMatch(/^2017-08-17T15:48:03/)
    expect(dated?.ais.find(({ name }) => name !== null)?.name).toBe('NAVIOS TAURUS')
  })

  test('reads binary and text of Actisense', async () => {
    const ebl = await read('n2k-canboat/actisense-523.rx.ebl')
    expect(range(ebl, 'tilt_trim', 1)).toMatchObject({ count: 136, min: -48 })
    expect(iso(ebl.scalars[0]?.timeUs)).toMatch(/^2025-04-21T11:18:57/)
    const ngt = await read('n2k-go-nmea-client/actisense-serial-ng1-cat-usb-2021-05-14-1005.bin')
    expect(iso(ngt.fixes[0]?.timeUs)).toMatch(/^2021-05-1/)
    const w2k = await read('n2k-go-nmea-client/actisense_n2kactisense.bin')
    expect(ofOneSource(w2k.fixes)).toHaveLength(103)
    const ascii = await read('n2k-go-nmea-client/actisense_n2kascii_20221028_10s.txt')
    expect(iso(ascii.fixes[0]?.timeUs)).toMatch(/^2022-10-28T10:54:/)
    for (const log of [ebl, ngt, w2k, ascii]) expect(refused(log)).not.toHaveProperty('checksum')
  })

  test('reads Yacht Devices RAW, dated by the bus', async () => {
    const log = await read('n2k-hatlabs/ydwg_recording_1.txt.gz')
    expect(range(log, 'engine_speed', 1)).toMatchObject({ count: 1678, max: expect.closeTo(371, 0) })
    expect(iso(log.fixes[0]?.timeUs)).toMatch(/^2022-04-01T10:31:53/)
    expect(Object.keys(refused(log))).toEqual(['no_time'])
    const merrimac = await read('n2k-canboat/merrimac-ydwg-2020.txt')
    expect(merrimac.fixes[5]).toMatchObject({ latitudeDeg: 14.5969, longitudeDeg: -61.0223 })
  })

  test('reads iKonvert, with its timer of unpadded milliseconds', async () => {
    const log = await read('n2k-canboat/ikonvert.log')
    expect(vessels(log)).toBe(77)
    const headings = ofOneSource(log.scalars.filter(({ key }) => key === 'heading'))
    const backwards = headings.filter(({ timeUs }, i) => timeUs < (headings[i - 1]?.timeUs ?? 0))
    expect(backwards).toEqual([])
    expect(iso(headings[0]?.timeUs)).toMatch(/^2018-10-19T16:35:/)
  })

  test('reads boats at rest that rock without moving (candump -L)', async () => {
    const lake = await read('n2k-css/94C49784_00000017-6099D010.candump.log.gz')
    expect(mpsToKn(range(lake, 'sog').max)).toBeLessThan(2.4)
    expect(range(lake, 'euler_x').count).toBe(3000)
    const greece = await read('n2k-gpsd/logfile_20140914_365495765_can.log')
    expect(ofOneSource(greece.fixes)).toHaveLength(2040)
    expect(greece.fixes.at(-1)).toMatchObject({
      latitudeDeg: expect.closeTo(37.922, 3),
      hdop: expect.any(Number),
    })
    expect(range(greece, 'battery_voltage', 1).min).toBeCloseTo(12.46, 6)
  })
})

describe.skipIf(!there)('NMEA 0183', () => {
  test('reads a two-hour sail whose log has no date with the assumed one', async () => {
    const log = await read('nmea0183-signalk-server/plaka.log.gz', {
      writtenBeforeUs: Date.UTC(2015, 6, 1, 12) * 1e3,
    })
    expect(log.fixes).toHaveLength(7250)
    expect(iso(log.fixes[0]?.timeUs)).toBe('2015-07-01T09:55:59.000Z')
    expect(range(log, 'sog')).toMatchObject({ count: 7249, max: expect.closeTo(7.08, 2) })
    expect(refused(await read('nmea0183-signalk-server/plaka.log.gz'))).toEqual({ no_time: 72_500 })
  })

  test('reads a chart plotter stream with 168 vessels', async () => {
    const log = await read('nmea0183-signalk-server/gofree-merrimac.log')
    expect(refused(log)).toEqual({ no_time: 13 })
    expect(ofOneSource(log.fixes)).toHaveLength(142)
    expect(vessels(log)).toBe(168)
    expect(log.ais.some(({ name }) => name === 'HERCULES (PILOTS)')).toBe(true)
  })

  test('reads a day in the Baltic', async () => {
    const log = await read('nmea0183-avnav/20130801.nmea.gz')
    expect(log.fixes).toHaveLength(13_292)
    expect(range(log, 'sog').max).toBeCloseTo(9.88, 2)
    expect(log.fixes[0]).toMatchObject({ latitudeDeg: expect.closeTo(54.926423, 6), hdop: null })
  })

  test('reads a race with one sentence damaged', async () => {
    const log = await read('nmea0183-anemomind/Irene_2013_Flensburg2013_regate_2.8_NMEA0005.TXT.gz')
    expect(refused(log)).toMatchObject({ checksum: 1, malformed: 1 })
    expect(ofOneSource(log.fixes)).toHaveLength(10_719)
    expect(range(log, 'depth_below_transducer')).toMatchObject({ min: 0.8, max: 36.6 })
  })

  test('reads a raw log of signalk-server with milliseconds in front', async () => {
    const log = await read('signalk-autostate/skserver-raw_2019-09-13T17.log.gz')
    expect(iso(log.fixes[0]?.timeUs)).toBe('2019-09-13T17:00:00.000Z')
    expect(ofOneSource(log.fixes)).toHaveLength(3554)
    expect(range(log, 'sog').max).toBeLessThan(10)
  })
})

describe.skipIf(!there)('Signal K', () => {
  test('reads a motor yacht with two engines', async () => {
    const log = await read('signalk-deltas/Delta1000ExamplesSeattle.jsonl')
    expect(range(log, 'engine_speed', 1)).toMatchObject({ count: 114, min: expect.closeTo(1354.5, 1) })
    expect(range(log, 'engine_speed', 2).count).toBe(114)
    expect(range(log, 'transmission_oil_pressure', 2).max).toBeGreaterThan(1_000_000)
    // Levels of 35 for a ratio.
    expect(refused(log)).toMatchObject({ out_of_range: 5 })
    expect(log.fixes[0]).toMatchObject({ latitudeDeg: 48.5196, longitudeDeg: -122.959557 })
    expect(vessels(log)).toBeGreaterThan(5)
  })

  test('sets 37 values without a path aside', async () => {
    const log = await read('signalk-deltas/signalkKeesLog.jsonl')
    expect(refused(log)).toMatchObject({ malformed: 37 })
    expect(ofOneSource(log.fixes)).toHaveLength(64)
  })
})

describe.skipIf(!there)('J1939', () => {
  test('reads a motorcycle, with a receiver of NMEA 2000 on its bus', async () => {
    const log = await read('j1939-ip332/bike.log.gz')
    expect(refused(log)).toEqual({})
    expect(range(log, 'engine_speed', 1)).toMatchObject({
      count: 10_750,
      min: 0,
      max: expect.closeTo(3833.75, 2),
    })
    const coolant = range(log, 'coolant_temperature', 1)
    expect([coolant.min - 273.15, coolant.max - 273.15]).toEqual([
      expect.closeTo(81, 6),
      expect.closeTo(102, 6),
    ])
    expect(range(log, 'fuel_rate', 1).max).toBeCloseTo(19.05, 2)
    expect(range(log, 'sog').max).toBeLessThan(83 / 1.852)
    expect(log.faults.length).toBeGreaterThan(100)
    expect(log.fixes.length).toBe(427)
  })

  test('reads a truck that sends its faults in transport sessions', async () => {
    const log = await read('j1939-css/11111111_00000012.candump.log.gz')
    expect(range(log, 'engine_speed', 1)).toMatchObject({
      min: expect.closeTo(646.5, 1),
      max: expect.closeTo(653.75, 1),
    })
    expect(range(log, 'fuel_level', 1).max).toBeCloseTo(74.8, 6)
    expect(log.faults[0]).toMatchObject({ instance: 1, spn: 980, fmi: 9, lamps: { malfunction: 1 } })
    expect(refused(log)).toEqual({})
  })

  test('refuses an outboard without times in a file', async () => {
    const log = await read('j1939-canboat/j1939-pgn-test.in')
    expect(refused(log)).toEqual({ no_time: 853 })
  })
})

describe.skipIf(!there)('tracks and what loggers write down', () => {
  test('reads a yacht with a log of one row a second (CSV)', async () => {
    const log = await read('tracks-regatta-analyser/mv-2024-07-16-1.csv.gz')
    expect(log.fixes[0]).toMatchObject({ timeUs: Date.UTC(2024, 6, 16, 13, 45, 17) * 1e3 })
    expect(range(log, 'sog').max).toBeGreaterThan(6)
    expect(range(log, 'sog').max).toBeLessThan(12)
    expect(range(log, 'depth_below_transducer').count).toBeGreaterThan(100)
  })

  test('reads one of four ships in one table', async () => {
    const log = await read('tracks-iceland-ramb/trawlsurvey_2019_dev.csv')
    const other = refused(log).malformed ?? 0
    expect(log.fixes.length).toBeGreaterThan(100)
    expect(other).toBeGreaterThan(100)
    const columns = parseColumns('vessel=vid:1131')
    if (!columns) throw new Error('columns')
    expect((await read('tracks-iceland-ramb/trawlsurvey_2019_dev.csv', { columns })).fixes).toEqual(log.fixes)
  })

  test('reads two boats that sail together (GPX of a watch)', async () => {
    const log = await read('tracks-maxsail/2025-06-21-ESP29375-P01.gpx')
    expect(refused(log)).toEqual({})
    expect(log.fixes.length).toBeGreaterThan(1000)
    expect(log.fixes[0]?.latitudeDeg).toBeCloseTo(39.4077, 3)
  })

  test('reads a bus as tcpdump captured it (pcap)', async () => {
    const log = await read('n2k-canboat/can0-3.pcap.gz')
    expect(iso(log.scalars[0]?.timeUs ?? log.fixes[0]?.timeUs).slice(0, 7)).toBe('2022-11')
    expect(log.scalars.length + log.fixes.length + log.ais.length).toBeGreaterThan(50)
    // The capture began in the middle of two fast packets.
    expect(refused(log).malformed).toBe(2)
  })

  test('reads four hours of positions from the history of Signal K', async () => {
    const log = await read('signalk-autostate/sk-history-2022-09-10.json')
    expect(log.fixes).toHaveLength(1450)
    expect(log.fixes[0]).toMatchObject({ latitudeDeg: 56.4237731, longitudeDeg: 16.2254243 })
    expect(iso(log.fixes[0]?.timeUs)).toBe('2022-09-10T08:19:00.000Z')
  })

  test('reads the ships of a strait, dated by the receiving station ($PGHP)', async () => {
    const log = await read('ais-dma/ais-sample-20131112.txt.gz')
    expect(vessels(log)).toBeGreaterThan(1400)
    expect(refused(log).no_time ?? 0).toBe(0)
    expect(iso(log.ais[0]?.timeUs)).toBe('2013-11-12T12:00:00.011Z')
  })
})
