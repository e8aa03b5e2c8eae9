import { setTimeout as later } from 'node:timers/promises'
import { connect, type IPublishPacket, type MqttClient } from 'mqtt'
import { DAY_S } from '#contract/domain/time.ts'
import { FORMATS, IS_ORDERED } from '#protocols/formats.ts'
import type { Log } from '#server/platform/log.ts'
import { ANY_TOPIC, topicOf } from './mqttTopics.ts'

/** Session expiry: how long the broker queues messages for a disconnected client. */
const SESSION_S = 7 * DAY_S
/**
 * Messages that the broker may have delivered and that are not on disk yet. It bounds the ordered messages of the fleet
 * during one store.
 */
const MOST_WAITING = 4000
const RETRY_MS = 1000
const CONNECT_MS = 5000
const END_MS = 2000
/** Subscription identifier of messages that the broker delivers in their order of publication. */
const IN_ORDER = 1
/** Name of the shared subscription group of all gateways. */
const GROUP = 'taffrail'

export interface BrokerSession {
  client: MqttClient
  /** Resolves once the broker delivers messages. */
  listening: Promise<void>
  /** Resolves once all delivered messages are stored and acknowledged; later ones stay with the broker. */
  close(): Promise<void>
}

/**
 * Opens one of the broker's sessions, by its session name. A new client of the session receives the messages
 * that the previous one did not acknowledge, and the broker disconnects the previous one. `take` resolves
 * once the message may be acknowledged.
 */
export function openBrokerSession(given: {
  url: string
  brokerSession: number
  isSure: () => boolean
  take: (packet: IPublishPacket, isOrdered: boolean) => Promise<void>
  log: Log
}): BrokerSession {
  const { url, brokerSession, isSure, take, log } = given
  const broker = new URL(url).host
  const inHand = new Set<Promise<void>>()
  let isClosing = false
  // Queued messages arrive with the connection, so every handler is installed before connecting.
  const client = connect(url, {
    protocolVersion: 5,
    clientId: brokerSession === 0 ? 'taffrail-gateway' : `taffrail-gateway-${brokerSession}`,
    clean: false,
    properties: { sessionExpiryInterval: SESSION_S, receiveMaximum: MOST_WAITING },
    connectTimeout: CONNECT_MS,
    reconnectPeriod: 0,
  })
  client.on('error', (error) => log.warn('the MQTT broker cannot be used', { broker, brokerSession, error }))
  const listening = new Promise<void>((resolve) => {
    client.on('connect', () => {
      listen().then(resolve, (error) =>
        log.error('the MQTT broker refused a subscription of the gateway', { broker, brokerSession, error }),
      )
    })
  })
  async function listen() {
    const ordered = FORMATS.filter((format) => IS_ORDERED[format]).map(topicOf)
    const anywhere = FORMATS.filter((format) => !IS_ORDERED[format]).map(
      (format) => `$share/${GROUP}/${topicOf(format)}`,
    )
    await Promise.all([
      client.subscribeAsync(anywhere, { qos: 1 }),
      client.subscribeAsync(ordered, { qos: 1, properties: { subscriptionIdentifier: IN_ORDER } }),
    ])
    // The session of a gateway that was alone with its broker listened to everything at once.
    await client.unsubscribeAsync(ANY_TOPIC)
  }

  let retrying: NodeJS.Timeout | undefined
  client.on('close', () => retry())
  /** Does not reconnect when another process may have the broker session, which would be disconnected. */
  function retry() {
    clearTimeout(retrying)
    retrying = setTimeout(() => {
      if (isClosing) return
      if (!isSure()) return retry()
      const { incomingStore, outgoingStore } = client
      client.reconnect({ incomingStore, outgoingStore })
    }, RETRY_MS)
  }

  let connection: { stream: MqttClient['stream']; acknowledgements: Acknowledgements } | null = null
  client.handleMessage = (packet, goOn) => {
    const { stream } = client
    // The library would acknowledge and only then read on, one message at a time; an error keeps it from the former.
    const readOn = () => goOn(packet.qos > 0 ? new Error('acknowledged when stored') : undefined)
    if (!isClosing && !isSure()) stream.destroy()
    if (isClosing || !isSure()) return readOn()
    if (connection?.stream !== stream) connection = { stream, acknowledgements: new Acknowledgements(stream) }
    const { acknowledgements } = connection
    const { messageId = 0 } = packet
    if (packet.qos > 0) acknowledgements.expect(messageId)
    const isOrdered = [packet.properties?.subscriptionIdentifier].flat().includes(IN_ORDER)
    const taking = take(packet, isOrdered)
      .then(
        () => acknowledgements.ready(messageId),
        (error) => {
          if (!stream.destroyed)
            log.error('a message could not be stored and stays with the broker', {
              broker,
              brokerSession,
              error,
            })
          stream.destroy()
        },
      )
      .finally(() => inHand.delete(taking))
    inHand.add(taking)
    readOn()
  }

  return {
    client,
    listening,
    async close() {
      isClosing = true
      clearTimeout(retrying)
      await Promise.all(inHand)
      // An absent broker does not answer.
      await Promise.race([client.endAsync(!client.connected), later(END_MS, undefined, { ref: false })])
      client.stream.destroy()
    },
  }
}

/**
 * Acknowledges the messages of one connection in order of arrival, as MQTT requires, in whatever order they
 * become ready. Message ids are valid on one connection only.
 */
class Acknowledgements {
  readonly #stream: MqttClient['stream']
  /** Messages by id, in order of arrival: true once ready. */
  readonly #messages = new Map<number, boolean>()

  constructor(stream: MqttClient['stream']) {
    this.#stream = stream
  }

  expect(messageId: number) {
    this.#messages.set(messageId, false)
  }

  ready(messageId: number) {
    if (!this.#messages.has(messageId)) return
    this.#messages.set(messageId, true)
    for (const [id, isReady] of this.#messages) {
      if (!isReady) return
      this.#messages.delete(id)
      // The packet is identical in MQTT 3.1.1 and 5: PUBACK, two bytes follow, the id.
      if (!this.#stream.destroyed) this.#stream.write(Uint8Array.of(0x40, 2, id >> 8, id & 0xff))
    }
  }
}
