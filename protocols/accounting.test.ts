import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Decoded, Rejection } from '#contract/domain/reading.ts'
import { canId } from './can/canFrame.ts'
import { fastPacketFrames } from './can/fastPacket.ts'
import { decoderFor, encoderFor, type LogFormat } from './formats.ts'
import { sentenceLine } from './nmea0183/sentence.ts'
import { anyMotionBlock } from './readings.arbitrary.ts'
import { readLog } from './readLog.ts'

const AT = '2026-06-18T09:00:00.000Z'
const AT_US = Date.parse(AT) * 1e3

const refusedOf = (rejected: readonly Rejection[]) => rejected.reduce((sum, { count }) => sum + count, 0)
const storedOf = ({ scalars, fixes, motion, ais, faults }: Decoded) =>
  scalars.length +
  fixes.length +
  ais.length +
  faults.length +
  motion.reduce((sum, { forceX }) => sum + forceX.length, 0)

/** Counts the readings and rejections of a decoder for a message, including the end of the input. */
function taken(format: LogFormat, message: Uint8Array, receivedUs: number | null = AT_US) {
  const decoder = decoderFor(format)
  const parts = [decoder.decode(message, receivedUs), ...(decoder.end ? [decoder.end()] : [])]
  return {
    stored: parts.reduce((sum, part) => sum + storedOf(part), 0),
    refused: parts.reduce((sum, { rejected }) => sum + refusedOf(rejected), 0),
    scalars: parts.flatMap(({ scalars }) => scalars),
  }
}

const text = (written: string) => Buffer.from(written, 'latin1')

interface Item {
  line: string
  damage: 'none' | 'digit' | 'tail' | 'head'
  at: number
  join: string
}

/** Items of one value each, of which no two neighbours are damaged: two halves that meet are one refusal. */
function items(lines: fc.Arbitrary<string>, joins: readonly string[], damages: readonly Item['damage'][]) {
  const item = fc.record({
    line: lines,
    damage: fc.constantFrom('none' as const, ...damages),
    at: fc.nat(),
    join: fc.constantFrom(...joins),
  })
  return fc
    .array(item, { minLength: 1, maxLength: 30 })
    .map((all) => all.map((one, i) => (i % 2 === 0 ? one : { ...one, damage: 'none' as const })))
}

const isDamaged = ({ damage }: Item) => damage !== 'none'

function written({ line, damage, at, join }: Item): string {
  const star = line.indexOf('*')
  if (damage === 'digit') {
    const digit = line.search(/\d/)
    return line.slice(0, digit) + ((Number(line[digit]) + 1) % 10) + line.slice(digit + 1) + join
  }
  if (damage === 'tail') return line.slice(0, 1 + (at % star)) + join
  if (damage === 'head') return line.slice(1 + (at % (star - 1))) + join
  return line + join
}

