import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BoardClock } from '../clock/boardClock.ts'
import { Queue } from '../queue/queue.ts'
import type { DataClass } from '../record.ts'
import { Sender } from './sender.ts'
import { Shore } from './shore.ts'

const SOON = { timeout: 20_000, interval: 10 }
let folder: string
let server: Server
let queue: Queue
let sender: Sender
let running: Promise<void>
/** Answers of the shore by path. */
let answers: Record<string, (body: string) => [status: number, body: object | string]>
let registered: number
let stored: string[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sender-'))
  registered = 0
  stored = []
  answers = {
    '/gateway/register': () => {
      registered++
      return [
        200,
        { id: `dev-${registered}`, secret: 's', paired: false, pairing_code: `CODE000${registered}` },
      ]
    },
    '/gateway/settings': () => [200, { impact_limit: 2 }],
    '/gateway/health': () => [200, { ok: true }],
    '/gateway/batches': (body) => {
      stored.push(...(body.match(/\$\w+/g) ?? []))
      return [200, { accepted: 1, rejected: [] }]
    },
  }
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const bytes = Buffer.concat(chunks)
    const isPacked = request.headers['content-encoding'] === 'gzip'
    const path = (request.url ?? '').split('?')[0] ?? ''
    const [status, body] = answers[path]?.((isPacked ? gunzipSync(bytes) : bytes).toString('latin1')) ?? [
      404,
      {},
    ]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  queue = new Queue({
    ...{ folder: join(folder, 'queue'), epoch: 'boot', segmentBytes: 10_000 },
    timeOf: (_, measuredMs) => measuredMs + Date.UTC(2026, 0),
  })
})
afterEach(async () => {
  sender.stop()
  await running
  await queue.close()
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

function start(given: Partial<ConstructorParameters<typeof Sender>[0]> = {}) {
  const monotonicMs = () => performance.now()
  const clock = new BoardClock({ path: join(folder, 'clock'), epoch: 'boot', monotonicMs })
  const { port } = server.address() as AddressInfo
  const shore = new Shore(`http://127.0.0.1:${port}/`, join(folder, 'device.json'), null)
  sender = new Sender({
    ...{ queue, clock, shore, monotonicMs, report: () => ({}), isOwnDevice: true },
    ...{ everyMs: 1, retryMs: { first: 1, pairing: 1 } },
    ...given,
  })
  running = sender.run()
}

async function measure(texts: readonly string[], dataClass: DataClass = 'later') {
  for (const text of texts)
    queue.append({
      ...{ format: 'nmea0183', dataClass, measuredMs: performance.now(), slot: 0, isContext: false },
      bytes: Buffer.from(`$${text}`),
    })
  await queue.flushed()
}
const waiting = () => Object.values(queue.state().waiting).reduce((sum, { records }) => sum + records, 0)

test('drops and counts the message that the shore refuses, and stores the others', async () => {
  const store = answers['/gateway/batches']
  answers['/gateway/batches'] = (body) =>
    body.includes('$BAD') ? [400, { code: 'invalid' }] : (store?.(body) ?? [500, {}])
  await measure(['A', 'B', 'BAD', 'C', 'D'])
  start()
  await expect.poll(waiting, SOON).toBe(0)
  expect(stored).toEqual(['$A', '$B', '$C', '$D'])
  expect(sender.state().refused).toEqual({ invalid: 1 })
})

test('keeps everything while it is not paired, and asks for a new code after it was unpaired', async () => {
  let isPaired = true
  const store = answers['/gateway/batches']
  const paired = (answer: () => [number, object | string]) =>
    isPaired ? answer() : ([403, { code: 'not_paired' }] as [number, object])
  answers['/gateway/settings'] = () => paired(() => [200, {}])
  answers['/gateway/batches'] = (body) => paired(() => store?.(body) ?? [500, {}])
  start()
  await measure(['A'])
  await expect.poll(waiting, SOON).toBe(0)
  isPaired = false
  await measure(['B', 'C'])
  await expect.poll(() => sender.state().pairingCode, SOON).toBe('CODE0002')
  expect(waiting()).toBe(2)
  isPaired = true
  await expect.poll(waiting, SOON).toBe(0)
  expect(stored).toEqual(['$A', '$B', '$C'])
  expect(sender.state()).toMatchObject({ pairing: 'paired', pairingCode: null })
})

test('registers again as a new device when the shore does not know the old one', async () => {
  start()
  await expect.poll(() => sender.state().pairing, SOON).toBe('paired')
  let isKnown = false
  answers['/gateway/settings'] = () => (isKnown ? [200, {}] : [401, { code: 'not_authenticated' }])
  answers['/gateway/batches'] = () =>
    isKnown ? [200, { rejected: [] }] : [401, { code: 'not_authenticated' }]
  await measure(['A'])
  await expect.poll(() => sender.state().deviceId, SOON).toBe('dev-2')
  isKnown = true
  await expect.poll(waiting, SOON).toBe(0)
})

test('asks on while a gateway does not know the new device yet', async () => {
  let asked = 0
  answers['/gateway/settings'] = () => (asked++ < 8 ? [401, { code: 'not_authenticated' }] : [200, {}])
  await measure(['A'])
  start()
  await expect.poll(waiting, SOON).toBe(0)
  expect([registered, stored]).toEqual([1, ['$A']])
})

test('asks on with given credentials that the shore does not know', async () => {
  let isKnown = false
  answers['/gateway/settings'] = () => (isKnown ? [200, {}] : [401, { code: 'not_authenticated' }])
  writeFileSync(join(folder, 'device.json'), '{"id":"given","secret":"s"}')
  await measure(['A'])
  start({ isOwnDevice: false })
  await expect
    .poll(() => sender.state().error, SOON)
    .toBe('The server does not know this device id and secret.')
  isKnown = true
  await expect.poll(waiting, SOON).toBe(0)
  expect([registered, sender.state().error]).toEqual([0, null])
})

test('repeats a batch after every failure of the link or the server, and reports the failure meanwhile', async () => {
  const store = answers['/gateway/batches']
  let failures = 0
  answers['/gateway/batches'] = (body) => {
    failures++
    return failures < 5 ? [503, { code: 'unavailable' }] : (store?.(body) ?? [500, {}])
  }
  await measure(['A'])
  start()
  await expect.poll(() => sender.state().error, SOON).toBe('The server answered 503.')
  await expect.poll(waiting, SOON).toBe(0)
  expect(stored).toEqual(['$A'])
  expect(sender.state().error).toBeNull()
})

test('keeps everything while another server answers, such as the sign-in page of a network', async () => {
  const store = answers['/gateway/batches']
  const others: [number, string][] = [200, 400, 413, 413, 413, 413].map((status) => [status, '<html>'])
  answers['/gateway/batches'] = (body) => others.shift() ?? store?.(body) ?? [500, {}]
  await measure(['A', 'B'])
  start()
  await expect.poll(waiting, SOON).toBe(0)
  expect([others, stored.toSorted(), sender.state().refused]).toEqual([[], ['$A', '$B'], {}])
})

test('pauses between batches only where later records can join them', async () => {
  for (const text of ['FIRST', 'SECOND', 'THIRD']) {
    await queue.close()
    queue = new Queue({ folder: join(folder, 'queue'), epoch: 'boot', segmentBytes: 10_000 })
    await measure([`${text}1`], 'now')
    await measure([`${text}2`], 'later')
  }
  start({ everyMs: 600_000 })
  await expect.poll(() => stored, SOON).toEqual(['$FIRST1', '$SECOND1', '$THIRD1', '$FIRST2', '$SECOND2'])
  expect(waiting()).toBe(1)
})

test('sends no on-demand data and no more bytes than its budget allows', async () => {
  await measure(['SLOW'], 'on_demand')
  await measure(['NOW'], 'now')
  start({ bytesPerHour: 100_000 })
  await expect.poll(() => stored, SOON).toEqual(['$NOW'])
  await expect.poll(waiting, SOON).toBe(1)
  sender.stop()
  await running
  stored = []
  start({ bytesPerHour: 10 })
  await measure(['LATER'])
  await expect.poll(() => sender.state().pairing, SOON).toBe('paired')
  expect(stored).toEqual([])
})

test('does not begin with a new budget when it starts again', async () => {
  // Eight requests may leave at once: a sixth of the budget of an hour.
  const given = { budgetFile: { path: join(folder, 'budget'), epoch: 'boot' }, bytesPerHour: 36_000 }
  for (let i = 0; i < 6; i++) {
    await measure([`A${i}`])
    start(given)
    await expect.poll(() => sender.state().pairing, SOON).toBe('paired')
    await expect.poll(() => (i > 1 ? 0 : waiting()), SOON).toBe(0)
    sender.stop()
    await running
  }
  // Each start asks once whether the device is paired, and reports before it sends.
  expect(stored).toEqual(['$A0', '$A1'])
  expect(waiting()).toBe(4)
})

test('sends with a budget the detail that a person asked for, reports its end at once, and keeps the rest', async () => {
  const part = { id: '7f9c24e8-3b12-4c5e-9a51-0f7f4d5b2a11', from: 0, to: Date.UTC(2100, 0) }
  const reports: string[] = []
  let asked: unknown[] = []
  answers['/gateway/health'] = (body) => {
    reports.push(body)
    return [200, { ok: true, asked: ['no part', { ...part, from: 'now' }, ...asked] }]
  }
  await measure(['DETAIL', 'MORE'], 'on_demand')
  await measure(['NOW'], 'now')
  const report = () => ({ waits: sender.asked().map(({ id, ...one }) => [id, queue.detailWithin(one) > 0]) })
  start({ bytesPerHour: 10_000_000, report })
  await expect.poll(() => stored, SOON).toEqual(['$NOW'])
  sender.stop()
  await running
  asked = [part]
  start({ bytesPerHour: 10_000_000, report })
  await expect.poll(() => stored, SOON).toEqual(['$NOW', '$DETAIL', '$MORE'])
  await expect.poll(() => reports.length, SOON).toBe(4)
  expect(reports.map((text) => JSON.parse(text))).toEqual([
    { waits: [] },
    { waits: [] },
    { waits: [[part.id, true]] },
    { waits: [[part.id, false]] },
  ])
})

test('sends detail soon though newer positions never pause', async () => {
  await queue.close()
  queue = new Queue({ folder: join(folder, 'whole'), epoch: 'boot' })
  const batches: string[] = []
  answers['/gateway/batches'] = (body) => {
    batches.push(body)
    return [200, { rejected: [] }]
  }
  start({ everyMs: 20 })
  const measuring = new AbortController()
  const measured = (async () => {
    for (let i = 0; !measuring.signal.aborted; i++) {
      await measure([`NOW${i}`], 'now')
      await measure([`LATER${i}`])
      await measure([`ASKED${i}`], 'on_demand')
    }
  })()
  const firstOf = (name: string) => batches.findIndex((one) => one.includes(name))
  await expect.poll(() => Math.min(firstOf('$LATER'), firstOf('$ASKED')), SOON).toBeGreaterThan(-1)
  measuring.abort()
  await measured
  expect(Math.max(firstOf('$LATER'), firstOf('$ASKED'))).toBeLessThan(15)
})
