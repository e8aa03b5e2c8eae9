import { expect, test } from 'vitest'
import { describeAppended, extentOf } from './describeInterval.ts'
import type { VesselReadings } from './vesselReadings.ts'

const readings = (part: Partial<VesselReadings>): VesselReadings => ({
  vesselNumber: 7,
  scalars: [],
  fixes: [],
  motion: [],
  ais: [],
  faults: [],
  ...part,
})

test('spans every sample and keeps the newest of each series', () => {
  const ten = new Int16Array(10)
  const [interval] = describeAppended(
    readings({
      scalars: [
        { timeUs: 5e6, key: 'sog', instance: 0, value: 4 },
        { timeUs: 3e6, key: 'sog', instance: 0, value: 9 },
        { timeUs: 8e6, key: 'engine_speed', instance: 1, value: 30 },
        { timeUs: 9e6, key: 'sog', instance: 0, value: null },
      ],
      fixes: [
        { timeUs: 4e6, latitudeDeg: 64, longitudeDeg: -22, hdop: null, valid: true },
        { timeUs: 6e6, latitudeDeg: 0, longitudeDeg: 0, hdop: null, valid: false },
      ],
      motion: [
        {
          sensor: 1,
          startUs: 10e6,
          intervalUs: 20_000,
          forceX: ten,
          forceY: ten,
          forceZ: ten,
          roll: ten,
          pitch: ten,
          yaw: ten,
        },
      ],
    }),
  )
  expect(interval).toMatchObject({
    vesselNumber: 7,
    fromUs: 3e6,
    toUs: 10.18e6,
    motion: [{ fromUs: 10e6, toUs: 10.18e6 }],
    maxSogMps: 9,
    newest: { sog: [5e6, 4, 0] },
  })
  expect(interval?.lastFixes.map(({ latitudeDeg }) => latitudeDeg)).toEqual([64])
  expect(interval?.newest.engine_speed).toBeUndefined()
})

test('describes values and positions as they are stored', () => {
  const [interval] = describeAppended(
    readings({
      scalars: [{ timeUs: 5e6, key: 'sog', instance: 0, value: 3.000_004_9 }],
      fixes: [
        {
          timeUs: 4e6,
          latitudeDeg: 64.127_777_779_8,
          longitudeDeg: -22.000_000_04,
          hdop: 0.912,
          valid: true,
        },
      ],
    }),
  )
  expect(interval?.newest.sog?.[1]).toBe(3)
  expect(interval?.lastFixes).toMatchObject([
    { latitudeDeg: 641_277_778 * 1e-7, longitudeDeg: -22, hdop: 0.91 },
  ])
})

test('separates bursts of motion, and joins bursts that several sensors measured together', () => {
  const second = new Int16Array(50)
  const burst = (sensor: number, atS: number) => ({
    ...{ sensor, startUs: atS * 1e6, intervalUs: 20_000, forceX: second, forceY: second, forceZ: second },
    ...{ roll: second, pitch: second, yaw: second },
  })
  const motion = [burst(1, 100), burst(1, 200), burst(1, 201), burst(2, 100), burst(2, 201), burst(2, 220)]
  expect(describeAppended(readings({ motion }))[0]?.motion).toEqual([
    { fromUs: 100e6, toUs: 100.98e6 },
    { fromUs: 200e6, toUs: 220.98e6 },
  ])
})

test('spans readings of other ships and of engine faults', () => {
  const ais = [
    {
      timeUs: 7e6,
      mmsi: 251_000_001,
      name: null,
      latitudeDeg: 64,
      longitudeDeg: -22,
      sogMps: 0,
      cogRad: null,
    },
  ]
  const lamps = { protect: null, amberWarning: null, redStop: null, malfunction: null }
  const faults = [{ timeUs: 9e6, instance: 1, spn: 100, fmi: 1, occurrenceCount: null, lamps }]
  expect(describeAppended(readings({ ais, faults }))).toMatchObject([{ fromUs: 7e6, toUs: 9e6 }])
  expect(extentOf(readings({ ais, faults }))).toEqual({ fromUs: 7e6, toUs: 9e6 })
})

test('returns nothing for an empty batch', () => {
  expect(describeAppended(readings({}))).toEqual([])
})

test('describes two dates years apart separately, each with its own readings', () => {
  const [bootUs, nowUs] = [Date.UTC(2007, 3, 13, 10) * 1000, Date.UTC(2026, 5, 18, 9) * 1000]
  const sog = (timeUs: number, value: number) => ({ timeUs, key: 'sog' as const, instance: 0, value })
  const fix = (timeUs: number) => ({ timeUs, latitudeDeg: 64, longitudeDeg: -22, hdop: null, valid: true })
  const described = describeAppended(
    readings({
      scalars: [sog(nowUs, 5), sog(bootUs, 6), sog(nowUs + 1e6, 7)],
      fixes: [fix(bootUs), fix(nowUs)],
    }),
  )
  expect(described).toMatchObject([
    { fromUs: bootUs, toUs: bootUs, maxSogMps: 6, lastFixes: [{ timeUs: bootUs }] },
    { fromUs: nowUs, toUs: nowUs + 1e6, maxSogMps: 7, lastFixes: [{ timeUs: nowUs }] },
  ])
  expect(described.map((one) => one.readings?.scalars.map(({ value }) => value))).toEqual([[6], [5, 7]])
})
