import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Format } from '#contract/wire/device.ts'
import { DATA_CLASSES, type DataClass, type QueueRecord } from '../record.ts'
import { encodeBlock } from './block.ts'
import { type Batch, Queue } from './queue.ts'

let folder: string
let open: Queue[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'queue-'))
})
afterEach(async () => {
  for (const queue of open) await queue.close()
  open = []
  rmSync(folder, { recursive: true, force: true })
})

function openQueue(given: Partial<ConstructorParameters<typeof Queue>[0]> = {}) {
  const queue = new Queue({ folder, epoch: 'boot', ...given })
  open.push(queue)
  return queue
}

let measuredMs = 0
const record = (text: string, dataClass: DataClass = 'later', format: Format = 'nmea0183'): QueueRecord => ({
  ...{ format, dataClass, slot: 0, isContext: false, measuredMs: ++measuredMs },
  bytes: Buffer.from(text),
})
const textsOf = (batch: Batch | null) =>
  batch?.records.map(({ bytes }) => Buffer.from(bytes).toString()) ?? []

function drain(queue: Queue): string[] {
  const texts: string[] = []
  for (let batch = queue.take({ maxBytes: 1000 }); batch; batch = queue.take({ maxBytes: 1000 })) {
    texts.push(...textsOf(batch))
    queue.acknowledge(batch)
  }
  return texts
}
const newestFile = () =>
  join(
    folder,
    readdirSync(folder)
      .filter((name) => name.endsWith('.seg'))
      .sort()
      .at(-1) ?? '',
  )

test('dates what waits by the boot in which it was measured', async () => {
  const offsets: Record<string, number> = { before: 1_000_000, boot: 5_000_000 }
  const timeOf = (epoch: string, ms: number) => (epoch in offsets ? (offsets[epoch] ?? 0) + ms : null)
  const before = openQueue({ epoch: 'before', timeOf })
  before.append({ ...record('old'), measuredMs: 70 })
  await before.close()
  const queue = openQueue({ timeOf })
  queue.append({ ...record('new'), measuredMs: 20 })
  await queue.flushed()
  expect(queue.state().waiting.later).toMatchObject({ records: 2, fromMs: 1_000_070, toMs: 5_000_020 })
})

test('returns records by class and in order of arrival, until they are acknowledged', async () => {
  const queue = openQueue()
  queue.append(record('a', 'later'))
  queue.append(record('b', 'on_demand'))
  queue.append(record('c', 'now'))
  queue.append(record('d', 'later'))
  expect(queue.take({ maxBytes: 100 })).toBeNull()
  await queue.flushed()
  const first = queue.take({ maxBytes: 100 })
  const second = queue.take({ maxBytes: 100 })
  expect([textsOf(first), textsOf(second)]).toEqual([['c'], ['a', 'd']])
  if (!first || !second) throw new Error('two batches')
  queue.release(first)
  queue.acknowledge(second)
  expect(drain(queue)).toEqual(['c', 'b'])
  expect(queue.state().waiting.later.records).toBe(0)
})

test('sends the newest of class now before its backlog', async () => {
  const queue = openQueue({ segmentBytes: 100 })
  for (let i = 0; i < 5; i++) {
    queue.append(record(`now ${i}`, 'now'))
    await queue.flushed()
  }
  const freshMs = measuredMs
  const batch = queue.take({ maxBytes: 1000, freshMs })
  expect(textsOf(batch)).toEqual(['now 4'])
  expect(textsOf(queue.take({ maxBytes: 1000, freshMs }))).toEqual(['now 0'])
})

test('keeps the state folder and its files from other users', async () => {
  const queue = openQueue()
  queue.append(record('a'))
  await queue.flushed()
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(newestFile()).mode & 0o777).toBe(0o600)
})

test('reads every whole block when the last file is cut at any byte', async () => {
  const queue = openQueue()
  const ends: number[] = []
  for (const text of ['first', 'second', 'third']) {
    queue.append(record(text))
    await queue.flushed()
    ends.push(statSync(newestFile()).size)
  }
  await queue.close()
  const path = newestFile()
  const whole = readFileSync(path)
  for (let size = whole.length; size >= 0; size--) {
    writeFileSync(path, whole.subarray(0, size))
    const cut = new Queue({ folder, epoch: 'next', segmentBytes: 1000 })
    expect(cut.state().waiting.later.records).toBe(ends.filter((end) => end <= size).length)
    await cut.close()
  }
})

