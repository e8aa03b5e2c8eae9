import { randomUUID } from 'node:crypto'
import { setTimeout as later } from 'node:timers/promises'
import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { type Bus, inProcessBus } from '#server/platform/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { BusEvent } from '#server/platform/events.ts'
import type { Log } from '#server/platform/log.ts'
import {
  isPartitioned,
  type PartitionedType,
  type Presence,
  parseEvent,
  readPresence,
  type SharedEvent,
  type SharedEventType,
  toMessages,
  topicOf,
} from './busWire.ts'

/** Interval at which each process publishes its count of events. */
const PRESENT_EVERY_MS = 1000
/** A process that is silent for this long may have published events before it died. */
const SILENT_AFTER_MS = 5000
/** Minimum interval between reports of missed events, ms. */
const MISSED_EVERY_MS = 3000
/** Longer than it takes to notice a server that does not answer, or another process that is silent. */
const NOTICED_WITHIN_MS = 15_000
const RETRY_MS = 1000
const PING_EVERY_MS = 2000
const LOGGED_EVERY_MS = MINUTE_MS
/** Time for the first connection, and for the answers of other processes, before a start goes on. */
const CONNECT_WITHIN_MS = 3000
const TWIN_ANSWERS_MS = 500
const TWIN_LOOK_MS = 20

export interface SharedBus extends Bus {
  readonly isConnected: boolean
  /** True once a process of the same installation id and another database was there. False without NATS. */
  hasTwin(): Promise<boolean>
  /**
   * Receives events about vessels of these partitions from now on. Resolves once they arrive: earlier ones are to be read
   * from the stores.
   */
  follow(partitions: readonly number[]): Promise<void>
  unfollow(partitions: readonly number[]): void
  close(): Promise<void>
}

/**
 * The bus of several processes, over NATS. Within this process it works as the bus of a single process, so
 * nothing waits for the network, and NATS may be away.
 *
 * NATS delivers at most once. So every process counts its messages by topic and publishes the counts each
 * second. A process that finds a gap, no longer receives from another, or was cut off publishes
 * `events.missed` to its own listeners, which then read the stores. While NATS is away that happens every few
 * seconds.
 *
 * Subjects contain the id of the installation, so several installations may share one NATS. Events also carry the database
 * in their subject. A copy of the database has the same id: it receives no events of the first, and notices its presence.
 *
 * Events of the types in `partial` are received for the followed partitions alone.
 */