describe('NMEA 0183', () => {
  const tenth = fc.integer({ min: 10, max: 990 }).map((value) => (value / 10).toFixed(1))
  const sentence = fc
    .tuple(fc.constantFrom('SDDPT,#,0.0', 'HEHDT,#,T', 'YXMTW,#,C', 'HEROT,#,A'), tenth)
    .map(([form, value]) => sentenceLine('$', form.replace('#', value)))
  const JOINS = ['\r\n', '\r', '\n', '', ' ', '\0', ' \0\0 ', '\r\n\r\n'] as const

  test('reads every sentence however they are joined', () => {
    fc.assert(
      fc.property(items(sentence, JOINS, []), (all) => {
        const { stored, refused } = taken('nmea0183', text(all.map(written).join('')))
        expect([stored, refused]).toEqual([all.length, 0])
      }),
    )
  })

  test('stores or rejects each sentence of a damaged text', () => {
    fc.assert(
      fc.property(items(sentence, JOINS, ['digit', 'tail', 'head']), (all) => {
        const first = sentenceLine('$', 'SDDPT,5.0,0.0')
        const { stored, refused } = taken('nmea0183', text(`${first}\n${all.map(written).join('')}`))
        const damaged = all.filter(isDamaged).length
        expect([stored, refused]).toEqual([1 + all.length - damaged, damaged])
      }),
      { numRuns: 300 },
    )
  })

  test('rejects a sentence without its end whose sum with the next sentence is right', () => {
    const next = sentenceLine('$', 'SDDPT,1.0,0.0')
    const whole = sentenceLine('$', 'SDDPT,5.0,0.0')
    // The checksum of HEHDT,2.9,T is the code of "$", so that both together have the checksum of the second.
    const { stored, refused } = taken('nmea0183', text(`${whole}\n$HEHDT,2.9,T${next}`))
    expect([stored, refused]).toEqual([2, 1])
    const twice = taken('nmea0183', text(`${whole}\n$HEHDT,3.1,T$HEHDT,3.1,T${next}`))
    expect([twice.stored, twice.refused]).toEqual([2, 2])
  })

  test('takes a sentence that repeats its address as one', () => {
    const repeated = sentenceLine('$', 'SDVLW,$SDVLW,,N,322.0,N,$SDVLW,$SDVLW,,N,322.0,N')
    expect(taken('nmea0183', text(`${repeated}\r\n`))).toMatchObject({ stored: 0, refused: 0 })
  })

  test('reads the same sentences from a file without a line end, wherever its chunks are cut', async () => {
    const sentences = Array.from({ length: 60 }, (_, i) => sentenceLine('$', `SDDPT,${i + 1}.0,0.0`))
    const rmc = 'GPRMC,090000.00,A,6400.0000,N,02200.0000,W,12.0,0.0,180626,,,A'
    const bytes = text(sentenceLine('$', rmc) + sentences.join(''))
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 400 }), async (size) => {
        async function* chunks() {
          for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
        }
        const read: Decoded[] = []
        for await (const decoded of readLog(chunks(), 'nmea0183')) read.push(decoded)
        const depths = read
          .flatMap(({ scalars }) => scalars)
          .filter(({ key }) => key === 'depth_below_transducer')
        expect(depths.map(({ value }) => value)).toEqual(sentences.map((_, i) => i + 1))
        expect(read.flatMap(({ rejected }) => rejected)).toEqual([])
      }),
      { numRuns: 20 },
    )
  })

  test('rejects an AIS message whose second part never comes', () => {
    const part = sentenceLine(
      '!',
      'AIVDM,2,1,1,A,55?MbV02;H;s<HtKR20EHE:0@T4@Dn2222222216L961O5Gf0NSQEp6ClRp8,0',
    )
    expect(taken('nmea0183', text(`${part}\n`))).toMatchObject({ stored: 0, refused: 1 })
    expect(taken('nmea0183', text(`${part}\n${part}\n`))).toMatchObject({ stored: 0, refused: 2 })
    const short = sentenceLine('!', 'AIVDM,1,1,,A,15MgK45P3@G?fl0E`J,0')
    expect(taken('nmea0183', text(short))).toMatchObject({ stored: 0, refused: 1 })
  })
})

