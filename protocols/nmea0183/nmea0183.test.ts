import { expect, test } from 'vitest'
import { degToRad, KNOT_MPS, knToMps } from '#contract/domain/units.ts'
import { orderOf } from '#contract/wire/source.ts'
import { decodeAis, encodeAis } from './aisMessage.ts'
import { Nmea0183Decoder } from './nmea0183Decoder.ts'
import { sentenceLine } from './sentence.ts'

const lines = (...bodies: string[]) => bodies.map((body) => `${sentenceLine('$', body)}\r\n`).join('')
const decode = (text: string, receivedUs: number | null = null) =>
  new Nmea0183Decoder().decode(Buffer.from(text, 'latin1'), receivedUs)
const RMC = 'GPRMC,082913.000,A,5455.5854,N,01229.1706,E,4.95,140.48,310713,,,A'
const RMC_US = Date.UTC(2013, 6, 31, 8, 29, 13) * 1e3

test('reads position, speed and course from RMC at the time of RMC', () => {
  const { scalars, fixes } = decode(
    '$GPRMC,082913.000,A,5455.5854,N,01229.1706,E,4.95,140.48,310713,,,A*6C\r\n',
  )
  expect(fixes).toMatchObject([
    {
      timeUs: RMC_US,
      latitudeDeg: expect.closeTo(54 + 55.5854 / 60, 9),
      longitudeDeg: expect.closeTo(12 + 29.1706 / 60, 9),
      hdop: null,
      valid: true,
    },
  ])
  expect(scalars).toMatchObject([
    { timeUs: RMC_US, key: 'sog', instance: 0, value: 4.95 * KNOT_MPS },
    { timeUs: RMC_US, key: 'cog', instance: 0, value: degToRad(140.48) },
  ])
})

test('rejects a sentence whose checksum is wrong and reads the others', () => {
  const { fixes, rejected } = decode(
    `$GPRMC,082913.000,A,5455.5854,N,01229.1706,E,4.95,140.48,310713,,,A*6D\n${lines(RMC)}`,
  )
  expect(fixes).toHaveLength(1)
  expect(rejected).toEqual([{ reason: 'checksum', detail: 'sentence', count: 1 }])
})

test('rejects RMC without a checksum and every sentence that was cut', () => {
  const refusal = (count: number) => [{ reason: 'malformed', detail: 'sentence without checksum', count }]
  expect(decode(`$${RMC}\r\n`)).toMatchObject({ fixes: [], scalars: [], rejected: refusal(1) })
  // Cut anywhere, after a sentence that had its checksum.
  const gll = '$GPGLL,5229.6021,N,00517.7879,E,235959,A,A'
  for (let end = 20; end <= gll.length; end++) {
    const { fixes, rejected } = decode(`${lines(RMC)}${gll.slice(0, end)}`)
    expect([fixes.length, rejected]).toEqual([1, refusal(1)])
  }
  expect(decode(lines(RMC).slice(0, -3)).rejected).toEqual([
    { reason: 'checksum', detail: 'sentence', count: 1 },
  ])
  // Sentences of a device that never sends checksums are accepted, as long as the fields are there.
  expect(decode(`${gll}\r\n`, RMC_US).fixes).toHaveLength(1)
  expect(decode(gll.slice(0, 30), RMC_US)).toMatchObject({ fixes: [], rejected: refusal(1) })
})

test('dates everything else by the sentence before it', () => {
  const { scalars } = decode(lines(RMC, 'SDDPT,4.2,0.4,', 'SDDPT,4.3,-0.4,'))
  expect(scalars.slice(2)).toMatchObject([
    { timeUs: RMC_US, key: 'depth_below_transducer', instance: 0, value: 4.2 },
    { timeUs: RMC_US, key: 'depth_below_surface', instance: 0, value: 4.6000000000000005 },
    { timeUs: RMC_US, key: 'depth_below_transducer', instance: 0, value: 4.3 },
  ])
  expect(decode(lines('SDDPT,4.2,0.4,')).rejected).toEqual([
    { reason: 'no_time', detail: 'sentence DPT', count: 1 },
  ])
  expect(decode(lines('SDDPT,4.2,,'), 77).scalars[0]?.timeUs).toBe(77)
})

test('reads years from 80 on as those of the last century, which dates nothing', () => {
  const timeOf = (date: string) => decode(lines(RMC.replace('310713', date)), RMC_US).fixes[0]?.timeUs
  expect(timeOf('010179')).toBe(Date.UTC(2079, 0, 1, 8, 29, 13) * 1e3)
  // The start of GPS time is a receiver that has lost count, so the clock of the listener counts.
  expect([timeOf('060180'), timeOf('311299')]).toEqual([RMC_US, RMC_US])
  expect(timeOf('010100')).toBe(Date.UTC(2000, 0, 1, 8, 29, 13) * 1e3)
})

