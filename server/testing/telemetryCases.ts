/** Requirements of a telemetry store, whichever engine is behind it. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { IMU_ANGLE_RAD, IMU_NOT_AVAILABLE, type MotionBlock } from '#contract/domain/reading.ts'
import { SERIES, type SeriesKey } from '#contract/domain/series.ts'
import { DAY_US } from '#contract/domain/time.ts'
import { degToRad } from '#contract/domain/units.ts'
import type { Field } from '#server/telemetry/field.ts'
import type { VesselReadings } from '#server/telemetry/vesselReadings.ts'
import type { TestTelemetry } from './testTelemetry.ts'

const T = Date.UTC(2026, 5, 18, 9) * 1000
const S = 1_000_000

export function telemetryCases(open: () => Promise<TestTelemetry>): void {
  let telemetry: TestTelemetry
  let vesselNumber = 0

  beforeAll(async () => {
    telemetry = await open()
  })
  afterAll(() => telemetry.close())

  const readings = (part: Partial<VesselReadings>): VesselReadings => ({
    vesselNumber,
    scalars: [],
    fixes: [],
    motion: [],
    ais: [],
    faults: [],
    ...part,
  })
  const whole = () => ({ vesselNumber, fromUs: T - 3600 * S, toUs: T + 3600 * S })
  const sog = (atS: number, value: number | null) =>
    ({ timeUs: T + atS * S, key: 'sog', instance: 0, value }) as const
  const fix = (atS: number, latitudeDeg: number, longitudeDeg: number) => ({
    timeUs: T + atS * S,
    latitudeDeg,
    longitudeDeg,
    hdop: 0.9,
    valid: true,
  })
  const block = (startUs: number, n: number, sensor = 1): MotionBlock => ({
    sensor,
    startUs,
    intervalUs: 20_000,
    forceX: Int16Array.from({ length: n }, (_, i) => i),
    forceY: Int16Array.from({ length: n }, (_, i) => -i),
    forceZ: new Int16Array(n).fill(1000),
    roll: new Int16Array(n).fill(500),
    pitch: new Int16Array(n).fill(IMU_NOT_AVAILABLE),
    yaw: Int16Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 31_400 : -31_400)),
  })

  describe('append', () => {
    test('returns what was stored, null as null', async () => {
      vesselNumber = 1
      await telemetry.append([readings({ scalars: [sog(0, 5.123), sog(1, null), sog(2, 0)] })])
      const { timeUs, value } = await telemetry.series.samples(whole(), 'sog', 0)
      expect(timeUs).toEqual([T, T + S, T + 2 * S])
      expect(value[0]).toBeCloseTo(5.123, 9)
      expect(value.slice(1)).toEqual([null, 0])
    })

    test('stores a sample once, from any repetition and batches, and keeps the last value', async () => {
      vesselNumber = 2
      const all = Array.from({ length: 100 }, (_, i) => sog(i, i / 10))
      await telemetry.append([readings({ scalars: all, fixes: [fix(0, 64, -22)], motion: [block(T, 50)] })])
      await telemetry.append([
        readings({ scalars: all.toReversed(), fixes: [fix(0, 64, -22)], motion: [block(T + 200_000, 40)] }),
      ])
      await telemetry.append([readings({ scalars: [...all.slice(30, 60), sog(5, 1), sog(5, 9)] })])
      const { value } = await telemetry.series.samples(whole(), 'sog', 0)
      expect(value).toHaveLength(100)
      expect(value[5]).toBe(9)
      const [motion] = await telemetry.motion.bySensor([whole()])
      expect(motion?.timeUs).toHaveLength(50)
      expect(
        (await telemetry.positions.movement([whole()]))[0]?.latitudeDeg.filter((latitude) => latitude === 64),
      ).toHaveLength(1)
    })

    test('stores a batch that spans years', async () => {
      vesselNumber = 3
      const years = Array.from({ length: 130 }, (_, i) => sog(-i * 30 * 86_400, 1))
      await telemetry.append([readings({ scalars: years })])
      expect(await telemetry.intervals.extent(3)).toEqual({ firstUs: T - 129 * 30 * 86_400 * S, lastUs: T })
    })

    test('stores reports of other vessels and trouble codes', async () => {
      vesselNumber = 4
      const ais = {
        timeUs: T,
        mmsi: 251000001,
        name: 'Tab\tname',
        latitudeDeg: 64,
        longitudeDeg: null,
        sogMps: 3,
        cogRad: null,
      }
      const lamps = { protect: null, amberWarning: 1, redStop: 0, malfunction: 0 }
      await telemetry.append([
        readings({
          ais: [ais],
          faults: [{ timeUs: T, instance: 1, spn: 110, fmi: 3, occurrenceCount: null, lamps }],
        }),
      ])
    })
  })

  describe('movement', () => {
    test('merges fixes and speed by time, for several vessels at once', async () => {
      vesselNumber = 5
      await telemetry.append([
        readings({ fixes: [fix(0, 64, -22), fix(2, 64.001, -22)], scalars: [sog(0, 3), sog(1, 4)] }),
      ])
      vesselNumber = 6
      await telemetry.append([readings({ scalars: [sog(0, 1)] })])
      const [first, second] = await telemetry.positions.movement([{ ...whole(), vesselNumber: 5 }, whole()])
      expect(first?.timeUs).toEqual(Float64Array.of(T, T + S, T + 2 * S))
      expect(first?.latitudeDeg[2]).toBeCloseTo(64.001, 7)
      expect(first?.latitudeDeg[1]).toBeNaN()
      expect(first?.sogMps[1]).toBeCloseTo(4, 9)
      expect(first?.sogMps[2]).toBeNaN()
      expect(first?.hdop[0]).toBeCloseTo(0.9, 9)
      expect(second).toMatchObject({ vesselNumber: 6 })
    })
  })

  describe('motion', () => {
    test('unpacks a block into its samples', async () => {
      vesselNumber = 7
      await telemetry.append([readings({ motion: [block(T, 50, 2), block(T, 25, 1)] })])
      const [one, two] = await telemetry.motion.bySensor([whole()])
      expect(one).toMatchObject({ sensor: 1 })
      expect(one?.timeUs).toHaveLength(25)
      expect(two?.timeUs[49]).toBe(T + 49 * 20_000)
      expect(two?.forceXG[49]).toBeCloseTo(0.049, 9)
      expect(two?.forceYG[49]).toBeCloseTo(-0.049, 9)
      expect(two?.rollRad[0]).toBeCloseTo(0.05, 9)
      expect(two?.pitchRad[0]).toBeNaN()
    })

    test('leaves out a sample without a value on an axis of force', async () => {
      vesselNumber = 40
      const holed = block(T, 50)
      holed.forceX[3] = IMU_NOT_AVAILABLE
      holed.forceY[5] = IMU_NOT_AVAILABLE
      holed.forceZ[7] = IMU_NOT_AVAILABLE
      await telemetry.append([readings({ motion: [holed] })])
      const [motion] = await telemetry.motion.bySensor([whole()])
      expect(motion?.timeUs).toHaveLength(47)
      expect(Math.min(...(motion?.forceYG ?? []), ...(motion?.forceZG ?? []))).toBeGreaterThan(-1)
    })
  })

  describe('series', () => {
    const bucketsOf = async (field: Field, resolutionS: number) =>
      (await telemetry.series.buckets(whole(), [field], resolutionS * S))[0]

    test('aligns buckets with the epoch and leaves empty buckets out', async () => {
      vesselNumber = 8
      await telemetry.append([readings({ scalars: [sog(1, 2), sog(3, 4), sog(25, 8), sog(31, null)] })])
      const avg = await bucketsOf({ key: 'sog', instance: 0, aggregation: 'avg' }, 10)
      expect(avg?.timeUs).toEqual([T, T + 20 * S, T + 30 * S])
      expect(avg?.value).toEqual([expect.closeTo(3, 9), expect.closeTo(8, 9), null])
      expect((await bucketsOf({ key: 'sog', instance: 0, aggregation: 'max' }, 10))?.value[0]).toBeCloseTo(
        4,
        9,
      )
      expect((await bucketsOf({ key: 'sog', instance: 0, aggregation: 'last' }, 10))?.value[0]).toBeCloseTo(
        4,
        9,
      )
    })

    test('averages courses across north, and opposite ones to nothing', async () => {
      vesselNumber = 9
      const cog = (atS: number, deg: number) =>
        ({ timeUs: T + atS * S, key: 'cog', instance: 0, value: degToRad(deg) }) as const
      await telemetry.append([readings({ scalars: [cog(0, 350), cog(1, 10), cog(20, 0), cog(21, 180)] })])
      const mean = await bucketsOf({ key: 'cog', instance: 0, aggregation: 'avg' }, 10)
      expect(Math.min(mean?.value[0] ?? 1, 2 * Math.PI - (mean?.value[0] ?? 1))).toBeCloseTo(0, 3)
      expect(mean?.value[1]).toBeNull()
    })

    test('averages positions across the antimeridian', async () => {
      vesselNumber = 10
      await telemetry.append([readings({ fixes: [fix(0, 10, 179.9), fix(1, 12, -179.9)] })])
      const [latitude, longitude] = await telemetry.series.buckets(
        whole(),
        [
          { key: 'latitude', instance: 0, aggregation: 'avg' },
          { key: 'longitude', instance: 0, aggregation: 'avg' },
        ],
        10 * S,
      )
      expect(latitude?.value[0]).toBeCloseTo(11, 7)
      expect(Math.abs(longitude?.value[0] ?? 0)).toBeCloseTo(180, 7)
    })

    test('reads attitude at 50 ms from raw samples, yaw across the wrap', async () => {
      vesselNumber = 11
      await telemetry.append([readings({ motion: [block(T, 50)] })])
      const [roll, pitch, yaw] = await telemetry.series.buckets(
        whole(),
        (['euler_x', 'euler_y', 'euler_z'] as const).map((key) => ({ key, instance: 1, aggregation: 'avg' })),
        50_000,
      )
      expect(roll?.timeUs).toHaveLength(20)
      expect(roll?.value[0]).toBeCloseTo(0.05, 9)
      expect(pitch?.value).toEqual([])
      expect(Math.abs(yaw?.value[0] ?? 0)).toBeGreaterThan(3.13)
    })
  })

  describe('the least and the largest', () => {
    const figures = async (key: SeriesKey, resolutionS: number) =>
      (
        await telemetry.series.buckets(
          whole(),
          (['min', 'max', 'last'] as const).map((aggregation) => ({ key, instance: 1, aggregation })),
          resolutionS * S,
        )
      ).map(({ value }) => value[0])

    test.each([
      ['fuel_consumption', [5, 5.5, 6]],
      ['transmission_gear', [2, 0, 1]],
      ['euler_x', [-0.35, 0.4, 0.01]],
      ['euler_y', [-0.12, 0.1, 0]],
    ] as const)(
      'computes minimum and maximum of %s, from samples and from quarter-hours',
      async (key, values) => {
        vesselNumber = 130 + SERIES[key].number
        const scalars = values.map((value, i) => ({ timeUs: T + i * S, key, instance: 1, value }) as const)
        // Attitude of a sensor comes from its raw samples.
        const angles = Int16Array.from(values, (value) => Math.round(value / IMU_ANGLE_RAD))
        const imu = { ...block(T, values.length), intervalUs: S, roll: angles, pitch: angles }
        await telemetry.append([readings(key.startsWith('euler') ? { motion: [imu] } : { scalars })])
        for (const resolutionS of [10, 900]) {
          const close = [Math.min(...values), Math.max(...values), values[2]].map((value) =>
            expect.closeTo(value, 9),
          )
          expect(await figures(key, resolutionS)).toEqual(close)
        }
      },
    )
  })

  describe('intervals', () => {
    test('lists intervals that were appended and none that were derived', async () => {
      vesselNumber = 12
      const before = Date.now() - 1000
      await telemetry.append([readings({ scalars: [sog(-100, 1), sog(100, 1)] })])
      await telemetry.appendDerived([readings({ scalars: [sog(500, 1)] })])
      const intervals = (await telemetry.intervals.since(before)).filter(
        (interval) => interval.vesselNumber === 12,
      )
      expect(intervals).toMatchObject([{ vesselNumber: 12, fromUs: T - 100 * S, toUs: T + 100 * S }])
      expect(intervals[0]?.firstMs).toBeGreaterThan(before)
      expect(await telemetry.intervals.since(Date.now() + 60_000)).toEqual([])
    })

    test('stamps appended intervals with the clock of the store, whatever the clock of the process', async () => {
      const beforeMs = Date.now() - 1000
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 100_000 })
      try {
        vesselNumber = 16
        await telemetry.append([readings({ scalars: [sog(0, 1)] })])
      } finally {
        vi.useRealTimers()
      }
      const found = await telemetry.intervals.since(beforeMs)
      expect(found.map((interval) => interval.vesselNumber)).toContain(16)
    })

    test('lists no more of an unfinished append than is stored', async () => {
      const nowUs = Math.floor(Date.now() / 1000) * S
      const at = (number: number, timeUs: number) => {
        vesselNumber = number
        return readings({ scalars: [{ ...sog(0, 1), timeUs }] })
      }
      const ends = async () =>
        (await telemetry.intervals.since(Date.now() - 30_000))
          .filter((one) => one.vesselNumber === 14 || one.vesselNumber === 15)
          .map(({ vesselNumber, toUs }) => [vesselNumber, toUs])
      await telemetry.append([at(14, nowUs - 3 * S), at(15, nowUs - 50 * S)])
      expect(await ends()).toEqual([
        [14, nowUs - 3 * S],
        [15, nowUs - 50 * S],
      ])
      await telemetry.append([at(14, nowUs - S)])
      expect(await ends()).toEqual([
        [14, nowUs - S],
        [15, nowUs - 50 * S],
      ])
    })

    test('returns when a vessel last sent before a moment, however long ago', async () => {
      const of = (number: number, more: Partial<VesselReadings>) => {
        vesselNumber = number
        return readings(more)
      }
      const forecast = { timeUs: T - 60 * S, key: 'wind_speed_fc', instance: 0, value: 5 } as const
      const fix = { timeUs: T - 400 * DAY_US, latitudeDeg: 64, longitudeDeg: -22, hdop: null, valid: true }
      await telemetry.append([
        of(16, { scalars: [sog(-3, 1), sog(0, 1), sog(5, 1), forecast] }),
        of(17, { scalars: [sog(-7200, 1), forecast] }),
        of(18, { fixes: [fix], scalars: [sog(60, 1)] }),
        of(19, { scalars: [sog(60, 1)] }),
      ])
      const moments = [16, 17, 18, 19].map((vesselNumber) => ({ vesselNumber, beforeUs: T }))
      expect(await telemetry.intervals.lastBefore(moments)).toEqual(
        new Map([
          [16, T - 3 * S],
          [17, T - 7200 * S],
          [18, T - 400 * DAY_US],
        ]),
      )
      expect(await telemetry.intervals.lastBefore([{ vesselNumber: 16, beforeUs: T + 0.5 }])).toEqual(
        new Map([[16, T]]),
      )
      await telemetry.append([of(19, { scalars: [sog(-90, 1)] })])
      expect(await telemetry.intervals.lastBefore(moments.slice(-1))).toEqual(new Map([[19, T - 90 * S]]))
      expect(await telemetry.intervals.lastBefore([])).toEqual(new Map())
    })
  })

  describe('impacts', () => {
    const covering = (startUs: number, sensor: number) => ({
      sensor,
      firstUs: startUs,
      lastUs: startUs + 9_980_000,
      samples: 500,
      coveredS: 10,
      rateHz: 50,
    })
    const hit = (timeUs: number, sensor: number, peakG: number) => ({
      ...{ sensor, timeUs, peakG, jerkGPerS: 82.5, durationS: 0.125, riseS: 0.0625, freeFallS: 0.5 },
      ...{ xG: -0.5, yG: 0.25, zG: peakG, clipped: false, coarse: true, degraded: false },
    })
    const stored = (atS: number, sensors: number[], peaks: ReturnType<typeof hit>[]) => ({
      vesselNumber,
      startUs: T + atS * S,
      sensors: sensors.map((sensor) => covering(T + atS * S, sensor)),
      peaks,
    })
    const upTo = (fromS: number, toS: number) => ({ vesselNumber, fromUs: T + fromS * S, toUs: T + toS * S })

    test('returns impacts of an interval, both ends included, and replaces a block that is stored again', async () => {
      vesselNumber = 20
      const first = hit(T + 3 * S, 1, 2.5)
      const last = hit(T + 12 * S, 2, 4)
      await telemetry.impacts.store([
        stored(0, [1], [first, hit(T + 5 * S, 1, 9)]),
        stored(10, [1, 2], [last]),
      ])
      await telemetry.impacts.store([stored(0, [1], [first])])
      const [whole, end, nothing] = await telemetry.impacts.read([upTo(3, 12), upTo(12, 15), upTo(-30, -20)])
      expect(whole?.peaks).toEqual([first, last])
      expect(whole?.sensors.map(({ sensor, samples, coveredS }) => [sensor, samples, coveredS])).toEqual([
        [1, 1000, 20],
        [2, 500, 10],
      ])
      expect(end?.peaks).toEqual([last])
      expect(end?.sensors.map(({ sensor }) => sensor)).toEqual([1, 2])
      expect(nothing).toEqual({ sensors: [], peaks: [] })
    })

    test('summarizes each sensor over all and over each of several intervals', async () => {
      vesselNumber = 21
      expect(await telemetry.impacts.sensorTotals(vesselNumber, [])).toEqual([])
      await telemetry.impacts.store([
        stored(0, [1], [hit(T + 3 * S, 1, 2.5)]),
        stored(10, [1, 2], []),
        stored(1000, [1], [hit(T + 1001 * S, 1, 3.5)]),
      ])
      const totals = await telemetry.impacts.sensorTotals(vesselNumber, [
        upTo(0, 15),
        upTo(900, 1100),
        upTo(2000, 2100),
      ])
      expect(totals).toEqual([
        {
          ...{ sensor: 1, firstUs: T, lastUs: T + 1009 * S + 980_000, samples: 1500, coveredS: 30 },
          ...{ rateHz: 50, maxImpactG: 3.5, coveredOfIntervalS: [20, 10, 0] },
        },
        {
          ...{ sensor: 2, firstUs: T + 10 * S, lastUs: T + 19 * S + 980_000, samples: 500, coveredS: 10 },
          ...{ rateHz: 50, maxImpactG: null, coveredOfIntervalS: [10, 0, 0] },
        },
      ])
    })
  })

  describe('any order, any batches, any repetition', () => {
    const instants = 40
    const sent = fc.array(fc.record({ at: fc.nat(instants - 1), cut: fc.nat(7), again: fc.boolean() }), {
      minLength: instants,
      maxLength: 80,
    })

    test('reads back the same from any order, batches and repetition', { timeout: 120_000 }, async () => {
      let vessel = 1000
      const delivery = fc.record({
        order: fc.shuffledSubarray(everyInstant, { minLength: instants }),
        extra: sent,
      })
      await fc.assert(
        // Each vessel receives the instants in an order of its own; one append stores a batch of each.
        fc.asyncProperty(fc.array(delivery, { minLength: 10, maxLength: 10 }), async (deliveries) => {
          const fleet = deliveries.map(({ order, extra }) => {
            vesselNumber = vessel++
            return { number: vesselNumber, batches: batchesOf(order, extra) }
          })
          for (let i = 0; fleet.some(({ batches }) => i < batches.length); i++)
            await telemetry.append(fleet.flatMap(({ batches }) => batches[i] ?? []))
          for (const { number } of fleet) {
            vesselNumber = number
            const { timeUs, value } = await telemetry.series.samples(whole(), 'sog', 0)
            expect(timeUs).toEqual(everyInstant.map((at) => T + at * S))
            expect(value.map((speed) => Math.round((speed ?? 0) * 10))).toEqual(everyInstant)
            const [motion] = await telemetry.motion.bySensor([whole()])
            expect(motion?.timeUs).toHaveLength(instants * 5)
            expect(motion?.forceXG[motion.forceXG.length - 1]).toBeCloseTo(0.004, 9)
            const [movement] = await telemetry.positions.movement([whole()])
            expect(movement?.timeUs).toHaveLength(instants)
            expect(movement?.latitudeDeg[instants - 1]).toBeCloseTo(64 + (instants - 1) / 1000, 7)
          }
        }),
        { numRuns: 1, endOnFailure: true },
      )
    })

    function batchesOf(
      order: readonly number[],
      extra: readonly { at: number; cut: number; again: boolean }[],
    ): VesselReadings[][] {
      const batches: VesselReadings[][] = [[]]
      for (const [i, at] of [...order, ...extra.map((one) => one.at)].entries()) {
        const last = batches.at(-1) ?? []
        last.push(momentOf(at))
        const { cut = 0, again = false } = extra[i % extra.length] ?? {}
        if (cut === 0) batches.push(...(again ? [last] : []), [])
      }
      return batches
    }

    const everyInstant = Array.from({ length: instants }, (_, at) => at)
    const momentOf = (at: number) =>
      readings({
        scalars: [sog(at, at / 10)],
        fixes: [fix(at, 64 + at / 1000, -22)],
        motion: [block(T + at * S, 5)],
      })
  })
}