describe('NMEA 2000 text', () => {
  const turn = fc
    .integer({ min: 0, max: 0x0000ffff })
    .map((raw) => Uint8Array.of(0xff, raw & 255, raw >> 8, 0, 0, 0xff, 0xff, 0xff))
  const hex = (data: Uint8Array) => Buffer.from(data).toString('hex').toUpperCase()
  const id = canId(2, 127251, 5).toString(16).toUpperCase().padStart(8, '0')
  const FORMS: Readonly<Record<string, (data: Uint8Array) => string>> = {
    'candump -L': (data) => `(1781773200.000000) can0 ${id}#${hex(data)}`,
    'Yacht Devices RAW': (data) => `09:00:00.000 R ${id} ${hex(data).replaceAll(/..(?=.)/g, '$& ')}`,
    canboat: (data) => `${AT},2,127251,5,255,8,${hex(data).replaceAll(/..(?=.)/g, '$&,')}`,
    'canboat JSON': () =>
      `{"timestamp":"${AT}","prio":2,"src":5,"dst":255,"pgn":127251,"fields":{"Rate":0.01}}`,
    iKonvert: (data) => `!PDGY,127251,2,5,255,1.0,${Buffer.from(data).toString('base64')}`,
    'Actisense N2K ASCII': (data) => `A090000.000 05FF2 1F113 ${hex(data)}`,
  }
  test.each(Object.entries(FORMS))('reads text of the form %s however it is joined', (_, form) => {
    fc.assert(
      fc.property(items(turn.map(form), ['\n', '\r\n', '\r', '', ' ', '\0'], []), (all) => {
        const { stored, refused } = taken('n2k', text(all.map(written).join('')))
        expect([stored, refused]).toEqual([all.length, 0])
      }),
      { numRuns: 50 },
    )
  })

  test('rejects a fast packet once, whichever of its frames are lost', () => {
    const lost = fc.uniqueArray(fc.nat(3), { maxLength: 3 })
    fc.assert(
      fc.property(fc.array(lost, { minLength: 1, maxLength: 20 }), (messages) => {
        const engine = Buffer.from('006810fffff389d2047b00ffffffffffffffffffffffffff7f7f', 'hex')
        const lines = messages.flatMap((missing, i) =>
          fastPacketFrames(engine, i)
            .filter((_, at) => !missing.includes(at))
            .map(
              (data) =>
                `(1781773200.00000${i % 8}) can0 ${canId(2, 127489, 5).toString(16).padStart(8, '0')}#${hex(data)}`,
            ),
        )
        const { scalars, refused } = taken('n2k', text(`${lines.join('\n')}\n`))
        const broken = messages.filter((missing) => missing.length > 0).length
        expect(scalars.filter(({ key }) => key === 'oil_pressure')).toHaveLength(messages.length - broken)
        expect(refused).toBe(broken)
      }),
    )
  })
})

test('reads or rejects Signal K messages one by one', () => {
  const delta = fc
    .double({ min: 0, max: 20, noNaN: true })
    .map(
      (value) =>
        `{"context":"vessels.self","updates":[{"$source":"a","timestamp":"${AT}","values":[{"path":"navigation.speedOverGround","value":${value}}]}]}`,
    )
  fc.assert(
    fc.property(items(delta, ['\n', '\r\n', '', ' ', '\0'], []), fc.boolean(), (all, isCut) => {
      const whole = all.map(written).join('')
      const { stored, refused } = taken('signalk', text(isCut ? `${whole}\n{"context":"vess` : whole))
      expect([stored, refused]).toEqual([all.length, isCut ? 1 : 0])
    }),
  )
})

test('reads or rejects motion blocks with their samples, whatever lies between them', () => {
  const garbage = fc.uint8Array({ maxLength: 30 }).filter((bytes) => !bytes.includes(0x42))
  const block = fc.record({ block: anyMotionBlock, isDamaged: fc.boolean(), garbage })
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 6 }), (blocks) => {
      const parts = blocks.flatMap(({ block, isDamaged, garbage }) => {
        const bytes = encoderFor('imu')({ motion: [block] })
        if (isDamaged) bytes[bytes.length - 5] = (bytes[bytes.length - 5] ?? 0) ^ 255
        return [garbage, bytes]
      })
      const { stored, refused } = taken('imu', Buffer.concat(parts))
      const samples = (wanted: boolean) =>
        blocks
          .filter(({ isDamaged }) => isDamaged === wanted)
          .reduce((sum, { block }) => sum + block.forceX.length, 0)
      expect(stored).toBe(samples(false))
      // A damaged block before garbage has no certain length and counts once.
      const unsure = blocks.filter(
        ({ isDamaged }, i) => isDamaged && (blocks[i + 1]?.garbage.length ?? 0) > 0,
      )
      const gaps = blocks.filter(({ garbage }, i) => garbage.length > 0 && !blocks[i - 1]?.isDamaged).length
      const sure = samples(true) - unsure.reduce((sum, { block }) => sum + block.forceX.length, 0)
      expect(refused).toBe(sure + unsure.length + gaps)
    }),
  )
})