test('passes midnight with sentences that have no date', () => {
  const { fixes } = decode(
    lines(
      'GPZDA,235959.00,31,12,2025,00,00',
      'GPGLL,5229.6021,N,00517.7879,E,235959,A,A',
      'GPGLL,5229.6021,N,00517.7879,E,000001,A,A',
    ),
  )
  const newYearUs = Date.UTC(2026, 0, 1) * 1e3
  expect(fixes.map(({ timeUs }) => timeUs - newYearUs)).toEqual([-1e6, 1e6])
})

test('reads the clock of the logger in front of a sentence, and corrects it by the receiver', () => {
  const stamped = `1375259353500;N;${lines(RMC)}1375259354500;N;${lines('SDDPT,4.2,,')}`
  expect(decode(stamped).scalars.at(-1)?.timeUs).toBe(RMC_US + 1e6)
  const tag = '\\s:r1,c:1375259354*00\\'
  expect(decode(tag + lines('SDDPT,4.2,,')).scalars[0]?.timeUs).toBe(1_375_259_354e6)
})

test('marks a fix without satellites as invalid', () => {
  const { fixes, scalars } = decode(lines(RMC.replace(',A,', ',V,')), RMC_US)
  expect(fixes[0]?.valid).toBe(false)
  expect(scalars).toEqual([])
  const speeds = (mode: string) =>
    decode(lines(RMC, `GPVTG,140.5,T,,M,4.9,N,9.1,K,${mode}`)).scalars.filter(({ key }) => key === 'sog')
  expect([speeds('A').length, speeds('N').length]).toEqual([2, 1])
})

test('gives the fix of RMC the dilution of GGA, whose own position comes after it', () => {
  const gga = 'GPGGA,082913.000,5455.5854,N,01229.1706,E,1,08,0.9,2,M,47.0,M,,'
  const { fixes } = decode(lines(RMC, gga, RMC.replace('13.000', '14.000')))
  expect(fixes.map(({ hdop }) => hdop)).toEqual([null, 0.9, 0.9])
  expect(orderOf(fixes[1]?.source ?? 0)).toBeGreaterThan(orderOf(fixes[0]?.source ?? 0))
})

test('reads the true wind from north, or off the bow with a heading, and never the apparent', () => {
  const wind = (...bodies: string[]) =>
    decode(lines(RMC, ...bodies))
      .scalars.filter(({ key }) => key.startsWith('wind'))
      .map(({ value }) => value)
  expect(wind('WIMWV,338,R,13.41,N,A')).toEqual([])
  expect(wind('WIMWD,90.0,T,,M,,N,5.0,M')).toEqual([5, degToRad(90)])
  const [speed, direction] = wind('HEHDT,30.0,T', 'WIMWV,350,T,10,N,A')
  expect(speed).toBeCloseTo(knToMps(10), 9)
  expect(direction).toBeCloseTo(degToRad(20), 9)
})

test('corrects a magnetic heading by the variation to the west', () => {
  const { scalars } = decode(lines(RMC, 'HEHDG,20.0,,,10.0,W'))
  expect(scalars.at(-1)?.value).toBeCloseTo(degToRad(10), 9)
})

test('reads the rudder in degrees to both sides, and a second rudder as the worse source', () => {
  const rudder = (...fields: string[]) =>
    decode(lines(RMC, `IIRSA,${fields.join()}`)).scalars.filter(({ key }) => key === 'rudder_angle')
  expect(rudder('-5.0', 'A', '', '')).toMatchObject([{ instance: 0, value: degToRad(-5) }])
  const [starboard, port] = rudder('12.5', 'A', '-3.0', 'A')
  expect([starboard?.value, port?.value]).toEqual([degToRad(12.5), degToRad(-3)])
  expect(orderOf(port?.source ?? 0)).toBeGreaterThan(orderOf(starboard?.source ?? 0))
  expect(rudder('12.5', 'V', '4.0', 'A').map(({ value }) => value)).toEqual([degToRad(4)])
  expect(rudder('12.5', 'V', '4.0', 'V')).toEqual([])
  expect(rudder('', 'A', '', '')).toMatchObject([{ value: null }])
})

test('rejects a rudder beyond 90°, and a sentence without checksum that was cut', () => {
  const { scalars, rejected } = decode(lines(RMC, 'IIRSA,90.1,A,-90.1,A'))
  expect(scalars.filter(({ key }) => key === 'rudder_angle').map(({ value }) => value)).toEqual([null, null])
  expect(rejected).toEqual([{ reason: 'out_of_range', detail: 'rudder_angle', count: 2 }])
  expect(new Nmea0183Decoder().decode(Buffer.from('$IIRSA,-5.0,A\r\n'), 1e15).scalars).toEqual([])
})

test('corrects no magnetic heading from before the variation was reported', () => {
  const stamped = (ms: number, body: string) => `${ms};N;${lines(body)}`
  const withVariation = stamped(1_375_259_353_500, RMC.replace('310713,,,A', '310713,10.0,W,A'))
  const headingAt = (ms: number) =>
    decode(withVariation + stamped(ms, 'HEHDM,20.0,M')).scalars.find(({ key }) => key === 'heading')?.value
  expect(headingAt(1_375_259_354_500)).toBeCloseTo(degToRad(10), 9)
  expect(headingAt(1_375_259_348_500)).toBeNull()
})

