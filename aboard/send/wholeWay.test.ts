/** Recordings through thinning, queue and batches: each value arrives once, with its time, as if read in one go. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Decoded, nothingDecoded } from '#contract/domain/reading.ts'
import { decoderFor, type Format } from '#protocols/formats.ts'
import { encodeImuFrame } from '#protocols/imuFrame.ts'
import { readLog } from '#protocols/readLog.ts'
import { Queue } from '../queue/queue.ts'
import type { DataClass } from '../record.ts'
import { Thinner } from '../thin/thinner.ts'
import { encodeBatch } from './encodeBatch.ts'

const OFFSET_MS = Date.UTC(2026, 5, 1)

interface Arrival {
  bytes: Uint8Array
  arrivedMs: number
}

async function throughQueue(format: Format, arrivals: readonly Arrival[], maxBytes = 2000) {
  const folder = mkdtempSync(join(tmpdir(), 'whole-way-'))
  const queue = new Queue({ folder, epoch: 'boot', segmentBytes: 20_000 })
  const thinner = new Thinner({ append: (record) => queue.append(record) })
  const decoded: Decoded = nothingDecoded()
  const amounts: Partial<Record<DataClass, number>> = {}
  let committedMs = arrivals[0]?.arrivedMs ?? 0
  for (const { bytes, arrivedMs } of arrivals) {
    thinner.take({ format, bytes, arrivedMs })
    if (arrivedMs - committedMs < 1000) continue
    committedMs = arrivedMs
    await queue.flushed()
  }
  await queue.flushed()
  for (let batch = queue.take({ maxBytes }); batch; batch = queue.take({ maxBytes })) {
    const body = encodeBatch(format, batch.records, (measuredMs) => measuredMs + OFFSET_MS)
    for await (const part of readLog(chunk(body), format)) add(decoded, part)
    amounts[batch.dataClass] = (amounts[batch.dataClass] ?? 0) + batch.records.length
    queue.acknowledge(batch)
  }
  await queue.close()
  rmSync(folder, { recursive: true })
  return { decoded, amounts }
}

async function* chunk(bytes: Uint8Array) {
  yield bytes
}

function add(all: Decoded, more: Decoded) {
  for (const part of ['scalars', 'fixes', 'motion', 'ais', 'faults', 'rejected'] as const)
    for (const one of more[part]) (all[part] as unknown[]).push(one)
}

function inOneGo(format: Format, arrivals: readonly Arrival[]): Decoded {
  const all = nothingDecoded()
  const decoder = decoderFor(format)
  for (const { bytes, arrivedMs } of arrivals)
    add(all, decoder.decode(bytes, Math.round(arrivedMs + OFFSET_MS) * 1000))
  return all
}

/** Values with their times in whole seconds; a value that was repeated as context counts once. */
const valuesOf = ({ scalars, fixes }: Decoded) => ({
  scalars: new Set(
    scalars.map(({ key, instance, source, value, timeUs }) =>
      [key, JSON.stringify(instance), source, value, Math.round(timeUs / 1e3)].join(' '),
    ),
  ),
  fixes: new Set(
    fixes.map(({ timeUs, latitudeDeg, longitudeDeg }) =>
      [Math.round(timeUs / 1e3), latitudeDeg, longitudeDeg].join(' '),
    ),
  ),
})

const linesOf = (name: string) =>
  gunzipSync(readFileSync(join(import.meta.dirname, '../../recordings', name)))
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '')

/** Lines without their own times, which the board has to give them. */
function arrivalsOf(name: string, everyMs: number, withoutTime = (line: string) => line): Arrival[] {
  return linesOf(name).map((line, i) => ({
    bytes: Buffer.from(withoutTime(line)),
    arrivedMs: 5000 + i * everyMs,
  }))
}

test('brings each value of NMEA 2000 ashore, also of messages in several frames', async () => {
  const arrivals = arrivalsOf('skuggi.candump.gz', 20, (line) => line.replace(/^\S+ \S+ /, '')).slice(0, 3000)
  const { decoded, amounts } = await throughQueue('n2k', arrivals)
  const expected = valuesOf(inOneGo('n2k', arrivals))
  const found = valuesOf(decoded)
  expect(decoded.rejected).toEqual([])
  expect(expected.scalars.size).toBeGreaterThan(1000)
  expect([...expected.fixes].filter((one) => !found.fixes.has(one))).toEqual([])
  expect([...expected.scalars].filter((one) => !found.scalars.has(one))).toEqual([])
  expect(found.scalars.size).toBe(expected.scalars.size)
  expect(amounts.now).toBeGreaterThan(0)
  expect(amounts.later).toBeGreaterThan(0)
})

