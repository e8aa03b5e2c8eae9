import { expect, test } from 'vitest'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { Outbox, TOO_SLOW } from './outbox.ts'

function reader() {
  const clock = fixedClock(0)
  const sent: string[] = []
  const closed: number[] = []
  const wire = {
    bufferedAmount: 0,
    send: (frame: Buffer) => void sent.push(frame.toString()),
    close: (code: number) => void closed.push(code),
  }
  const outbox = new Outbox(wire, clock)
  const offer = (text: string, keys: string[] | null, topic = 'fleet') =>
    outbox.offer({ topic, keys, frame: Buffer.from(text) })
  const tend = () => outbox.tend((topic, keys) => Buffer.from(`latest of ${topic}: ${keys?.join() ?? 'all'}`))
  return { clock, sent, closed, wire, outbox, offer, tend }
}

test('sends frames at once while the reader keeps up', () => {
  const { sent, offer } = reader()
  offer('1', ['a'])
  offer('2', ['b'])
  expect(sent).toEqual(['1', '2'])
})

test('sends a slow reader only the latest of each missed key, in one frame', () => {
  const { sent, wire, offer, tend } = reader()
  wire.bufferedAmount = 300_000
  for (let i = 0; i < 1000; i++) offer(`${i}`, [i % 2 === 0 ? 'a' : 'b'])
  offer('x', ['t'], 'trips')
  tend()
  expect(sent).toEqual([])
  wire.bufferedAmount = 100
  tend()
  expect(sent).toEqual(['latest of fleet: a,b', 'latest of trips: t'])
  offer('next', ['a'])
  expect(sent.at(-1)).toBe('next')
})

test('sends the whole topic when all of it was missed', () => {
  const { sent, wire, offer, tend } = reader()
  wire.bufferedAmount = 300_000
  offer('1', ['a'])
  offer('2', null)
  offer('3', ['b'])
  wire.bufferedAmount = 0
  tend()
  expect(sent).toEqual(['latest of fleet: all'])
})

test('drops missed frames of a topic that was unsubscribed', () => {
  const { sent, wire, outbox, offer, tend } = reader()
  wire.bufferedAmount = 300_000
  offer('1', ['a'])
  outbox.forget('fleet')
  wire.bufferedAmount = 0
  tend()
  expect(sent).toEqual([])
})

test('disconnects a reader that stays behind for half a minute', () => {
  const { closed, clock, wire, offer, tend } = reader()
  wire.bufferedAmount = 300_000
  offer('1', ['a'])
  clock.set(30_000)
  tend()
  expect(closed).toEqual([])
  clock.set(30_001)
  tend()
  expect(closed).toEqual([TOO_SLOW])
})

test('sends missed data only once', () => {
  const { sent, wire, offer, tend } = reader()
  for (const key of ['a', 'b']) {
    wire.bufferedAmount = 300_000
    offer('missed', [key])
    wire.bufferedAmount = 0
    tend()
  }
  expect(sent).toEqual(['latest of fleet: a', 'latest of fleet: b'])
})

test('sends new data after the missed data, once the connection’s buffer is nearly empty', () => {
  const { sent, wire, offer, tend } = reader()
  wire.bufferedAmount = 300_000
  offer('1', ['a'])
  wire.bufferedAmount = 100_000
  offer('2', ['b'])
  tend()
  expect(sent).toEqual([])
  wire.bufferedAmount = 16_384
  tend()
  expect(sent).toEqual(['latest of fleet: a,b'])
})

test('keeps the rest of the missed data for a reader that falls behind again', () => {
  const { sent, wire, offer, tend } = reader()
  wire.bufferedAmount = 300_000
  offer('1', ['a'])
  offer('2', ['t'], 'trips')
  wire.bufferedAmount = 0
  wire.send = (frame) => {
    sent.push(frame.toString())
    wire.bufferedAmount = 300_000
  }
  tend()
  expect(sent).toEqual(['latest of fleet: a'])
  wire.bufferedAmount = 0
  tend()
  expect(sent).toEqual(['latest of fleet: a', 'latest of trips: t'])
})

test('counts the half minute from the first missed frame', () => {
  const { closed, clock, wire, offer, tend } = reader()
  wire.bufferedAmount = 300_000
  offer('1', ['a'])
  clock.set(29_000)
  offer('2', ['a'])
  clock.set(30_001)
  tend()
  expect(closed).toEqual([TOO_SLOW])
})