test('reads engines, transducers and temperatures', () => {
  const { scalars } = decode(
    lines(RMC, 'IIRPM,E,2,1800,,A', 'IIXDR,A,13.4,D,HEEL,A,-2.8,D,TRIM,U,12.9,V,BatVolt0', 'IIMTW,16.8,C'),
  )
  expect(
    scalars.slice(2).map(({ key, instance, value }) => [key, instance, Number(value?.toFixed(6))]),
  ).toEqual([
    ['engine_speed', 2, 30],
    ['euler_x', 0, 0.233874],
    ['euler_y', 0, -0.048869],
    ['battery_voltage', 1, 12.9],
    ['water_temperature_fc', 0, 289.95],
  ])
})

test('reads a class A vessel and joins the parts of its name', () => {
  const ais = [
    '!AIVDM,1,1,,B,13u=gHP3CWPlvs2Q8sHW:5fD0h6a,0*1B',
    '!AIVDM,2,1,3,B,55P5TL01VIaAL@7WKO@mBplU@<PDhh000000001S;AJ::4A80?4i@E53,0*3E',
    '!AIVDM,2,2,3,B,1@0000000000000,2*55',
  ]
  const { ais: reports, rejected } = decode(lines(RMC) + ais.join('\r\n'))
  expect(rejected).toEqual([])
  expect(reports[0]).toMatchObject({ timeUs: RMC_US, mmsi: 265_514_850 })
  expect(reports[0]?.latitudeDeg).toBeCloseTo(57.91547, 5)
  expect(reports[1]).toMatchObject({ mmsi: 369_190_000, name: 'MT.MITCHELL', latitudeDeg: null })
  expect(decode(lines(RMC) + ais[2]).rejected).toEqual([
    { reason: 'malformed', detail: 'AIS part', count: 1 },
  ])
})

test('reads no speed and no course from an AIS message without them', () => {
  const report = { timeUs: RMC_US, mmsi: 265_514_850, name: null, latitudeDeg: 57.9, longitudeDeg: 12.5 }
  const decoded = (sogMps: number | null, cogRad: number | null) =>
    decodeAis(encodeAis({ ...report, sogMps, cogRad })[0]?.payload ?? '', RMC_US)
  expect(decoded(null, null)).toMatchObject({ sogMps: null, cogRad: null })
  expect(decoded(knToMps(102.2), degToRad(359.9))).toMatchObject({
    sogMps: expect.closeTo(knToMps(102.2), 9),
    cogRad: expect.closeTo(degToRad(359.9), 9),
  })
})

test('reads the type of a ship from class A and from part B of class B', () => {
  const kinds = (sentence: string) =>
    decode(lines(RMC) + sentence).ais.map(({ mmsi, name, shipType }) => [mmsi, name, shipType])
  expect(kinds('!AIVDM,1,1,,A,H42O55lti4hhhilD3nink000?050,0*40')).toEqual([[271_041_815, null, 60]])
  expect(
    kinds(
      [
        '!AIVDM,2,1,1,A,55?MbV02;H;s<HtKR20EHE:0@T4@Dn2222222216L961O5Gf0NSQEp6ClRp8,0*1C',
        '!AIVDM,2,2,1,A,88888888880,2*25',
      ].join('\r\n'),
    ),
  ).toEqual([[351_759_000, 'EVER DIADEM', 70]])
})

test('dates reports of other ships by the clock of the logger', () => {
  const position = '!AIVDM,1,1,,B,13u=gHP3CWPlvs2Q8sHW:5fD0h6a,0*1B'
  const name = [
    '!AIVDM,2,1,3,B,55P5TL01VIaAL@7WKO@mBplU@<PDhh000000001S;AJ::4A80?4i@E53,0*3E',
    '!AIVDM,2,2,3,B,1@0000000000000,2*55',
  ]
  const times = (...all: string[]) => decode(all.join('\n')).ais.map(({ timeUs }) => timeUs)
  // A group of TAG blocks has the time once; a station sends it on a line of its own.
  expect(times(`\\g:1-2-7,c:1375259353*5C\\${name[0]}`, `\\g:2-2-7*5A\\${name[1]}`)).toEqual([1375259353e6])
  expect(times('\\s:AISD,c:1375259353*2A\\', position)).toEqual([1375259353e6])
  const pghp = sentenceLine('$', 'PGHP,1,2013,7,31,8,29,13,250,219,,2190067,1,1B')
  expect(times('\\si:AISD*3F\\', pghp, position)).toEqual([RMC_US + 250_000])
  expect(
    decode(['\\si:AISD*3F\\', sentenceLine('$', 'PGHP,1,nonsense'), position].join('\n')).rejected,
  ).toEqual([{ reason: 'no_time', detail: 'sentence VDM', count: 1 }])
})
