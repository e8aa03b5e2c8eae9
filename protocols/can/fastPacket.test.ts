import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CanFrame } from './canFrame.ts'
import { FastPackets, fastPacketFrames } from './fastPacket.ts'

const ENGINE = 127489
const frame = (source: number, data: Uint8Array, pgn = ENGINE): CanFrame => ({
  ...{ timeUs: null, counterUs: null, priority: 2, destination: 255, assembled: false },
  ...{ pgn, source, data },
})
const message = (first: number, size = 26) => Uint8Array.from({ length: size }, (_, i) => (first + i) % 256)

test('joins a message of any length again', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 223 }), fc.nat(7), (bytes, sequence) => {
      const packets = new FastPackets()
      const answers = fastPacketFrames(bytes, sequence).map((data) => packets.add(frame(35, data)))
      expect(answers.pop()).toEqual(bytes)
      expect(answers.every((answer) => answer === null)).toBe(true)
    }),
  )
})

test('separates senders, messages and their order when frames of several come in turn', () => {
  const packets = new FastPackets()
  const senders = [
    { source: 35, pgn: ENGINE, sequence: 1, bytes: message(0) },
    { source: 36, pgn: ENGINE, sequence: 1, bytes: message(100) },
    { source: 35, pgn: ENGINE, sequence: 2, bytes: message(50) },
    { source: 35, pgn: 129029, sequence: 1, bytes: message(150) },
  ]
  const frames = senders.map(({ bytes, sequence }) => fastPacketFrames(bytes, sequence))
  const whole = [0, 1, 2, 3].flatMap((turn) =>
    senders.map(({ source, pgn }, i) => packets.add(frame(source, frames[i]?.[turn] ?? message(0), pgn))),
  )
  expect(whole).toEqual([...Array(12).fill(null), ...senders.map(({ bytes }) => bytes)])
})

test('loses one message alone with a lost frame', () => {
  const packets = new FastPackets()
  const [first, , third] = fastPacketFrames(message(0), 0)
  expect(packets.add(frame(35, first as Uint8Array))).toBeNull()
  expect(packets.add(frame(35, third as Uint8Array))).toBe('broken')
  const next = fastPacketFrames(message(9), 1).map((data) => packets.add(frame(35, data)))
  expect(next.at(-1)).toEqual(message(9))
})

test.each([
  ['without a byte', new Uint8Array()],
  ['without a size', Uint8Array.of(0x20)],
  ['of no size', Uint8Array.of(0x20, 0, 1, 2, 3, 4, 5, 6)],
  ['of a size beyond 32 frames', Uint8Array.of(0x20, 224, 1, 2, 3, 4, 5, 6)],
])('rejects a message with a first frame %s', (_, data) =>
  expect(new FastPackets().add(frame(35, data))).toBe('broken'),
)

test('drops frames out of turn, and a message once it is complete', () => {
  const [first, second, third, fourth] = fastPacketFrames(message(0), 1)
  if (!first || !second || !third || !fourth) throw new Error('too few frames')
  const packets = new FastPackets()
  expect([first, third, second].map((data) => packets.add(frame(35, data)))).toEqual([
    null,
    'broken',
    'broken',
  ])
  const again = [first, second, third, fourth, fourth].map((data) => packets.add(frame(35, data)))
  expect(again).toEqual([null, null, null, message(0), 'broken'])
})

test('counts a message as lost when a frame of its number comes again before its end', () => {
  const [first, second] = fastPacketFrames(message(0), 1)
  if (!first || !second) throw new Error('too few frames')
  const packets = new FastPackets()
  expect([first, second, second].map((data) => packets.add(frame(35, data)))).toEqual([null, null, 'broken'])
  expect([packets.takeLost(), packets.takeLost(true)]).toEqual([[ENGINE], []])
})

test('keeps two thousand messages under way, then drops all incomplete ones', () => {
  const packets = new FastPackets()
  const [first, second] = fastPacketFrames(message(0), 1)
  if (!first || !second) throw new Error('too few frames')
  const begin = (number: number) =>
    packets.add(frame(number % 250, first, 130_000 + Math.floor(number / 250)))
  const goOn = (number: number) =>
    packets.add(frame(number % 250, second, 130_000 + Math.floor(number / 250)))
  for (let number = 0; number < 2000; number++) begin(number)
  expect([goOn(0), goOn(1999)]).toEqual([null, null])
  begin(2000)
  expect([goOn(1), goOn(2000)]).toEqual(['broken', null])
})
