import { connect } from '@nats-io/transport-node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '#server/platform/clock.ts'
import type { BusEventOf } from '#server/platform/events.ts'
import type { Log } from '#server/platform/log.ts'
import { partitionOf } from '#server/platform/partitions.ts'
import { busCases } from '#server/testing/busCases.ts'
import { startTestNats } from '#server/testing/testNats.ts'
import type { PartitionedType } from './busWire.ts'
import { natsBus, type SharedBus } from './natsBus.ts'

const nats = await startTestNats()
const url = nats?.url ?? ''
const changed = { type: 'device.changed', deviceId: 'box' } as const
const SOON = { timeout: 15_000, interval: 50 }

const errors: unknown[] = []
const logged: string[] = []
const note = (message: string, fields?: Record<string, unknown>) => {
  logged.push(`${message} ${JSON.stringify({ ...fields, error: String(fields?.error) })}`)
  if (message === 'a listener failed') errors.push(fields?.error)
}
const log: Log = { info: note, warn: note, error: note }
const HARBOUR = { id: 'harbour', database: 'first' }
const open = (address = url, installation = HARBOUR, partial: readonly PartitionedType[] = []) =>
  natsBus({ url: address, log, clock: systemClock, installation, partial })
/** `expect.poll` works in tests alone. */
const until = (isSo: () => boolean, interval = 50) =>
  vi.waitFor(
    () => {
      if (!isSo()) throw new Error('not yet')
    },
    { timeout: 30_000, interval },
  )
const connected = (...buses: SharedBus[]) => until(() => buses.every(({ isConnected }) => isConnected))

