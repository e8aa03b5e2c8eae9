/**
 * Arbitrary readings for property tests: possible values of a device, within the valid range of each series.
 */
import fc from 'fast-check'
import type { AisReport, Fault, Fix, MotionBlock, ScalarReading } from '#contract/domain/reading.ts'
import { SERIES, type SeriesKey } from '#contract/domain/series.ts'

/** Whole seconds, so that no protocol has to round a time. */
export const anyTimeUs = fc
  .integer({ min: 1_500_000_000, max: 1_900_000_000 })
  .map((seconds) => seconds * 1e6)

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true, noDefaultInfinity: true })

export const anyScalar = (key: SeriesKey): fc.Arbitrary<ScalarReading> => {
  const { valid, instances, kind, angle } = SERIES[key]
  // Angles stay within one turn from north, states are whole.
  const [min, max] = angle === 'direction' ? [0, 6.28] : valid
  const value = kind === 'state' ? fc.integer({ min, max }) : between(min, Math.min(max, 1e6))
  return fc.record({
    timeUs: anyTimeUs,
    key: fc.constant(key),
    instance: instances && !key.startsWith('euler') ? fc.integer({ min: 1, max: 2 }) : fc.constant(0),
    value: fc.option(value, { freq: 5 }),
  })
}

export const anyFix: fc.Arbitrary<Fix> = fc.record({
  timeUs: anyTimeUs,
  latitudeDeg: between(-89.9, 89.9).filter((degrees) => Math.abs(degrees) > 1e-6),
  longitudeDeg: between(-179.9, 179.9),
  hdop: fc.option(fc.integer({ min: 5, max: 200 }).map((tenths) => tenths / 10)),
  valid: fc.boolean(),
})

export const anyAis: fc.Arbitrary<AisReport> = fc.record({
  timeUs: anyTimeUs,
  mmsi: fc.integer({ min: 200_000_000, max: 799_999_999 }),
  name: fc.option(fc.stringMatching(/^[A-Z][A-Z0-9]{0,18}[A-Z]$/)),
  latitudeDeg: between(-89.9, 89.9),
  longitudeDeg: between(-179.9, 179.9),
  sogMps: fc.option(between(0, 30)),
  cogRad: fc.option(between(0, 6.28)),
})

const lamp = fc.constantFrom(0, 1, null)
export const anyFault: fc.Arbitrary<Fault> = fc.record({
  timeUs: anyTimeUs,
  instance: fc.integer({ min: 1, max: 2 }),
  spn: fc.integer({ min: 1, max: 0x7fffe }),
  fmi: fc.integer({ min: 0, max: 31 }),
  occurrenceCount: fc.option(fc.integer({ min: 0, max: 126 })),
  lamps: fc.record({ protect: lamp, amberWarning: lamp, redStop: lamp, malfunction: lamp }),
})

export const anyMotionBlock: fc.Arbitrary<MotionBlock> = fc
  .record({
    sensor: fc.integer({ min: 0, max: 255 }),
    startUs: fc.integer({ min: 0, max: 4e15 }),
    intervalUs: fc.integer({ min: 1, max: 10_000_000 }),
    samples: fc.integer({ min: 1, max: 60 }),
  })
  .chain(({ samples, ...header }) => {
    const column = fc.int16Array({ minLength: samples, maxLength: samples })
    return fc.record({
      ...Object.fromEntries(Object.entries(header).map(([name, value]) => [name, fc.constant(value)])),
      forceX: column,
      forceY: column,
      forceZ: column,
      roll: column,
      pitch: column,
      yaw: column,
    }) as unknown as fc.Arbitrary<MotionBlock>
  })

const anyKey = fc.constantFrom(...(Object.keys(SERIES) as SeriesKey[]))

export const anyReadings = fc.record({
  scalars: fc.array(anyKey.chain(anyScalar), { maxLength: 8 }),
  fixes: fc.array(anyFix, { maxLength: 3 }),
  ais: fc.array(anyAis, { maxLength: 3 }),
  faults: fc.array(anyFault, { maxLength: 3 }),
  motion: fc.array(anyMotionBlock, { maxLength: 2 }),
})