test('stores or rejects readings value by value', () => {
  const cell = fc.constantFrom<readonly [unknown, 'stored' | 'refused']>(
    [1, 'stored'],
    ['x', 'refused'],
    [null, 'stored'],
  )
  const rows = fc.array(fc.tuple(fc.boolean(), cell, cell), { minLength: 1, maxLength: 10 })
  fc.assert(
    fc.property(rows, fc.boolean(), (table, isKnown) => {
      const body = {
        tables: [
          {
            columns: ['sog', isKnown ? 'stw' : 'nonsense'],
            rows: table.map(([isShort, a, b], i) => [AT_US / 1000 + i, a[0], ...(isShort ? [] : [b[0]])]),
          },
        ],
      }
      const { stored, refused } = taken('readings', Buffer.from(JSON.stringify(body)))
      expect(stored + refused).toBe(2 * table.length)
      const good = table.flatMap(([isShort, a, b]) => (isShort || !isKnown ? [] : [a, b]))
      expect(stored).toBe(good.filter(([, becomes]) => becomes === 'stored').length)
    }),
  )
  expect(taken('readings', Buffer.from('{"tables":[],"samples":{"t":1}}'))).toMatchObject({ refused: 1 })
})

describe('tracks in files', () => {
  const time = (i: number) => new Date(AT_US / 1e3 + i * 1000).toISOString()
  interface Form {
    head: string
    row(i: number): string
    tail: string
    /** Matches the units that a reader counts: each is a position or a rejection. */
    unit: RegExp
    /** Stands between rows. */
    ends: readonly string[]
  }
  const ENDS = ['\n', '\r', '\r\n', '\r\n\r\n'] as const
  const FORMS: Readonly<Record<string, Form>> = {
    csv: {
      ...{ head: 'time,lat,lon\n', tail: '', unit: /[^\r\n]+/g, ends: ENDS },
      row: (i) => `${time(i)},64.${100 + i},-22.${100 + i}`,
    },
    gpx: {
      ...{
        head: '<gpx><trk><trkseg>',
        tail: '</trkseg></trk></gpx>',
        unit: /<trkpt/g,
        ends: ['', ' ', ...ENDS],
      },
      row: (i) => `<trkpt lat="64.${100 + i}" lon="-22.${100 + i}"><time>${time(i)}</time></trkpt>`,
    },
    tcx: {
      ...{ head: '<TrainingCenterDatabase><Track>', tail: '</Track></TrainingCenterDatabase>' },
      ...{ unit: /<Trackpoint/g, ends: ['', ' ', ...ENDS] },
      row: (i) =>
        `<Trackpoint><Time>${time(i)}</Time><LatitudeDegrees>64.${100 + i}</LatitudeDegrees><LongitudeDegrees>-22.${100 + i}</LongitudeDegrees></Trackpoint>`,
    },
    kml: {
      ...{ head: '<kml><gx:Track>', tail: '</gx:Track></kml>', unit: /<gx:coord/g, ends: ['', ' ', ...ENDS] },
      row: (i) => `<when>${time(i)}</when><gx:coord>-22.${100 + i} 64.${100 + i} 0</gx:coord>`,
    },
  }
  const ROWS = 30
  async function takenOfFile(format: LogFormat, bytes: Uint8Array, size: number) {
    async function* chunks() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    }
    const parts: Decoded[] = []
    for await (const part of readLog(chunks(), format)) parts.push(part)
    return {
      fixes: parts.flatMap(({ fixes }) => fixes),
      refused: parts.reduce((sum, { rejected }) => sum + refusedOf(rejected), 0),
    }
  }
  const damage = fc.record({
    at: fc.nat(),
    removed: fc.nat(300),
    inserted: fc.constantFrom('', '\0', '\0\0 '),
  })

  test.each(Object.entries(FORMS))('reads tracks of %s however rows and chunks end', async (format, form) => {
    const ends = fc.array(fc.constantFrom(...form.ends), { minLength: ROWS, maxLength: ROWS })
    await fc.assert(
      fc.asyncProperty(ends, fc.integer({ min: 1, max: 500 }), async (between, size) => {
        const text = form.head + between.map((end, i) => form.row(i) + end).join('') + form.tail
        const { fixes, refused } = await takenOfFile(format as LogFormat, Buffer.from(text), size)
        expect(fixes.map(({ latitudeDeg }) => latitudeDeg)).toEqual(
          between.map((_, i) => 64 + (100 + i) / 1000),
        )
        expect(refused).toBe(0)
      }),
      { numRuns: 40 },
    )
  })

  test.each(Object.entries(FORMS))(
    'stores or rejects tracks of %s when bytes are lost or inserted',
    async (format, form) => {
      await fc.assert(
        fc.asyncProperty(
          damage,
          fc.integer({ min: 50, max: 500 }),
          async ({ at, removed, inserted }, size) => {
            const body = Array.from({ length: ROWS }, (_, i) => `${form.row(i)}\n`).join('')
            const from = at % body.length
            const broken = body.slice(0, from) + inserted + body.slice(from + removed)
            const text = form.head + broken + form.tail
            const came = broken.match(form.unit)?.length ?? 0
            const { fixes, refused } = await takenOfFile(format as LogFormat, Buffer.from(text), size)
            expect(fixes.length + refused).toBeGreaterThanOrEqual(came)
            if (format === 'csv') expect(fixes.length + refused).toBe(came)
            // Undamaged rows are read correctly, except at the damage and in the rows after it, which a
            // damaged row may swallow.
            const whole = new Map(
              Array.from({ length: ROWS }, (_, i) => [AT_US + i * 1e6, 64 + (100 + i) / 1000]),
            )
            const right = fixes.filter(({ timeUs, latitudeDeg }) => whole.get(timeUs) === latitudeDeg)
            expect(right.length).toBeGreaterThanOrEqual(came - 4)
            expect(fixes.length - right.length).toBeLessThanOrEqual(1)
          },
        ),
        { numRuns: 150 },
      )
    },
  )

  test('pairs no times and places in KML lists of different lengths', async () => {
    const list = (lost: number) =>
      Array.from({ length: ROWS }, (_, i) => (i === lost ? '' : `<when>${time(i)}</when>`)).join('') +
      Array.from({ length: ROWS }, (_, i) => `<gx:coord>-22.1 64.${100 + i} 0</gx:coord>`).join('')
    const of = (inner: string) => takenOfFile('kml', Buffer.from(`<kml><gx:Track>${inner}`), 500)
    const closed = await of(`${list(7)}</gx:Track></kml>`)
    expect([closed.fixes.length, closed.refused]).toEqual([0, 2 * ROWS - 1])
    const cutOff = await of(list(-1).slice(0, -200))
    expect(cutOff.fixes.length).toBeGreaterThan(ROWS - 10)
    expect(
      cutOff.fixes.every(
        ({ timeUs, latitudeDeg }) => latitudeDeg === 64 + (100 + (timeUs - AT_US) / 1e6) / 1000,
      ),
    ).toBe(true)
  })

  test('rejects FIT as a whole when a byte is lost', async () => {
    const bytes = readFileSync('recordings/files/track.fit')
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 80 }), async (at, removed) => {
        const broken = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + removed)])
        const { fixes, refused } = await takenOfFile('fit', broken, 100)
        expect([fixes.length, refused]).toEqual([0, 1])
      }),
      { numRuns: 40 },
    )
  })
})
