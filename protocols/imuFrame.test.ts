import { readFileSync } from 'node:fs'
import { crc32 as zlibCrc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { IMU_NOT_AVAILABLE, type MotionBlock, nothingDecoded } from '#contract/domain/reading.ts'
import { crc32 } from './crc32.ts'
import { decodeImuFrame, encodeImuFrame, ImuDecoder, looksLikeImu, wholeBlocksBytes } from './imuFrame.ts'

const absent = () => new Int16Array(3).fill(IMU_NOT_AVAILABLE)
/** Three samples at 50 Hz of sensor 1: at rest, then thrown up by a wave, without attitude. */
const EXAMPLE: MotionBlock = {
  sensor: 1,
  startUs: 1_781_773_920_000_000,
  intervalUs: 20_000,
  forceX: Int16Array.of(0, -12, 35),
  forceY: Int16Array.of(4, IMU_NOT_AVAILABLE, -8),
  forceZ: Int16Array.of(1000, 1250, 2600),
  roll: absent(),
  pitch: absent(),
  yaw: absent(),
}

test('writes the documented bytes', () => {
  const page = readFileSync(new URL('../docs/imu-frame.md', import.meta.url), 'utf8')
  const block = /```hex\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  const bytes = Buffer.from(block.replaceAll(/#.*|\s/g, ''), 'hex')
  expect(Buffer.from(encodeImuFrame([EXAMPLE])).toString('hex')).toBe(bytes.toString('hex'))
  expect(decodeImuFrame(bytes)).toEqual({ ...nothingDecoded(), motion: [EXAMPLE] })
})

test('reads blocks from an odd address of a larger buffer', () => {
  const message = encodeImuFrame([EXAMPLE])
  const within = new Uint8Array(message.length + 3)
  within.set(message, 1)
  expect(decodeImuFrame(within.subarray(1, -2)).motion).toEqual([EXAMPLE])
})

test('leaves out a block whose checksum fails and reads the next', () => {
  const message = encodeImuFrame([EXAMPLE, { ...EXAMPLE, sensor: 2 }])
  message[25] = (message[25] ?? 0) ^ 1
  const { motion, rejected } = decodeImuFrame(message)
  expect(motion.map(({ sensor }) => sensor)).toEqual([2])
  expect(rejected).toEqual([{ reason: 'checksum', detail: 'motion block', count: 3 }])
})

test('rejects a cut block and returns how much of the bytes is whole', () => {
  const message = encodeImuFrame([EXAMPLE, EXAMPLE])
  expect(decodeImuFrame(message.subarray(0, -1)).rejected[0]?.reason).toBe('malformed')
  expect(wholeBlocksBytes(message.subarray(0, -1))).toBe(message.length / 2)
})

test('reads whole blocks to the last, and nonsense to its end', () => {
  const block = encodeImuFrame([EXAMPLE])
  const many = encodeImuFrame([EXAMPLE, EXAMPLE, EXAMPLE])
  expect(wholeBlocksBytes(new Uint8Array())).toBe(0)
  expect(wholeBlocksBytes(many)).toBe(many.length)
  // The header of the next one, whole or not, waits for the rest of it.
  for (const more of [1, 19, 20, 21, block.length - 1])
    expect(wholeBlocksBytes(many.subarray(0, 2 * block.length + more))).toBe(2 * block.length)
  const broken = many.slice()
  broken[block.length] = 0
  expect(wholeBlocksBytes(broken)).toBe(broken.length)
})

test('is recognised by its first four bytes', () => {
  const block = encodeImuFrame([EXAMPLE])
  expect(looksLikeImu(block.subarray(0, 4))).toBe(true)
  expect(looksLikeImu(block.subarray(0, 3))).toBe(false)
  expect(looksLikeImu(block.subarray(1))).toBe(false)
  expect(new ImuDecoder().decode(block).motion).toEqual([EXAMPLE])
})

test.each([
  ['without columns', 5, 0],
  ['with columns that nobody knows', 5, 4],
  ['without samples', 6, 0],
  ['of another format', 0, 0x43],
])('rejects a block %s', (_, at, value) => {
  const block = encodeImuFrame([EXAMPLE])
  block[at] = value
  expect(decodeImuFrame(block)).toMatchObject({ motion: [], rejected: [{ reason: 'malformed' }] })
  expect(decodeImuFrame(block.subarray(0, 19)).rejected).toHaveLength(1)
})

test('allows an interval of ten seconds between samples at most', () => {
  const withInterval = (intervalUs: number) => decodeImuFrame(encodeImuFrame([{ ...EXAMPLE, intervalUs }]))
  expect(withInterval(10_000_000).motion).toHaveLength(1)
  for (const intervalUs of [0, 10_000_001])
    expect(withInterval(intervalUs)).toMatchObject({ motion: [], rejected: [{ reason: 'malformed' }] })
})

test('carries angles alone, forces alone, or both', () => {
  const column = (first: number) => Int16Array.of(first, first + 1, first + 2)
  const angles = { roll: column(10), pitch: column(20), yaw: column(30) }
  const none = { forceX: absent(), forceY: absent(), forceZ: absent() }
  for (const block of [
    { ...EXAMPLE, ...angles },
    { ...EXAMPLE, ...none, ...angles },
  ])
    expect(decodeImuFrame(encodeImuFrame([block])).motion).toEqual([block])
  expect(encodeImuFrame([{ ...EXAMPLE, ...none, ...angles }])).toHaveLength(20 + 3 * 3 * 2 + 4)
})

test('computes the checksum of zip', () => {
  const bytes = Buffer.from('123456789')
  expect(crc32(bytes)).toBe(0xcbf43926)
  expect(crc32(bytes)).toBe(zlibCrc32(bytes))
})
