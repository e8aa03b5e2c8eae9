/** Requirements of every bus, in one process or in several. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SharedEvent } from '#server/cluster/busWire.ts'
import type { Bus } from '#server/platform/bus.ts'

export interface TwoEnds {
  publisher: Bus
  subscriber: Bus
  /** Errors that listeners threw. */
  errors: unknown[]
  close(): Promise<void>
}

const place = { organizationId: 'o1', departmentId: 'd1', vesselId: 'v1' }
const live = {
  ...{
    lat: 64.1,
    lon: -21.9,
    cog: null,
    sog: 12.5,
    sog_derived: false,
    impact: 3.2,
    impact_time: 1_700_000_000_000,
  },
  ...{
    temperature: null,
    wind_speed: null,
    wind_direction: null,
    wave_height: null,
    last_updated: 1_700_000_000_123,
  },
}
const fix = { timeUs: 1e15, latitudeDeg: 64.1, longitudeDeg: -21.9, hdop: null, valid: true, source: 7 }

/** One event of each type. */
export const EVENTS: readonly SharedEvent[] = [
  {
    type: 'readings.appended',
    intervals: [
      {
        ...{ vesselNumber: 3, fromUs: 1e15, toUs: 1e15 + 999_999, maxSogMps: null, lastFixes: [fix] },
        motion: [{ fromUs: 1e15, toUs: 1e15 + 5 }],
        newest: { sog: [1e15, 5.1, 7] },
      },
    ],
  },
  { type: 'vessel.moved', ...place, live },
  { type: 'vessel.changed', ...place },
  { type: 'helm.changed', ...place },
  { type: 'trip.started', ...place, tripId: 't1' },
  { type: 'trip.changed', ...place, tripId: 't1' },
  { type: 'trip.ended', ...place, tripId: 't1' },
  { type: 'alert.raised', ...place, alertId: 'a1' },
  { type: 'alert.changed', ...place, alertId: 'a1' },
  { type: 'device.changed', deviceId: 'box' },
  { type: 'sensors.turned', vesselNumber: 3, fromUs: 1, toUs: Number.MAX_SAFE_INTEGER },
  { type: 'trips.corrected', vesselNumber: 3, fromUs: 1, toUs: 2.5 },
  { type: 'recomputation.asked', vesselNumber: 3, step: 'voyages' },
  { type: 'rules.changed', organizationId: 'o1' },
  { type: 'organization.changed', organizationId: 'o1' },
  { type: 'rights.changed', userId: null },
  { type: 'job.wanted', job: 'reports' },
  {
    ...{ type: 'work.waits', from: 'me', partitions: [3, 4] },
    vessels: [{ vesselNumber: 3, spans: [{ fromUs: 1, toUs: 2 }] }],
    steps: [{ step: 'trips', waiting: 1, lagS: 0.5, failures: 0 }],
  },
  {
    ...{ type: 'samples.stored', from: 'me' },
    stored: [{ vesselNumber: 3, fromUs: 1, toUs: 2, isNewSource: true }],
  },
  { type: 'preparation.progressed', done: 1, total: 2, what: 'history' },
]

export function busCases(open: () => Promise<TwoEnds>): void {
  let ends: TwoEnds
  beforeAll(async () => {
    ends = await open()
  })
  afterAll(() => ends.close())

  const progress = (done: number) =>
    ({ type: 'preparation.progressed', done, total: 100, what: 'history' }) as const

  test.each(EVENTS)('delivers $type unchanged', async (event) => {
    const received: unknown[] = []
    const leave = ends.subscriber.subscribe(event.type, (one) => received.push(one))
    // A listener is there once its first event came.
    await expect
      .poll(() => {
        if (received.length === 0) ends.publisher.publish(event)
        return received[0]
      })
      .toEqual(event)
    leave()
  })

  test('delivers events to every listener of their type in order, until it leaves', async () => {
    const received: number[] = []
    const others: unknown[] = []
    const leave = ends.subscriber.subscribe('preparation.progressed', ({ done }) => received.push(done))
    const leaveOther = ends.subscriber.subscribe('rights.changed', (event) => others.push(event))
    for (let done = 0; done < 50; done++) ends.publisher.publish(progress(done))
    await expect.poll(() => received).toEqual(Array.from({ length: 50 }, (_, i) => i))
    leave()
    const later: number[] = []
    const leaveLater = ends.subscriber.subscribe('preparation.progressed', ({ done }) => later.push(done))
    ends.publisher.publish(progress(99))
    await expect.poll(() => later).toEqual([99])
    expect(received).toHaveLength(50)
    expect(others).toEqual([])
    leaveOther()
    leaveLater()
  })

  test('continues after a listener that throws', async () => {
    let isReceived = false
    const leave = [
      ends.subscriber.subscribe('preparation.progressed', () => {
        throw new Error('lost my place')
      }),
      ends.subscriber.subscribe('preparation.progressed', () => {
        isReceived = true
      }),
    ]
    ends.publisher.publish(progress(1))
    await expect.poll(() => isReceived).toBe(true)
    expect(ends.errors).toHaveLength(1)
    for (const stop of leave) stop()
  })
}
