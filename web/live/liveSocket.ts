import { MINUTE_MS } from '#contract/domain/time.ts'
import {
  ALIVE_EVERY_MS,
  type ClientMessage,
  type ServerMessage,
  type Topic,
  type TopicData,
} from '#contract/wire/realtime.ts'

export interface TopicMessage<T extends Topic> {
  /** True when the data replaces all earlier data, as after each connection. */
  full: boolean
  data: TopicData[T]
}
export type LiveState = 'idle' | 'connecting' | 'open' | 'waiting'

export interface LiveSocket {
  /** Subscribes to a topic; the first listener subscribes on the server, the last one unsubscribes. */
  listen<T extends Topic>(topic: T, listener: (message: TopicMessage<T>) => void): () => void
  state(): LiveState
  onState(listener: () => void): () => void
  /** Time of the last message, epoch ms; null before the first message. */
  lastReceivedMs(): number | null
  /** Drops the connection and opens another, for example when the browser reports a lost network. */
  lose(): void
  /**
   * Closes the connection while the page is hidden or the session is over; `resume` connects again and re-reads every
   * topic.
   */
  pause(): void
  resume(): void
}

interface Dependencies {
  open: () => WebSocket
  token: () => Promise<string>
  onServerTime: (ms: number) => void
  /** Called when the server does not accept the token. */
  onRefusedToken: () => void
  /** Called when the user has to turn on a second factor first. */
  onSecondFactorRequired: () => void
  setTimer: (run: () => void, ms: number) => unknown
  clearTimer: (timer: unknown) => void
  random: () => number
  now: () => number
}

const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 30_000
/** Interval between checks for a renewed token; the server closes sockets with an expired token. */
const TOKEN_CHECK_MS = MINUTE_MS
/** Silence after which the connection counts as lost: two missed messages of the server. */
const SILENCE_MS = 2.4 * ALIVE_EVERY_MS
/** Close code: the token was not accepted or has run out. */
const SIGN_IN_AGAIN = 4401

/** One WebSocket for all topics of the page, opened with the first listener and kept open. */
export function createLiveSocket(deps: Dependencies): LiveSocket {
  const topics = new Map<Topic, Set<(message: { full: boolean; data: never }) => void>>()
  const stateListeners = new Set<() => void>()
  let state: LiveState = 'idle'
  let socket: WebSocket | null = null
  let timer: unknown = null
  let tokenTimer: unknown = null
  let watchdog: unknown = null
  let lastReceivedMs: number | null = null
  let signedWith = ''
  let failures = 0
  let paused = false

  function setState(next: LiveState) {
    state = next
    for (const listener of stateListeners) listener()
  }

  const send = (message: ClientMessage) => socket?.send(JSON.stringify(message))

  async function connect() {
    if (paused || socket || topics.size === 0) return
    setState('connecting')
    const opening = deps.open()
    opening.binaryType = 'arraybuffer'
    socket = opening
    watch()
    opening.onopen = async () => {
      try {
        await signIn(opening)
      } catch {
        opening.close()
      }
    }
    opening.onmessage = (event) => {
      if (socket === opening) receive(read(event.data))
    }
    opening.onclose = ({ code }) => {
      if (socket !== opening) return
      drop()
      if (code === SIGN_IN_AGAIN) deps.onRefusedToken()
      retryLater()
    }
  }

  function watch() {
    deps.clearTimer(watchdog)
    watchdog = deps.setTimer(lose, SILENCE_MS)
  }

  function lose() {
    if (!socket) return
    drop()
    retryLater()
  }

  async function signIn(opened: WebSocket) {
    const token = await deps.token()
    if (socket !== opened) return
    if (token !== signedWith || state !== 'open') send({ type: 'sign-in', token })
    signedWith = token
    tokenTimer = deps.setTimer(() => signIn(opened).catch(() => {}), TOKEN_CHECK_MS)
  }

  function receive(message: ServerMessage) {
    watch()
    lastReceivedMs = deps.now()
    if (message.type === 'refused') {
      if (message.code === 'SECOND_FACTOR_REQUIRED') deps.onSecondFactorRequired()
      return
    }
    deps.onServerTime(message.server_time)
    if (message.type === 'alive') return
    if (message.type === 'signed-in') {
      failures = 0
      if (state === 'open') return
      setState('open')
      for (const topic of topics.keys()) send({ type: 'subscribe', topic, once: false })
      return
    }
    // The contract fixes the data of each topic, so every listener gets the type that it expects.
    for (const listener of topics.get(message.topic) ?? []) {
      listener({ full: message.full, data: message.data as never })
    }
  }

  function retryLater() {
    if (paused || topics.size === 0) {
      setState('idle')
      return
    }
    setState('waiting')
    const ceilingMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures)
    failures += 1
    // Spread between half and all of the ceiling, so that a thousand consoles do not return in the same instant.
    timer = deps.setTimer(connect, ceilingMs * (0.5 + deps.random() / 2))
  }

  function drop() {
    deps.clearTimer(timer)
    deps.clearTimer(tokenTimer)
    deps.clearTimer(watchdog)
    const closing = socket
    socket = null
    closing?.close()
  }

  return {
    listen(topic, listener) {
      const listeners = topics.get(topic) ?? new Set()
      listeners.add(listener)
      if (!topics.has(topic)) {
        topics.set(topic, listeners)
        if (state === 'open') send({ type: 'subscribe', topic, once: false })
        else if (state === 'idle') void connect()
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0 || topics.get(topic) !== listeners) return
        topics.delete(topic)
        if (state === 'open') send({ type: 'unsubscribe', topic })
      }
    },
    state: () => state,
    onState(listener) {
      stateListeners.add(listener)
      return () => stateListeners.delete(listener)
    },
    lastReceivedMs: () => lastReceivedMs,
    lose,
    pause() {
      paused = true
      drop()
      setState('idle')
    },
    resume() {
      paused = false
      failures = 0
      if (state === 'open' || state === 'connecting') return
      deps.clearTimer(timer)
      void connect()
    },
  }
}

/** The same JSON may come as a text frame or as its bytes. */
const read = (data: string | ArrayBuffer) =>
  JSON.parse(typeof data === 'string' ? data : new TextDecoder().decode(data)) as ServerMessage
