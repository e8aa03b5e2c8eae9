import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nothingDecoded } from '#contract/domain/reading.ts'
import type { NoticeKind } from '#contract/wire/device.ts'
import { encoderFor, FORMATS } from '#protocols/formats.ts'
import { anyReadings } from '#protocols/readings.arbitrary.ts'
import type { VesselReadings } from '#server/telemetry/vesselReadings.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { Collector } from './collector.ts'
import type { DeviceActivity } from './deviceActivity.ts'
import { GnssClock } from './gnssClock.ts'
import { Decoders, Intake } from './intake.ts'
import type { NoticeLog } from './noticeLog.ts'
import { RejectionLog } from './rejectionLog.ts'

const clock = fixedClock(Date.UTC(2030, 0, 1))
const vessel = { id: 'v', number: 7, organizationId: 'one' }
let isClockRight = true
const always = { vessel, fromUs: Number.NEGATIVE_INFINITY, untilUs: Number.POSITIVE_INFINITY }
const device = {
  id: 'dev-1',
  kind: 'device' as const,
  secretHash: '',
  mustRegister: false,
  vessel,
  spans: [always],
}

/** Keeps the numbers that a decoder gives to names: no records are here. */
const ofConnection = {
  number: async <Readings>(_vessel: number, readings: Readings) => ({ readings, rejected: [] }),
}

/** An intake that ends in a list; noted rejections are not written within the test. */
function openIntake() {
  const appended: VesselReadings[] = []
  const store = { append: async (batch: readonly VesselReadings[]) => void appended.push(...batch) }
  const collector = new Collector(store, () => undefined, silentLog)
  const rejectionLog = new RejectionLog({} as never, silentLog)
  const activity = { note: () => undefined } as unknown as DeviceActivity
  const noticed: NoticeKind[] = []
  const notices = {
    note: (_source: object, kind: NoticeKind) => void noticed.push(kind),
  } as unknown as NoticeLog
  return {
    intake: new Intake({
      collector,
      rejectionLog,
      instances: ofConnection,
      activity,
      notices,
      clock,
      isClockRight: () => isClockRight,
      gnss: new GnssClock(clock, silentLog),
      log: silentLog,
    }),
    collector,
    appended,
    rejectionLog,
    noticed,
  }
}

test('counts rejected readings by their reason', async () => {
  const { intake, rejectionLog } = openIntake()
  intake.noteRefused('dev-2', 'mqtt', 'not_paired', 'nobody knows it')
  await intake.setAside(device, 'too_large', 'a message of 9 MB')
  await intake.setAside(device, 'too_large', 'a message of 10 MB')
  expect(rejectionLog.counts().filter(({ count }) => count > 0)).toEqual([
    { reason: 'too_large', count: 2 },
    { reason: 'not_paired', count: 1 },
  ])
})

test('notices a wrong clock by rejected times, and not by unreadable input', async () => {
  const { intake, noticed } = openIntake()
  await intake.setAside(device, 'malformed', 'half a line')
  expect(noticed).toEqual([])
  const ahead = { timeUs: clock.nowMs() * 1000 + 3600e6, key: 'sog', instance: 0, value: 5 } as const
  await intake.takeDecoded(device, { ...nothingDecoded(), scalars: [ahead] })
  expect(noticed).toEqual(['clock_invalid'])
})

test('acknowledges nothing while the clock of the server is wrong', async () => {
  const { intake, appended } = openIntake()
  const message = (atMs: number) => encoderFor('readings')({ scalars: [sogAt(atMs)] })
  isClockRight = false
  const inTime = intake.takeMessage(device, new Decoders('mqtt'), 'readings', message(clock.nowMs()))
  await expect(inTime).rejects.toMatchObject({ code: 'unavailable' })
  async function* chunks() {
    yield message(clock.nowMs())
  }
  await expect(intake.takeBatch(device, 'readings', chunks())).rejects.toMatchObject({ code: 'unavailable' })
  const logged = { ...nothingDecoded(), scalars: [sogAt(clock.nowMs())] }
  await expect(intake.takeLogged(vessel, logged)).rejects.toMatchObject({ code: 'unavailable' })
  isClockRight = true
  expect(appended).toEqual([])
  await intake.takeMessage(device, new Decoders('mqtt'), 'readings', message(clock.nowMs()))
  expect(appended).toHaveLength(1)
})

test('acknowledges no reading as future while the satellite time of other boats is ahead of the server', async () => {
  const { intake } = openIntake()
  const aheadMs = 150_000
  const take = (id: string, fixMs: number) => {
    const fix = { timeUs: fixMs * 1000, latitudeDeg: 60, longitudeDeg: 20, hdop: null, valid: true }
    const boat = { ...device, vessel: { ...vessel, id, organizationId: id } }
    return intake.takeMessage(
      boat,
      new Decoders('mqtt'),
      'readings',
      encoderFor('readings')({ fixes: [fix] }),
    )
  }
  const [one, two, three] = await Promise.allSettled(
    ['a', 'b', 'c'].map((id, i) => take(id, clock.nowMs() + aheadMs + i * 500)),
  )
  expect([one, two, three].map((taken) => taken?.status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  // A receiver that is ahead of the others too is still refused for good.
  expect((await take('d', clock.nowMs() + 10 * aheadMs)).rejected).toMatchObject([{ reason: 'future_time' }])
  await expect(take('a', clock.nowMs() + aheadMs)).rejects.toMatchObject({ code: 'unavailable' })
})

const sogAt = (atMs: number) => ({ timeUs: atMs * 1000, key: 'sog' as const, instance: 0, value: 5 })

describe.each(FORMATS)('messages as %s', (format) => {
  test('never throws on hostile messages as %s, and stores nothing from another time or vessel', async () => {
    const { intake, appended } = openIntake()
    const decoders = new Decoders('mqtt')
    const hostile = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc.tuple(anyReadings, fc.nat(4000), fc.nat(255)).map(([readings, at, byte]) => {
        const message = Uint8Array.from(encoderFor(format)(readings))
        if (message.length > 0) message[at % message.length] = byte
        return message
      }),
    )
    await fc.assert(
      // Messages arrive together, since each batch gathers for a while before it is stored.
      fc.asyncProperty(fc.array(hostile, { minLength: 50, maxLength: 50 }), async (messages) => {
        const taken = messages.map((message) => intake.takeMessage(device, decoders, format, message))
        for (const { accepted, rejected } of await Promise.all(taken)) {
          expect(Number.isInteger(accepted)).toBe(true)
          for (const { count } of rejected) expect(count).toBeGreaterThan(0)
        }
      }),
      { numRuns: 4 },
    )
    const latestUs = clock.nowMs() * 1000 + 120_000_000
    for (const { vesselNumber, scalars, fixes } of appended) {
      expect(vesselNumber).toBe(7)
      for (const { timeUs } of [...scalars, ...fixes]) expect(timeUs).toBeLessThanOrEqual(latestUs)
    }
  })
})
