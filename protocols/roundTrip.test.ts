import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SERIES, type SeriesKey } from '#contract/domain/series.ts'
import { sourceOf } from '#contract/wire/source.ts'
import { decoderFor, encoderFor, type Format } from './formats.ts'
import { anyAis, anyFault, anyFix, anyMotionBlock, anyScalar } from './readings.arbitrary.ts'

const DEG = Math.PI / 180

/** The series that each protocol carries, with the largest error that its resolution makes, in stored units. */
const CARRIED: Partial<Record<Format, Partial<Record<SeriesKey, number>>>> = {
  readings: {
    sog: 0.001,
    engine_speed: 0.002,
    fuel_rate: 1e-10,
    euler_x: 1e-4,
    'in_eco_speed_ratio._30s': 1e-4,
  },
  signalk: {
    ...{ sog: 0, cog: 0, stw: 0, engine_speed: 0, fuel_rate: 0, fuel_level: 0, battery_voltage: 0 },
    ...{ euler_x: 0, euler_y: 0, wind_speed: 0, wind_direction: 0, air_temperature: 0, transmission_gear: 0 },
    ...{ switch: 0, rudder_angle: 0 },
  },
  n2k: {
    ...{
      sog: 0.006,
      cog: 1e-4,
      stw: 0.006,
      heading: 1e-4,
      rate_of_turn: 1e-7,
      leeway: 1e-4,
      rudder_angle: 1e-4,
    },
    ...{ euler_x: 1e-4, euler_y: 1e-4, wind_speed: 0.006, wind_direction: 1e-4, current_speed: 0.006 },
    ...{
      engine_speed: 0.003,
      boost_pressure: 51,
      oil_pressure: 51,
      oil_temperature: 0.06,
      coolant_temperature: 0.006,
    },
    ...{
      alternator_voltage: 0.006,
      fuel_pressure: 501,
      engine_load: 0.006,
      engine_torque: 0.006,
      fuel_rate: 2e-8,
    },
    ...{
      battery_voltage: 0.006,
      battery_current: 0.06,
      battery_charge: 0.0051,
      depth_below_transducer: 0.006,
      air_temperature: 0.006,
    },
    ...{
      trip_fuel_used: 0.0006,
      time_to_empty: 0.002,
      transmission_gear: 0,
      engine_hours: 0.5,
      switch: 0,
      fuel_level: 0.0001,
      pressure_fc: 0.06,
    },
  },
  nmea0183: {
    ...{
      stw: 0.001,
      heading: 0.01 * DEG,
      depth_below_transducer: 0.006,
      wind_speed: 0.001,
      euler_y: 0.01 * DEG,
    },
    ...{ wind_direction: 0.01 * DEG, water_temperature_fc: 0.006, air_temperature: 0.006, pressure_fc: 0.6 },
    ...{ engine_speed: 0.001, rate_of_turn: 0.001 * DEG, rudder_angle: 0.01 * DEG },
  },
  j1939: {
    ...{
      engine_speed: 0.002,
      engine_torque: 0.006,
      engine_load: 0.006,
      fuel_rate: 0.03 / 3.6e6,
      oil_pressure: 2001,
    },
    ...{ coolant_temperature: 0.6, oil_temperature: 0.02, coolant_pressure: 1001, battery_voltage: 0.03 },
    ...{ engine_hours: 91 },
    ...{ sog: 0.001, transmission_gear: 0, air_temperature: 0.02, fuel_level: 0.003 },
  },
}

/** Ranges where the field of the bus is narrower than the range of the series. */
const NARROWER: Partial<Record<Format, Partial<Record<SeriesKey, [number, number]>>>> = {
  n2k: {
    ...{ engine_speed: [0, 160], boost_pressure: [0, 6e6], oil_pressure: [0, 6e6], fuel_rate: [0, 9e-4] },
    ...{ coolant_temperature: [200, 650], oil_temperature: [200, 1400], battery_current: [-2000, 2000] },
    ...{ engine_load: [0, 1.24], engine_torque: [-1.24, 1.24], rate_of_turn: [-10, 10], leeway: [-3.1, 3.1] },
    ...{ euler_x: [-3.1, 3.1], euler_y: [-3.1, 3.1], trip_fuel_used: [0, 65], fuel_level: [0, 1.25] },
    ...{ time_to_empty: [0, 4e6], fuel_pressure: [0, 1e7] },
  },
  j1939: {
    ...{ engine_speed: [0, 133], engine_load: [0, 1.25], engine_torque: [-1.25, 1.25], fuel_rate: [0, 5e-4] },
    ...{ oil_pressure: [0, 1e6], coolant_temperature: [234, 483], oil_temperature: [200, 1400] },
    ...{ engine_hours: [0, 7.5e8] },
    ...{ coolant_pressure: [0, 5e5], sog: [0, 50], air_temperature: [200, 400], fuel_level: [0, 1] },
  },
}