test('has each record once whatever is appended, acknowledged and cut', { timeout: 60_000 }, async () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('append' as const),
      dataClass: fc.constantFrom(...DATA_CLASSES),
      format: fc.constantFrom<Format>('n2k', 'signalk'),
      records: fc.integer({ min: 1, max: 8 }),
    }),
    fc.record({ kind: fc.constant('send' as const), isStored: fc.boolean(), maxBytes: fc.nat(400) }),
    fc.record({
      kind: fc.constant('crash' as const),
      torn: fc.integer({ min: 0, max: 200 }),
      isZeros: fc.boolean(),
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      rmSync(folder, { recursive: true, force: true })
      let epoch = 0
      const options = { segmentBytes: 600 }
      let queue = openQueue({ ...options, epoch: `boot ${epoch}` })
      const waiting = new Map<string, DataClass>()
      let next = 0
      for (const one of steps) {
        if (one.kind === 'append') {
          for (let i = 0; i < one.records; i++) {
            const text = `record ${next++}`
            queue.append(record(text, one.dataClass, one.format))
            waiting.set(text, one.dataClass)
          }
          await queue.flushed()
        } else if (one.kind === 'send') {
          const batch = queue.take({ maxBytes: one.maxBytes })
          const urgent = DATA_CLASSES.find((dataClass) => [...waiting.values()].includes(dataClass))
          expect(batch?.dataClass).toBe(urgent)
          if (!batch) continue
          if (one.isStored) for (const text of textsOf(batch)) waiting.delete(text)
          if (one.isStored) queue.acknowledge(batch)
          else queue.release(batch)
        } else {
          const files = readdirSync(folder).filter((name) => name.endsWith('.seg'))
          const { bytes } = encodeBlock(9999, [record('never on disk')])
          const torn = one.isZeros
            ? Buffer.alloc(one.torn)
            : bytes.subarray(0, Math.min(one.torn, bytes.length - 1))
          if (files.length > 0) appendFileSync(newestFile(), torn)
          queue = openQueue({ ...options, epoch: `boot ${++epoch}` })
        }
      }
      const found = drain(queue)
      expect(found.toSorted()).toEqual([...waiting.keys()].toSorted())
      const classes = found.map((text) => DATA_CLASSES.indexOf(waiting.get(text) ?? 'now'))
      expect(classes).toEqual(classes.toSorted((a, b) => a - b))
      for (const one of open) await one.close()
      open = []
    }),
    { numRuns: 40 },
  )
})

test('keeps new records when a cut of power has left acknowledgements of a deleted file', async () => {
  const before = openQueue()
  before.append(record('old'))
  await before.flushed()
  drain(before)
  const acknowledgements = readFileSync(`${newestFile()}.ack`)
  await before.close()
  writeFileSync(join(folder, '00000001.seg.ack'), acknowledgements)
  const queue = openQueue()
  queue.append(record('new'))
  await queue.close()
  expect(drain(openQueue())).toEqual(['new'])
})

test('sends blocks again when a cut of power has torn their acknowledgements', async () => {
  const queue = openQueue()
  for (const text of ['first', 'second', 'third']) {
    queue.append(record(text))
    await queue.flushed()
  }
  await queue.close()
  for (const torn of [3, 4]) {
    writeFileSync(`${newestFile()}.ack`, Buffer.alloc(torn))
    const next = openQueue()
    const batch = next.take({ maxBytes: 1 })
    expect(textsOf(batch)).toEqual(['first'])
    if (batch) next.acknowledge(batch)
    await next.close()
    const last = openQueue()
    expect(textsOf(last.take({ maxBytes: 1000 }))).toEqual(['second', 'third'])
    await last.close()
  }
})

test('drops the least urgent of the oldest data when the folder is full, and counts the loss', async () => {
  const queue = openQueue({ segmentBytes: 400, maxBytes: 3000 })
  for (let i = 0; i < 60; i++) {
    for (const dataClass of DATA_CLASSES) queue.append(record(`${dataClass} ${i}`, dataClass))
    await queue.flushed()
  }
  const { waiting, dropped, diskBytes } = queue.state()
  expect(diskBytes).toBeLessThanOrEqual(3000)
  expect(dropped.on_demand.records).toBeGreaterThan(50)
  expect(dropped.now.records).toBeLessThan(dropped.later.records)
  for (const one of DATA_CLASSES) expect(waiting[one].records + dropped[one].records).toBe(60)
  const left = drain(queue)
  expect(left).toContain('now 59')
  expect(left).not.toContain('on_demand 0')
  expect(openQueue().state().dropped).toEqual(dropped)
})

