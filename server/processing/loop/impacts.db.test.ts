/** Impacts of random voyages that arrive in random batches, against the obvious computation from raw samples. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inProcessBus } from '#server/platform/bus.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { PROCESSED_UP_TO, writeSetting } from '#server/records/settings.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { processingProgress, vessels } from '#server/stores/relational/schema.ts'
import { ARRIVAL_MARGIN_MS } from '#server/telemetry/appendedIntervals.ts'
import { describeAppended } from '#server/telemetry/describeInterval.ts'
import { impactEvents } from '#server/telemetry/impactEvents.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { type TestTelemetry, testTelemetry } from '#server/testing/testTelemetry.ts'
import { startProcessing } from './startProcessing.ts'

const S = 1_000_000
const START_US = Date.UTC(2026, 5, 18, 9) * 1000 + 3 * S
const SECONDS = 40

let records: Records
let telemetry: TestTelemetry
beforeAll(async () => {
  records = await testRecords()
  telemetry = await testTelemetry()
})
afterAll(async () => {
  await records.close()
  await telemetry.close()
})

/** Force in mg of a boat that stays level, by axis: slams and blows from the side. */
function voyage(hits: readonly { atS: number; peakG: number; sideG: number }[]) {
  const force = (peak: 'peakG' | 'sideG', rest: number) =>
    Int16Array.from({ length: SECONDS * 50 }, (_, i) =>
      hits.reduce((sum, hit) => {
        const t = i / 50 - hit.atS
        return t < 0 || t > 0.15 ? sum : sum + Math.round(1000 * hit[peak] * Math.sin((Math.PI * t) / 0.15))
      }, rest),
    )
  return { forceX: new Int16Array(SECONDS * 50), forceY: force('sideG', 0), forceZ: force('peakG', 1000) }
}

/**
 * The definition, sample by sample: filter forward and backward, gravity, the scalar, the highest maxima
 * first.
 */
function obviousPeaks({ forceX, forceY, forceZ }: ReturnType<typeof voyage>) {
  const axes = [forceX, forceY, forceZ].map((axis) => twice(Array.from(axis, (mg) => mg / 1000)))
  const scalar = Array.from(forceX, (_, i) => {
    const [x = 0, y = 0, z = 0] = axes.map((axis) => axis[i] ?? 0)
    return Math.hypot(x, y, Math.max(0, z - 1))
  })
  const maxima = scalar.flatMap((value, i) => {
    const isMaximum = value > (scalar[i - 1] ?? Infinity) && value >= (scalar[i + 1] ?? Infinity)
    return isMaximum && value >= 0.3 ? [{ i, value }] : []
  })
  const kept: typeof maxima = []
  for (const one of maxima.sort((a, b) => b.value - a.value || a.i - b.i))
    if (kept.every(({ i }) => Math.abs(i - one.i) >= 25)) kept.push(one)
  return kept.map(({ i, value }) => ({ timeUs: START_US + i * 20_000, peakG: value }))
}

/** The published coefficients for 50 Hz, there and back over a long rest on both sides. */
function twice(samples: number[]): number[] {
  const rest = (value: number | undefined) => Array<number>(500).fill(value ?? 0)
  const once = (x: number[]) => {
    const y: number[] = []
    for (const [i, now] of x.entries()) {
      const before = (values: number[], n: number) => values[i - n] ?? x[0] ?? 0
      y.push(
        0.2644937733 * (now + 2 * before(x, 1) + before(x, 2)) +
          0.1159765271 * before(y, 1) -
          0.1739516202 * before(y, 2),
      )
    }
    return y
  }
  const there = once([...rest(samples[0]), ...samples, ...rest(samples.at(-1))])
  return once(there.reverse()).reverse().slice(500, -500)
}

const hit = fc.record({
  // Rest at both ends, where the two filters begin differently.
  atS: fc.integer({ min: 100, max: (SECONDS - 3) * 50 }).map((i) => i / 50),
  peakG: fc.double({ min: 0, max: 4, noNaN: true }),
  sideG: fc.double({ min: -2, max: 2, noNaN: true }),
})

test('computes impacts as defined, from any batches and order', {
  timeout: 120_000,
}, async () => {
  const { organizationId, departmentId } = await records.db.transaction((tx) =>
    insertOrganization(tx, { name: 'Fleet' }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(hit, { minLength: 1, maxLength: 25 }),
      fc.array(hit, { minLength: 1, maxLength: 25 }),
      fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 8 }),
      async (bow, stern, order) => {
        const owner = { organizationId, departmentId, name: 'Hafdís' }
        const [vessel] = await records.db.insert(vessels).values(owner).returning()
        // Earlier runs have processed earlier data, which the fixed clock cannot show.
        await records.db.delete(processingProgress)
        await writeSetting(records.db, PROCESSED_UP_TO, Date.now() + ARRIVAL_MARGIN_MS)
        const bus = inProcessBus((error) => {
          throw error
        })
        const clock = fixedClock((START_US + 3600 * S) / 1000)
        const processing = await startProcessing({ db: records.db, telemetry, bus, log: silentLog, clock })
        const voyages = [voyage(bow), voyage(stern)]
        for (const batch of order) {
          const from = batch * 250
          const level = new Int16Array(250)
          const readings = {
            ...{ vesselNumber: vessel?.number ?? 0, scalars: [], fixes: [], ais: [], faults: [] },
            motion: voyages.map(({ forceX, forceY, forceZ }, i) => ({
              ...{ sensor: i + 1, startUs: START_US + from * 20_000, intervalUs: 20_000 },
              forceX: forceX.slice(from, from + 250),
              forceY: forceY.slice(from, from + 250),
              forceZ: forceZ.slice(from, from + 250),
              ...{ roll: level, pitch: level, yaw: level },
            })),
          }
          await telemetry.append([readings])
          bus.publish({ type: 'readings.appended', intervals: describeAppended(readings) })
          if (batch % 3 === 0) await processing.idle()
        }
        await processing.idle()
        await processing.close()
        const whole = { vesselNumber: vessel?.number ?? 0, fromUs: START_US, toUs: START_US + SECONDS * S }
        const [stored] = await telemetry.impacts.read([whole])
        const expected = voyages.flatMap((one, i) =>
          obviousPeaks(one).map((peak) => ({ sensor: i + 1, ...peak })),
        )
        expected.sort((a, b) => a.timeUs - b.timeUs || a.sensor - b.sensor)
        const found = stored?.peaks ?? []
        const when = (peaks: readonly { sensor: number; timeUs: number }[]) =>
          peaks.map(({ sensor, timeUs }) => [sensor, timeUs])
        expect(when(found)).toEqual(when(expected))
        for (const [i, { peakG }] of found.entries()) expect(peakG).toBeCloseTo(expected[i]?.peakG ?? 0, 4)
        const highest = Math.max(0, ...expected.map(({ peakG }) => peakG))
        const events = impactEvents(found)
        expect(Math.max(0, ...events.map(({ strongest }) => strongest.peakG))).toBeCloseTo(highest, 4)
        expect(stored?.sensors.map(({ samples }) => samples)).toEqual([SECONDS * 50, SECONDS * 50])
      },
    ),
    // Trying smaller cases of a failure would outlast the test, and hide it.
    { numRuns: 6, endOnFailure: true },
  )
})