export function natsBus(given: {
  url: string
  log: Log
  clock: Clock
  installation: { id: string; database: string }
  partial?: readonly PartitionedType[]
}): SharedBus {
  const { log, clock, installation, partial = [] } = given
  const { server, ...options } = optionsOf(given.url)
  const ofInstallation = `taffrail.${installation.id}`
  const news = `${ofInstallation}.${installation.database}.news`
  const own = inProcessBus((error) => log.error('a listener failed', { error }))
  const me = randomUUID()
  const published = new Map<string, number>()
  /** Counts of the other processes by topic; null for a topic that is followed since its last message. */
  const others = new Map<string, { counts: Map<string, number | null>; lastSeenMs: number }>()
  const subscribed = new Set<SharedEventType>()
  const followed = new Set<number>()
  /** Subscriptions of the present connection by topic. */
  const listening = new Map<string, Subscription>()
  let connection: NatsConnection | null = null
  let isConnected = false
  let isClosed = false
  let isMissing = false
  let isTwin = false
  let twinLoggedMs = Number.NEGATIVE_INFINITY
  let missedMs = Number.NEGATIVE_INFINITY
  let loggedMs = Number.NEGATIVE_INFINITY
  /** Time up to which every event was received, or reported as missed. */
  let soundMs = clock.nowMs() - NOTICED_WITHIN_MS
  /** Time since which own events may not have left this process: its start, or shortly before it was cut off. */
  let lostSinceMs: number | null = soundMs
  let connectedMs = Number.NEGATIVE_INFINITY
  const closing = new AbortController()

  function send(subject: string, message: object) {
    if (!connection || !isConnected) return
    try {
      connection.publish(subject, JSON.stringify(message))
    } catch (error) {
      // The gap in the count makes the others read the stores.
      warn('news could not be told to other processes', { error })
    }
  }

  function sendPresence(isLeaving = false) {
    if (isConnected && performance.now() - connectedMs > NOTICED_WITHIN_MS) lostSinceMs = null
    const { database } = installation
    const presence = { from: me, database, counts: Object.fromEntries(published), isLeaving }
    const lost = lostSinceMs !== null && { lostSinceMs }
    send(`${ofInstallation}.present`, { ...presence, ...lost } satisfies Presence)
  }

  function setConnected(isNow: boolean) {
    isConnected = isNow
    if (isNow) connectedMs = performance.now()
    else lostSinceMs ??= clock.nowMs() - NOTICED_WITHIN_MS
  }

  function otherOf(from: string) {
    const other = others.get(from) ?? { counts: new Map<string, number | null>(), lastSeenMs: 0 }
    other.lastSeenMs = performance.now()
    others.set(from, other)
    return other
  }

  function takeMessage(topic: string, text: string) {
    const message = parseEvent(text)
    if (!message) {
      isMissing = true
      return warn('another process told what this one does not understand')
    }
    const { from, count, event } = message
    const { counts } = otherOf(from)
    if (isBeyond(counts, topic, count - 1)) isMissing = true
    counts.set(topic, count)
    own.publish(event)
  }

  function takePresence(text: string) {
    const message = readPresence(text)
    if (!message) return warn('another process told what this one does not understand')
    if (message.database !== installation.database) return noticeTwin()
    const { counts } = otherOf(message.from)
    for (const [topic, count] of Object.entries(message.counts)) {
      if (isListening(topic) && isBeyond(counts, topic, count)) {
        isMissing = true
        // A process that was cut off alone was forgotten meanwhile, and published longer ago than silence is noticed.
        soundMs = Math.min(soundMs, message.lostSinceMs ?? soundMs)
      }
      counts.set(topic, count)
    }
    if (message.isLeaving) others.delete(message.from)
  }

  function noticeTwin() {
    isTwin = true
    if (performance.now() - twinLoggedMs < LOGGED_EVERY_MS) return
    twinLoggedMs = performance.now()
    log.error('another database with the same installation id uses this NATS: one of them is a copy', {
      installation: installation.id,
    })
  }

  /** Topics to receive; `*` stands for all partitions. */
  const wanted = () =>
    new Set(
      [...subscribed].flatMap((type) => {
        if (!isPartitioned(type)) return [type]
        if (!partial.includes(type)) return [`${type}.*`]
        return [...followed].map((partition) => topicOf(type, partition))
      }),
    )

  const isListening = (topic: string) => listening.has(topic) || listening.has(topic.replace(/\d+$/, '*'))

  /** Brings the subscriptions at the server in line with what is to be received. */
  function listen() {
    const topics = wanted()
    for (const [topic, subscription] of listening) {
      if (topics.has(topic)) continue
      subscription.unsubscribe()
      listening.delete(topic)
    }
    for (const topic of topics)
      if (connection && !listening.has(topic)) listening.set(topic, listenTo(connection, topic))
  }

  const listenTo = (open: NatsConnection, topic: string) =>
    open.subscribe(`${news}.${topic}`, {
      callback: (error, message) => {
        if (error) warn('NATS refuses news', { error })
        else takeMessage(message.subject.slice(news.length + 1), message.string())
      },
    })

  /** Marks events as missing that were published before the server had the subscriptions. */
  async function settled() {
    await connection?.flush().catch(() => undefined)
    isMissing = true
  }

  function look() {
    const nowMs = performance.now()
    for (const [from, { lastSeenMs }] of others) {
      if (nowMs - lastSeenMs < SILENT_AFTER_MS) continue
      others.delete(from)
      isMissing = true
    }
    sendPresence()
    if (!isConnected) isMissing = true
    if (isMissing && nowMs - missedMs < MISSED_EVERY_MS) return
    const sinceMs = soundMs
    soundMs = Math.max(soundMs, clock.nowMs() - NOTICED_WITHIN_MS)
    if (!isMissing) return
    isMissing = false
    missedMs = nowMs
    own.publish({ type: 'events.missed', sinceMs })
  }

  function warn(message: string, fields: Record<string, unknown> = {}) {
    if (performance.now() - loggedMs < LOGGED_EVERY_MS) return
    loggedMs = performance.now()
    log.warn(message, { server, ...fields })
  }

  async function stay(open: NatsConnection) {
    connection = open
    listening.clear()
    setConnected(true)
    // A process that starts asks who is there, and need not wait for the next round.
    open.subscribe(`${ofInstallation}.asked`, { callback: () => sendPresence() })
    open.subscribe(`${ofInstallation}.present`, {
      callback: (error, message) => {
        if (error) warn('NATS refuses news', { error })
        else takePresence(message.string())
      },
    })
    listen()
    await settled()
    sendPresence()
    log.info('connected to NATS', { server })
    for await (const { type } of open.status()) {
      if (type === 'disconnect') {
        setConnected(false)
        isMissing = true
        warn('NATS cannot be reached; what happens elsewhere is found some seconds later', {})
      }
      if (type === 'reconnect') {
        setConnected(true)
        await settled()
        log.info('connected to NATS again', { server })
      }
    }
  }

  async function stayConnected() {
    while (!isClosed) {
      try {
        const open = await connect({
          ...{ ...options, servers: server, name: `taffrail ${installation.id}`, noEcho: true },
          ...{ maxReconnectAttempts: -1, reconnectTimeWait: RETRY_MS, ignoreAuthErrorAbort: true },
          ...{ pingInterval: PING_EVERY_MS, maxPingOut: 2, timeout: SILENT_AFTER_MS },
        })
        if (isClosed) return await open.close()
        void stay(open).catch((error) => warn('NATS cannot be used', { error }))
        await open.closed()
      } catch (error) {
        warn('NATS cannot be used', { error })
      }
      setConnected(false)
      connection = null
      listening.clear()
      await later(RETRY_MS, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
    }
  }

  const timer = setInterval(look, PRESENT_EVERY_MS)
  const staying = stayConnected()
  return {
    receivedUpToMs: (nowMs) => Math.min(nowMs, soundMs),
    get isConnected() {
      return isConnected
    },
    async hasTwin() {
      const connectedByMs = performance.now() + CONNECT_WITHIN_MS
      while (!isConnected && performance.now() < connectedByMs) await later(TWIN_LOOK_MS)
      if (!isConnected) return false
      await connection?.flush().catch(() => undefined)
      send(`${ofInstallation}.asked`, {})
      const answeredByMs = performance.now() + TWIN_ANSWERS_MS
      while (!isTwin && performance.now() < answeredByMs) await later(TWIN_LOOK_MS)
      return isTwin
    },
    publish(event) {
      own.publish(event)
      if (!isShared(event)) return
      for (const { topic, event: part } of toMessages(event)) {
        const count = (published.get(topic) ?? 0) + 1
        published.set(topic, count)
        send(`${news}.${topic}`, { from: me, count, event: part })
      }
    },
    subscribe(type, listener) {
      if (type !== 'events.missed' && !subscribed.has(type)) {
        subscribed.add(type)
        listen()
        void settled()
      }
      return own.subscribe(type, listener)
    },
    async follow(partitions) {
      const added = partitions.filter((partition) => !followed.has(partition))
      for (const partition of added) {
        followed.add(partition)
        for (const type of partial)
          for (const { counts } of others.values()) counts.set(topicOf(type, partition), null)
      }
      listen()
      await connection?.flush().catch(() => undefined)
    },
    unfollow(partitions) {
      for (const partition of partitions) followed.delete(partition)
      listen()
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      sendPresence(true)
      closing.abort()
      const open = connection
      if (open && isConnected) await Promise.race([open.flush().catch(() => undefined), later(RETRY_MS)])
      await open?.close()
      // A connection that is still searching for its first server ends by itself.
      if (open) await staying
    },
  }
}

/** True when a process has published more of a topic than was received; unknown where it is followed since then. */
function isBeyond(counts: ReadonlyMap<string, number | null>, topic: string, count: number): boolean {
  const known = counts.get(topic)
  return known !== null && count > (known ?? 0)
}

const isShared = (event: BusEvent): event is SharedEvent => event.type !== 'events.missed'

/**
 * User and password are removed from the address, because the library ignores them there; so its messages
 * contain none.
 */
function optionsOf(url: string) {
  const { protocol, host, port, hostname, username, password } = new URL(url)
  return {
    server: port ? host : `${hostname}:4222`,
    ...(protocol === 'tls:' && { tls: {} }),
    ...(username && password && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(username && !password && { token: decodeURIComponent(username) }),
  }
}