test('goes on after the disk was full, without a record lost or doubled', async () => {
  let isFull = false
  const queue = openQueue({
    write: async (file, bytes) => {
      if (isFull) {
        await file.appendFile(bytes.subarray(0, bytes.length / 2))
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      }
      await file.appendFile(bytes)
    },
  })
  queue.append(record('before', 'now'))
  await queue.flushed()
  isFull = true
  queue.append(record('meanwhile', 'now'))
  await expect(queue.flushed()).rejects.toThrow('no space left')
  expect(queue.state().error).toContain('no space left')
  isFull = false
  queue.append(record('after', 'now'))
  await queue.flushed()
  expect(queue.state().error).toBeNull()
  expect(drain(queue)).toEqual(['before', 'meanwhile', 'after'])
})

test('leaves out a block that the disk has damaged, and counts its records', async () => {
  const queue = openQueue()
  for (const text of ['first', 'second']) {
    queue.append(record(text))
    await queue.flushed()
  }
  const path = newestFile()
  const bytes = readFileSync(path)
  const at = bytes.indexOf('first')
  truncateSync(path, at)
  appendFileSync(path, Buffer.concat([Buffer.from('fIrst'), bytes.subarray(at + 5)]))
  expect(drain(queue)).toEqual(['second'])
  expect(queue.state().damaged).toBe(1)
})

test('counts the data of full files at the start without reading them, until they are sent', async () => {
  const before = openQueue({ segmentBytes: 100 })
  for (const text of ['first', 'second', 'third']) {
    before.append(record(text))
    await before.flushed()
  }
  await before.close()
  const path = join(folder, '00000001.seg')
  const at = readFileSync(path).indexOf('TFB1')
  writeFileSync(
    path,
    Buffer.concat([readFileSync(path).subarray(0, at), Buffer.alloc(statSync(path).size - at)]),
  )
  const queue = openQueue({ segmentBytes: 100 })
  expect(queue.state().waiting.later.records).toBe(3)
  expect(drain(queue)).toEqual(['second', 'third'])
  expect(queue.state().waiting.later.records).toBe(0)
  expect(readdirSync(folder)).toEqual(['reserve'])
})

test('starts with the same data when summaries are missing, torn or older than the data', async () => {
  const queue = openQueue({ segmentBytes: 200 })
  for (let i = 0; i < 20; i++) {
    for (const dataClass of DATA_CLASSES) queue.append(record(`${dataClass} ${i}`, dataClass))
    await queue.flushed()
  }
  const batch = queue.take({ maxBytes: 60 })
  await queue.close()
  const summaries = () => readdirSync(folder).filter((name) => name.endsWith('.sum'))
  const old = summaries().map((name) => [name, readFileSync(join(folder, name))] as const)
  expect(old.length).toBeGreaterThan(5)
  if (batch) queue.acknowledge(batch)
  const { waiting } = queue.state()
  expect(waiting.now.records).toBeLessThan(20)
  const starts = [
    () => undefined,
    () => old.map(([name, bytes]) => writeFileSync(join(folder, name), bytes)),
    () => summaries().map((name) => truncateSync(join(folder, name), 30)),
    () => summaries().map((name) => rmSync(join(folder, name))),
  ]
  for (const change of starts) {
    change()
    const next = openQueue({ segmentBytes: 200 })
    expect([next.state().waiting, next.intervals()]).toEqual([waiting, queue.intervals()])
    await next.close()
  }
  expect(drain(openQueue({ segmentBytes: 200 })).length).toBe(waiting.now.records + 40)
})

const OFFSET_MS = Date.UTC(2026, 5, 1)
const MINUTE_MS = 60_000
const dated = { timeOf: (epoch: string, ms: number) => (epoch === 'unknown' ? null : OFFSET_MS + ms) }

