import { expect, test, vi } from 'vitest'
import { createLiveSocket, type TopicMessage } from './liveSocket.ts'

/** A socket whose other end the test plays, with timers that the test runs. */
function harness() {
  const sockets: FakeSocket[] = []
  const timers = new Map<number, { run: () => void; ms: number }>()
  const tokens = { now: 'one', refused: 0, withoutSecondFactor: 0 }
  let nextTimer = 1
  const live = createLiveSocket({
    open: () => {
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket as unknown as WebSocket
    },
    token: async () => tokens.now,
    onServerTime: () => {},
    onRefusedToken: () => {
      tokens.refused += 1
    },
    onSecondFactorRequired: () => {
      tokens.withoutSecondFactor += 1
    },
    setTimer: (run, ms) => {
      timers.set(nextTimer, { run, ms })
      return nextTimer++
    },
    clearTimer: (id) => timers.delete(id as number),
    random: () => 1,
    now: () => 1000 * sockets.length,
  })
  const due = () => [...timers.values()].map(({ ms }) => ms)
  /** Runs the timers that are due within this time. */
  const runTimers = (withinMs: number) => {
    const dueNow = [...timers].filter(([, { ms }]) => ms <= withinMs)
    for (const [id] of dueNow) timers.delete(id)
    for (const [, { run }] of dueNow) run()
  }
  const renewToken = () => {
    for (const { run, ms } of [...timers.values()]) if (ms === 60_000) run()
  }
  const accept = async (socket = sockets.at(-1)) => {
    await socket?.onopen?.()
    socket?.receive({ type: 'signed-in', server_time: 0 })
  }
  return { live, sockets, tokens, due, runTimers, renewToken, accept }
}

class FakeSocket {
  sent: { type: string; topic?: string; token?: string }[] = []
  onopen?: () => Promise<void>
  onmessage?: (event: { data: string }) => void
  onclose?: (event: { code: number }) => void
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  receive(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  close(code = 1000) {
    this.onclose?.({ code })
  }
}

const topics = (socket: FakeSocket | undefined, type: string) =>
  socket?.sent.filter((message) => message.type === type).map(({ topic }) => topic)

test('signs in first, then subscribes each topic once for all listeners', async () => {
  const { live, sockets, accept } = harness()
  const received: TopicMessage<'trips'>[] = []
  const stopA = live.listen('trips', (message) => received.push(message))
  const stopB = live.listen('trips', (message) => received.push(message))
  await accept()
  expect(sockets[0]?.sent[0]).toEqual({ type: 'sign-in', token: 'one' })
  expect(topics(sockets[0], 'subscribe')).toEqual(['trips'])
  sockets[0]?.receive({ type: 'data', topic: 'trips', full: false, server_time: 0, data: ['x'] })
  expect(received).toHaveLength(2)
  stopA()
  expect(topics(sockets[0], 'unsubscribe')).toEqual([])
  stopB()
  expect(topics(sockets[0], 'unsubscribe')).toEqual(['trips'])
})

test('reconnects after longer and longer delays, and subscribes again', async () => {
  const { live, sockets, due, runTimers, accept } = harness()
  live.listen('trips', () => {})
  await accept()
  const waits: number[] = []
  for (let lost = 0; lost < 8; lost++) {
    sockets.at(-1)?.close(1006)
    const [waitMs = 0] = due()
    waits.push(waitMs)
    runTimers(waitMs)
  }
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  await accept()
  expect(topics(sockets.at(-1), 'subscribe')).toEqual(['trips'])
  expect(live.state()).toBe('open')
})

test('signs in again with a renewed token on the same connection', async () => {
  const { live, sockets, tokens, accept, renewToken } = harness()
  live.listen('trips', () => {})
  await accept()
  renewToken()
  await Promise.resolve()
  expect(sockets[0]?.sent.filter(({ type }) => type === 'sign-in')).toHaveLength(1)
  tokens.now = 'two'
  await vi.waitFor(() => {
    renewToken()
    expect(sockets[0]?.sent.at(-1)).toEqual({ type: 'sign-in', token: 'two' })
  })
  sockets[0]?.receive({ type: 'signed-in', server_time: 0 })
  expect(topics(sockets[0], 'subscribe')).toEqual(['trips'])
  expect(sockets).toHaveLength(1)
})

test('drops a token that the server no longer accepts', async () => {
  const { live, sockets, tokens, accept } = harness()
  live.listen('trips', () => {})
  await accept()
  sockets[0]?.close(4401)
  expect(tokens.refused).toBe(1)
  expect(live.state()).toBe('waiting')
})

test('reports a second factor that a page without any call has to ask for', async () => {
  const { live, sockets, tokens, accept } = harness()
  live.listen('trips', () => {})
  await accept()
  sockets[0]?.receive({ type: 'refused', topic: null, code: 'not_allowed', message: '' })
  expect(tokens.withoutSecondFactor).toBe(0)
  sockets[0]?.receive({ type: 'refused', topic: null, code: 'SECOND_FACTOR_REQUIRED', message: '' })
  expect(tokens.withoutSecondFactor).toBe(1)
})

test('stays closed while paused, and reconnects at once when resumed', async () => {
  const { live, sockets, due, accept } = harness()
  live.listen('trips', () => {})
  await accept()
  live.pause()
  expect(due()).toEqual([])
  expect(live.state()).toBe('idle')
  live.resume()
  expect(sockets).toHaveLength(2)
  await accept()
  expect(topics(sockets[1], 'subscribe')).toEqual(['trips'])
})

test('replaces a connection that falls silent, or that the browser reports as lost', async () => {
  const { live, sockets, due, runTimers, accept } = harness()
  live.listen('trips', () => {})
  await accept()
  expect([live.state(), live.lastReceivedMs(), due()]).toEqual(['open', 1000, [60_000, SILENCE_MS]])
  sockets[0]?.receive({ type: 'alive', server_time: 0 })
  expect(due()).toEqual([60_000, SILENCE_MS])
  runTimers(SILENCE_MS)
  expect(live.state()).toBe('waiting')
  runTimers(500)
  expect(sockets).toHaveLength(2)
  // A late message of the dead connection does not count as a message of the new one.
  sockets[0]?.receive({ type: 'signed-in', server_time: 0 })
  expect(live.state()).toBe('connecting')
  await accept()
  expect([live.state(), live.lastReceivedMs()]).toEqual(['open', 2000])
  live.lose()
  expect(live.state()).toBe('waiting')
})

test('gives up a connection attempt without an answer', () => {
  const { live, due, runTimers } = harness()
  live.listen('trips', () => {})
  expect([live.state(), due()]).toEqual(['connecting', [SILENCE_MS]])
  runTimers(SILENCE_MS)
  expect(live.state()).toBe('waiting')
})

const SILENCE_MS = 12_000