test('brings JSON of canboat ashore in the units that its first line names', async () => {
  const heading = (value: number) =>
    `{"timestamp":"2026-06-18T09:00:00.000Z","prio":2,"src":7,"dst":255,"pgn":127250,"fields":{"SID":1,"Heading":${value},"Reference":"True"}}`
  const lines = ['{"version":"6.1.2","units":"std"}', heading(90), heading(180)]
  const arrivals = lines.map((line, i) => ({ bytes: Buffer.from(line), arrivedMs: 5000 + i * 1000 }))
  const { decoded } = await throughQueue('n2k', arrivals)
  const headings = decoded.scalars.map(({ key, value }) => `${key} ${value?.toFixed(2)}`)
  expect(new Set(headings)).toEqual(new Set(['heading 1.57', 'heading 3.14']))
})

test('brings each value of NMEA 0183 and AIS ashore', async () => {
  const lines = linesOf('nordurljos.nmea.gz')
  const arrivals = lines.map((line, i) => ({ bytes: Buffer.from(line), arrivedMs: 5000 + i * 50 }))
  const { decoded } = await throughQueue('nmea0183', arrivals)
  const expected = inOneGo('nmea0183', arrivals)
  const withoutTime = (values: Set<string>) => [...values].map((one) => one.replace(/ \d+$/, '')).sort()
  const countOf = (all: Decoded, key: string) =>
    new Set(all.scalars.filter((one) => one.key === key).map(({ value, timeUs }) => `${value} ${timeUs}`))
      .size
  expect(decoded.rejected).toEqual([])
  expect(new Set(withoutTime(valuesOf(decoded).scalars))).toEqual(
    new Set(withoutTime(valuesOf(expected).scalars)),
  )
  expect(countOf(decoded, 'sog')).toBe(countOf(expected, 'sog'))
  expect(decoded.ais.length).toBe(expected.ais.length)
})

test('brings each value of Signal K ashore with the time of a server whose clock is years behind', async () => {
  const lines = linesOf('vindsael.signalk.gz')
  const stampMs = (line: string) => Date.parse(/"timestamp":"([^"]+)"/.exec(line)?.[1] ?? '')
  const firstMs = stampMs(lines.find((line) => !Number.isNaN(stampMs(line))) ?? '')
  const arrivals = lines.map((line) => ({
    bytes: Buffer.from(line),
    arrivedMs: 5000 + (Number.isNaN(stampMs(line)) ? 0 : stampMs(line) - firstMs),
  }))
  const { decoded } = await throughQueue('signalk', arrivals, 20_000)
  const expected = inOneGo('signalk', arrivals)
  const aheadMs = OFFSET_MS + 5000 - firstMs
  for (const one of [...expected.scalars, ...expected.fixes, ...expected.ais]) one.timeUs += aheadMs * 1000
  const [found, wanted] = [valuesOf(decoded), valuesOf(expected)]
  expect(wanted.scalars.size).toBeGreaterThan(500)
  expect([...wanted.scalars].filter((one) => !found.scalars.has(one))).toEqual([])
  expect([...wanted.fixes].filter((one) => !found.fixes.has(one))).toEqual([])
  expect(decoded.ais.length).toBe(expected.ais.length)
})

test('passes the motion around an impact at once, and keeps the spacing of all samples', async () => {
  const arrivals = Array.from({ length: 20 }, (_, i) => {
    const forceZ = new Int16Array(50).fill(1000)
    if (i === 10) forceZ[25] = 5000
    const still = new Int16Array(50)
    const block = {
      ...{ sensor: 1, startUs: i * 1e6, intervalUs: 20_000, forceX: still, forceY: still, forceZ },
      ...{ roll: still, pitch: still, yaw: still },
    }
    return { bytes: encodeImuFrame([block]), arrivedMs: 6000 + i * 1000 + (i % 3) * 7 }
  })
  const { decoded, amounts } = await throughQueue('imu', arrivals)
  expect(amounts).toEqual({ now: 3, on_demand: 16 })
  const starts = decoded.motion.map(({ startUs }) => startUs).sort((a, b) => a - b)
  for (const [i, startUs] of starts.entries()) if (i > 0) expect(startUs - (starts[i - 1] ?? 0)).toBe(1e6)
  expect(Math.abs((starts[0] ?? 0) / 1000 - OFFSET_MS - 5000)).toBeLessThan(10)
})

test('sends our own JSON with times of this clock', async () => {
  const arrivals = [0, 1, 2].map((i) => ({
    bytes: Buffer.from(
      JSON.stringify({
        samples: [
          { key: 'sog', value: i, t: 1000 * i },
          { key: 'cog', value: 1 },
        ],
      }),
    ),
    arrivedMs: 5000 + i * 1000,
  }))
  const { decoded } = await throughQueue('readings', arrivals)
  const sog = decoded.scalars.filter(({ key }) => key === 'sog').sort((a, b) => a.timeUs - b.timeUs)
  expect(sog.map(({ timeUs, value }) => [timeUs / 1000 - OFFSET_MS, value])).toEqual([
    [5000, 0],
    [6000, 1],
    [7000, 2],
  ])
  expect(decoded.rejected).toEqual([])
})