/** An hour of detail at sea: a record of each class a minute, with its minute as text. */
async function sailAnHour(queue: Queue) {
  for (let minute = 0; minute < 60; minute++) {
    for (const [dataClass, text] of [
      ['now', 'N'],
      ['later', 'L'],
      ['on_demand', 'D'],
    ] as const)
      queue.append({ ...record(`${text}${minute}`, dataClass), measuredMs: minute * MINUTE_MS })
    await queue.flushed()
  }
}
const part = (from: number, to: number) => ({
  fromMs: OFFSET_MS + from * MINUTE_MS,
  toMs: OFFSET_MS + to * MINUTE_MS,
})

test('sends what was asked for after everything urgent and before everything else, and no more of its class', async () => {
  const queue = openQueue({ ...dated, segmentBytes: 1500 })
  await sailAnHour(queue)
  const sent: string[] = []
  const given = { maxBytes: 1, classes: ['now', 'later'] as const, asked: [part(20, 22), part(10, 10)] }
  for (let batch = queue.take(given); batch; batch = queue.take(given)) {
    sent.push(...textsOf(batch))
    queue.acknowledge(batch)
  }
  const asked = ['L20', 'L21', 'L22', 'D20', 'D21', 'D22', 'L10', 'D10']
  expect(sent.slice(60, 68)).toEqual(asked)
  expect(sent.slice(0, 60).every((text) => text.startsWith('N'))).toBe(true)
  expect(sent.slice(68).every((text) => text.startsWith('L'))).toBe(true)
  expect(sent).toHaveLength(60 + 60 + 4)
})

test('tells when the data that wait were measured, also after a restart and of a part alone', async () => {
  let queue = openQueue({ ...dated, segmentBytes: 1500 })
  await sailAnHour(queue)
  const given = { maxBytes: 1, classes: [], asked: [part(20, 30)] }
  const whole = queue.detailWithin(part(20, 30))
  expect(queue.detailWithin(part(0, 59))).toBeGreaterThan(5 * whole)
  for (let batch = queue.take(given); batch; batch = queue.take(given)) queue.acknowledge(batch)
  await queue.close()
  queue = openQueue({ ...dated, segmentBytes: 1500 })
  const minutes = (dataClass: DataClass) =>
    queue
      .intervals()
      [dataClass].map(({ fromMs, toMs }) => [fromMs, toMs].map((ms) => (ms - OFFSET_MS) / MINUTE_MS))
  expect(minutes('on_demand')).toEqual([
    [0, 19],
    [31, 59],
  ])
  expect(minutes('now')).toEqual([[0, 59]])
  const { waiting } = queue.state()
  for (const one of DATA_CLASSES)
    expect(queue.intervals()[one].reduce((sum, { bytes }) => sum + bytes, 0)).toBe(waiting[one].bytes)
  expect([queue.detailWithin(part(20, 30)), queue.detailWithin(part(19, 19)) > 0]).toEqual([0, true])
  expect(queue.isDetailDropped(part(0, 59))).toBe(false)
})

test('tells of every part of time whether detail of it waits', async () => {
  const queue = openQueue({ ...dated, segmentBytes: 1500 })
  await sailAnHour(queue)
  const given = { maxBytes: 1, classes: [], asked: [part(20, 30), part(45, 45)] }
  for (let batch = queue.take(given); batch; batch = queue.take(given)) queue.acknowledge(batch)
  for (let from = -2; from < 62; from++)
    for (let to = from; to < 62; to += 3)
      expect(queue.hasDetailWithin(part(from, to))).toBe(queue.detailWithin(part(from, to)) > 0)
  expect([queue.hasDetailWithin(part(20, 30)), queue.hasDetailWithin(part(44, 44))]).toEqual([false, true])
})

test('asks nothing of a boot whose time is not known', async () => {
  const queue = openQueue({ ...dated, epoch: 'unknown' })
  await sailAnHour(queue)
  expect(queue.intervals().on_demand).toEqual([])
  expect(queue.detailWithin(part(0, 59))).toBe(0)
  expect(queue.take({ maxBytes: 1, classes: [], asked: [part(0, 59)] })).toBeNull()
})

test('remembers which detail a full disk dropped', async () => {
  let queue = openQueue({ ...dated, segmentBytes: 1500, maxBytes: 8000 })
  await sailAnHour(queue)
  const lost = () => [queue.isDetailDropped(part(0, 3)), queue.isDetailDropped(part(57, 59))]
  expect(lost()).toEqual([true, false])
  await queue.close()
  queue = openQueue({ ...dated, segmentBytes: 1500, maxBytes: 8000 })
  expect(lost()).toEqual([true, false])
})