describe.each(Object.keys(CARRIED) as Format[])('%s', (format) => {
  test.each(Object.entries(CARRIED[format] ?? {}))(
    'carries %s there and back within %f',
    (name, tolerance) => {
      const key = name as SeriesKey
      const narrower = NARROWER[format]?.[key] ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
      // A value that rounds out of the valid range would rightly be refused.
      const min = Math.max(narrower[0], SERIES[key].valid[0] + tolerance)
      const max = Math.min(narrower[1], SERIES[key].valid[1] - tolerance)
      const scalar = anyScalar(key).filter(({ value }) => value === null || (value >= min && value <= max))
      fc.assert(
        fc.property(scalar, (reading) => {
          const message = encoderFor(format)({ scalars: [reading] })
          const { scalars, rejected } = decoderFor(format).decode(message, null)
          expect(rejected).toEqual([])
          const back = scalars.find((one) => one.key === key && one.instance === reading.instance)
          if (reading.value === null) {
            // A gear that is not available is gear 3, and J1939 numbers a sender by its first value.
            if (back && key !== 'transmission_gear') expect(back.value).toBeNull()
            return
          }
          expect(back?.timeUs).toBe(reading.timeUs)
          expect(Math.abs((back?.value ?? Number.NaN) - reading.value)).toBeLessThanOrEqual(tolerance + 1e-9)
        }),
        { numRuns: 60 },
      )
    },
  )
})

test.each(['readings', 'signalk', 'n2k', 'nmea0183'] as const)(
  'carries a fix through %s and back',
  (format) => {
    fc.assert(
      fc.property(anyFix, (fix) => {
        const { fixes, rejected } = decoderFor(format).decode(encoderFor(format)({ fixes: [fix] }), null)
        expect(rejected).toEqual([])
        // NMEA 0183 sends a position in several sentences; the best one is the first.
        expect(fixes.slice(0, 1)).toMatchObject([
          {
            ...fix,
            latitudeDeg: expect.closeTo(fix.latitudeDeg, 6),
            longitudeDeg: expect.closeTo(fix.longitudeDeg, 6),
          },
        ])
      }),
    )
  },
)

test('carries speed and course with a valid fix through NMEA 0183', () => {
  fc.assert(
    fc.property(anyFix, anyScalar('sog'), anyScalar('cog'), (fix, sog, cog) => {
      const scalars = [sog, cog].map((one) => ({ ...one, timeUs: fix.timeUs }))
      const message = encoderFor('nmea0183')({ fixes: [{ ...fix, valid: true }], scalars })
      const back = decoderFor('nmea0183').decode(message, null).scalars
      expect(back.slice(0, 2)).toMatchObject(
        scalars.map((one) => ({ ...one, value: one.value === null ? null : expect.closeTo(one.value, 3) })),
      )
    }),
  )
})

test.each(['signalk', 'n2k', 'nmea0183'] as const)('carries an AIS target through %s and back', (format) => {
  fc.assert(
    fc.property(anyAis, (report) => {
      const { ais, rejected } = decoderFor(format).decode(encoderFor(format)({ ais: [report] }), null)
      expect(rejected).toEqual([])
      const [position] = ais
      expect(position?.mmsi).toBe(report.mmsi)
      expect(position?.latitudeDeg).toBeCloseTo(report.latitudeDeg ?? Number.NaN, 5)
      expect(position?.longitudeDeg).toBeCloseTo(report.longitudeDeg ?? Number.NaN, 5)
      expect(position?.sogMps ?? -1).toBeCloseTo(report.sogMps ?? -1, 1)
      expect(ais.find(({ name }) => name !== null)?.name ?? null).toBe(report.name)
    }),
  )
})

test('carries any number of faults of one engine through J1939', () => {
  const faults = fc.array(anyFault, { minLength: 1, maxLength: 6 }).map((list) =>
    list.map((fault) => ({
      ...fault,
      timeUs: list[0]?.timeUs ?? 0,
      instance: list[0]?.instance ?? 1,
      lamps: list[0]?.lamps ?? fault.lamps,
    })),
  )
  fc.assert(
    fc.property(faults, (list) => {
      const { faults: back, rejected } = decoderFor('j1939').decode(
        encoderFor('j1939')({ faults: list }),
        null,
      )
      expect(rejected).toEqual([])
      // An engine reports its faults itself, from the address that its number has.
      expect(back).toEqual(
        list.map((fault) => ({ ...fault, source: sourceOf('j1939', 0, fault.instance - 1) })),
      )
    }),
  )
})

test('carries any blocks bit by bit through the motion frame', () => {
  fc.assert(
    fc.property(fc.array(anyMotionBlock, { maxLength: 4 }), (blocks) => {
      const { motion, rejected } = decoderFor('imu').decode(encoderFor('imu')({ motion: blocks }), null)
      expect(rejected).toEqual([])
      expect(motion).toEqual(blocks)
    }),
  )
})