describe.skipIf(!nats)('NATS', () => {
  afterAll(() => nats?.stop())

  describe('like every bus', () =>
    busCases(async () => {
      const [publisher, subscriber] = [open(), open()]
      await connected(publisher, subscriber)
      return {
        publisher,
        subscriber,
        errors,
        close: async () => void (await Promise.all([publisher.close(), subscriber.close()])),
      }
    }))

  describe('between processes', () => {
    let publisher: SharedBus
    let subscriber: SharedBus
    let received: string[]
    let missed: BusEventOf<'events.missed'>[]

    beforeAll(async () => {
      publisher = open()
      subscriber = open()
      subscriber.subscribe('device.changed', ({ deviceId }) => received.push(deviceId))
      subscriber.subscribe('events.missed', (event) => missed.push(event))
      received = []
      missed = []
      await connected(publisher, subscriber)
      await reached()
    })
    afterEach(() => {
      received = []
      missed = []
    })
    afterAll(async () => {
      await publisher.close()
      await subscriber.close()
    })

    /** Until news passes and none is missing any more. */
    async function reached() {
      await until(() => {
        publisher.publish(changed)
        return received.length > 0
      })
      await quiet()
    }

    /** Waits until no more missed events are reported; reports come every three seconds at most. */
    async function quiet() {
      let before = -1
      const isStill = () => {
        const wasStill = before === missed.length
        before = missed.length
        return wasStill
      }
      await until(isStill, 4500)
      received = []
      missed = []
    }

    test('delivers its own events once, and at once', async () => {
      const own: string[] = []
      const leave = publisher.subscribe('device.changed', ({ deviceId }) => own.push(deviceId))
      publisher.publish(changed)
      expect(own).toEqual(['box'])
      await expect.poll(() => received, SOON).toEqual(['box'])
      expect(own).toHaveLength(1)
      leave()
    })

    test('publishes that events were missed when the server was away, and receives again when it is back', async () => {
      await nats?.stop()
      await expect.poll(() => publisher.isConnected || subscriber.isConnected, SOON).toBe(false)
      const publishedMs = Date.now()
      publisher.publish(changed)
      await expect.poll(() => missed.some(({ sinceMs }) => sinceMs < publishedMs), SOON).toBe(true)
      expect(subscriber.receivedUpToMs(Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(Date.now())
      expect(received).toEqual([])
      await nats?.start()
      await connected(publisher, subscriber)
      await reached()
    })

    test('publishes that events were missed when one of several is lost', async () => {
      const raw = await connect({ servers: new URL(url).host })
      const publishRaw = (count: number) =>
        raw.publish(
          'taffrail.harbour.first.news.device.changed',
          JSON.stringify({ from: 'other', count, event: changed }),
        )
      for (const count of [1, 2, 4]) publishRaw(count)
      await expect.poll(() => received.length, SOON).toBe(3)
      await expect.poll(() => missed.length, SOON).toBe(1)
      // The process leaves in order, so no event of it is missed.
      raw.publish(
        'taffrail.harbour.present',
        JSON.stringify({
          from: 'other',
          database: 'first',
          counts: { 'device.changed': 4 },
          isLeaving: true,
        }),
      )
      await raw.close()
      await quiet()
    })

    test('publishes that events were missed when a process falls silent, and when its last event is lost', async () => {
      const raw = await connect({ servers: new URL(url).host })
      const present = (counts: object) =>
        raw.publish(
          'taffrail.harbour.present',
          JSON.stringify({ from: 'another', database: 'first', counts, isLeaving: false }),
        )
      present({})
      present({ 'device.changed': 1 })
      await expect.poll(() => missed.length, SOON).toBe(1)
      await expect.poll(() => missed.length, SOON).toBe(2)
      await raw.close()
    })

    test('reports events as missed since another process was cut off, also when that was long ago', async () => {
      const raw = await connect({ servers: new URL(url).host })
      const lostSinceMs = Date.now() - 600_000
      const presence = { from: 'cut off', database: 'first', counts: { 'device.changed': 3 } }
      raw.publish('taffrail.harbour.present', JSON.stringify({ ...presence, isLeaving: false, lostSinceMs }))
      await expect.poll(() => missed.map(({ sinceMs }) => sinceMs), SOON).toEqual([lostSinceMs])
      await raw.close()
      await quiet()
    })

    test('publishes since when its events may be lost, after it was cut off', async () => {
      await nats?.stop()
      await expect.poll(() => publisher.isConnected, SOON).toBe(false)
      const cutMs = Date.now()
      await nats?.start()
      const raw = await connect({ servers: new URL(url).host })
      const lost: number[] = []
      raw.subscribe('taffrail.harbour.present', {
        callback: (_error, message) => {
          lost.push((message.json() as { lostSinceMs: number }).lostSinceMs)
        },
      })
      await expect.poll(() => lost.some((ms) => ms > cutMs - 60_000 && ms < cutMs), SOON).toBe(true)
      await raw.close()
      await connected(publisher, subscriber)
      await reached()
    })

    test('treats nonsense as a missed event, and delivers none of it', async () => {
      const raw = await connect({ servers: new URL(url).host })
      for (const text of ['{', '{"from":"x","count":1,"event":{"type":"device.changed","deviceId":{}}}'])
        raw.publish('taffrail.harbour.first.news.device.changed', text)
      await expect.poll(() => missed.length, SOON).toBe(1)
      expect(received).toEqual([])
      await raw.close()
    })

    test.each([
      { id: 'staging', database: 'first' },
      { id: 'harbour', database: 'copy' },
    ])('delivers nothing to the installation beside it, %o', async (installation) => {
      const beside = open(url, installation)
      await connected(beside)
      const theirs: string[] = []
      beside.subscribe('device.changed', ({ deviceId }) => theirs.push(deviceId))
      beside.publish(changed)
      publisher.publish(changed)
      await expect.poll(() => received.length, SOON).toBe(1)
      // Receives its own events alone.
      expect(theirs).toHaveLength(1)
      expect(await beside.hasTwin()).toBe(installation.id === 'harbour')
      await beside.close()
    })

    describe('by partition', () => {
      const [mine, others] = [partitionOf(1), partitionOf(2)]
      const appended = (...numbers: number[]) =>
        ({
          type: 'readings.appended',
          intervals: numbers.map((vesselNumber) => ({
            ...{ vesselNumber, fromUs: 1, toUs: 2, motion: [], maxSogMps: null, lastFixes: [], newest: {} },
          })),
        }) as const
      let part: SharedBus
      let vessels: number[]
      let missedOfPart: number

      beforeEach(async () => {
        part = open(url, HARBOUR, ['readings.appended'])
        vessels = []
        missedOfPart = 0
        part.subscribe('readings.appended', ({ intervals }) =>
          vessels.push(...intervals.map(({ vesselNumber }) => vesselNumber)),
        )
        part.subscribe('events.missed', () => missedOfPart++)
        await connected(part)
      })
      afterEach(() => part.close())

      /** Until the start of the bus, which counts as missed events, is over and the other process is known. */
      async function settled() {
        await until(() => missedOfPart > 0)
        await quiet()
        missedOfPart = 0
      }

      test('receives what is about vessels of followed partitions alone', async () => {
        await part.follow([mine])
        publisher.publish(appended(1, 2))
        await expect.poll(() => vessels, SOON).toEqual([1])
        await part.follow([mine, others])
        publisher.publish(appended(2, 1))
        await expect.poll(() => vessels, SOON).toHaveLength(3)
        part.unfollow([mine])
        publisher.publish(appended(1))
        publisher.publish(appended(2))
        await expect.poll(() => vessels, SOON).toEqual([1, 2, 1, 2])
      })

      test('misses no events of partitions that it does not follow, nor those from before it followed', async () => {
        publisher.publish(appended(1, 2))
        await settled()
        publisher.publish(appended(1, 2))
        await quiet()
        await part.follow([mine])
        publisher.publish(appended(1, 2))
        await expect.poll(() => vessels, SOON).toEqual([1])
        await quiet()
        expect(missedOfPart).toBe(0)
      })

      test('publishes that events were missed when one of a followed partition is lost', async () => {
        await part.follow([mine])
        await settled()
        const raw = await connect({ servers: new URL(url).host })
        for (const count of [1, 2, 4])
          raw.publish(
            `taffrail.harbour.first.news.readings.appended.${mine}`,
            JSON.stringify({ from: 'some gateway', count, event: appended(1) }),
          )
        await expect.poll(() => missedOfPart, SOON).toBe(1)
        expect(vessels).toEqual([1, 1, 1])
        await raw.close()
      })

      test('receives its partitions again when the server is back', async () => {
        await part.follow([mine])
        await nats?.stop()
        await expect.poll(() => part.isConnected, SOON).toBe(false)
        await nats?.start()
        await connected(part, publisher, subscriber)
        await until(() => {
          publisher.publish(appended(1, 2))
          return vessels.length > 0
        })
        expect(new Set(vessels)).toEqual(new Set([1]))
        await reached()
      })
    })

    test('finds no twin in a process of the same database', async () => {
      const second = open()
      expect(await second.hasTwin()).toBe(false)
      await second.close()
    })
  })
})

const guarded = nats && (await startTestNats(['--user', 'boat', '--pass', 'a fair wind']))

describe.skipIf(!guarded)('NATS with a password', () => {
  const at = (who: string) => guarded?.url.replace('//', `//${who}@`) ?? ''
  afterAll(() => guarded?.stop())

  test('connects with the password', async () => {
    const bus = open(at('boat:a%20fair%20wind'))
    await connected(bus)
    await bus.close()
  })

  test('continues without the right password, and writes it into no log', async () => {
    logged.length = 0
    const bus = open(at('boat:a%20foul%20wind'))
    const received: string[] = []
    bus.subscribe('device.changed', ({ deviceId }) => received.push(deviceId))
    bus.publish(changed)
    expect(received).toEqual(['box'])
    await expect.poll(() => logged.length, SOON).toBeGreaterThan(0)
    expect(bus.isConnected).toBe(false)
    expect(logged.join('\n')).toContain('Authorization')
    expect(logged.join('\n')).not.toMatch(/foul|boat/)
    await bus.close()
  })
})
