import { setTimeout as later } from 'node:timers/promises'
import { connect, type IPublishPacket, type MqttClient } from 'mqtt'
import type { Log } from '#server/platform/log.ts'
import { everPaired } from '#server/records/pairings.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { DeviceDirectory } from './deviceDirectory.ts'
import { Decoders, type Intake, isPaired } from './intake.ts'
import { parseTopic, settingsTopic } from './mqttTopics.ts'
import { SettingsBoard } from './settingsBoard.ts'

/** The broker keeps what comes while we are away for this long. */
const SESSION_S = 7 * 86_400
/** What the broker may have handed over that is not on disk yet. */
const MOST_WAITING = 1000
const RETRY_MS = 1000
/** A server whose broker is not there starts nevertheless, and goes on looking for it. */
const START_WAIT_MS = 3000
/** The decoders of a device that has been silent for this long start afresh. */
const DECODERS_KEPT_MS = 3_600_000

export interface OutsideBroker {
  tellSettings(): void
  close(): Promise<void>
}

/**
 * Listens on an outside broker, in MQTT 5. The broker signs devices in and has to let each publish below
 * `binnacle/{its id}/` only: the id in the topic is taken for who sent it. A message is acknowledged to the broker once
 * its readings are on disk; when they cannot be stored the connection ends, and over the next one the broker sends
 * again what was not acknowledged. A message of an unknown or unpaired device is noted and acknowledged, since the
 * broker has long told the device that it has it, and messages that nobody wants would fill the window of all others.
 */
export async function listenOnBroker(given: {
  url: string
  directory: DeviceDirectory
  intake: Intake
  db: Db
  log: Log
}): Promise<OutsideBroker> {
  const { url, directory, intake, db, log } = given
  const broker = new URL(url).host
  const decoders = new Map<string, { own: Decoders; usedMs: number }>()
  // What waits in the session comes with the connection, so everything has to be in place before there is one.
  const client = connect(url, {
    protocolVersion: 5,
    clientId: 'binnacle-gateway',
    clean: false,
    properties: { sessionExpiryInterval: SESSION_S, receiveMaximum: MOST_WAITING },
    reconnectPeriod: RETRY_MS,
  })
  client.on('error', (error) => log.warn('the MQTT broker cannot be used', { broker, error }))
  const listening = new Promise<void>((resolve) => {
    client.on('connect', () => {
      client.subscribe('binnacle/+/+', { qos: 1 }, (error) => {
        if (error) log.error('the MQTT broker does not let the gateway listen', { broker, error })
        else resolve()
      })
    })
  })
  let connection: { stream: MqttClient['stream']; acknowledgements: Acknowledgements } | null = null
  client.handleMessage = (packet, goOn) => {
    const { stream } = client
    if (connection?.stream !== stream) connection = { stream, acknowledgements: new Acknowledgements(stream) }
    const { acknowledgements } = connection
    const { messageId = 0 } = packet
    if (packet.qos > 0) acknowledgements.expect(messageId)
    take(packet).then(
      () => acknowledgements.ready(messageId),
      (error) => {
        log.error('a message could not be stored and stays with the broker', { broker, error })
        stream.destroy()
      },
    )
    // The library would acknowledge and only then read on, one message at a time; an error keeps it from the former.
    goOn(packet.qos > 0 ? new Error('acknowledged when stored') : undefined)
  }

  async function take({ topic, payload }: IPublishPacket): Promise<void> {
    const parsed = parseTopic(topic)
    const device = parsed && (await directory.get(parsed.deviceId))
    if (!device) return
    if (!isPaired(device))
      intake.noteRefused(device.id, 'mqtt', 'not_paired', 'The device has data but no vessel.')
    else if (parsed.format === null) await intake.setAside(device, 'unknown_format', topic)
    else await intake.takeMessage(device, decodersOf(device.id), parsed.format, Buffer.from(payload))
  }

  function decodersOf(deviceId: string): Decoders {
    const nowMs = performance.now()
    const known = decoders.get(deviceId) ?? { own: new Decoders('mqtt'), usedMs: nowMs }
    known.usedMs = nowMs
    decoders.set(deviceId, known)
    return known.own
  }
  /** Whoever is on the broker cannot be seen from here, so all that were ever on a vessel are told, heard or not. */
  const board = new SettingsBoard({
    db,
    log,
    publish: (id, payload) =>
      void client.publishAsync(settingsTopic(id), payload, { qos: 1, retain: true }).catch(() => undefined),
    present: () => everPaired(db),
    outlives: true,
  })
  board.look()
  const leave = directory.onChange((id) => board.look([id]))
  const forgetting = setInterval(() => {
    for (const [id, { usedMs }] of decoders) {
      if (performance.now() - usedMs > DECODERS_KEPT_MS) decoders.delete(id)
    }
  }, DECODERS_KEPT_MS)

  await Promise.race([listening, later(START_WAIT_MS, 'late', { ref: false })]).then((late) => {
    if (late) log.warn('the MQTT broker does not answer yet', { broker })
  })
  return {
    tellSettings: () => board.look(),
    async close() {
      clearInterval(forgetting)
      leave()
      board.close()
      await client.endAsync()
    },
  }
}

/**
 * Acknowledges the messages of one connection in the order in which they came, as MQTT asks, whatever the order in
 * which they become ready. Their ids mean nothing on another connection.
 */
class Acknowledgements {
  readonly #stream: MqttClient['stream']
  /** By message id, in the order of arrival: true once ready. */
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
      // The packet is the same in MQTT 3.1.1 and 5: PUBACK, two bytes follow, the id.
      if (!this.#stream.destroyed) this.#stream.write(Uint8Array.of(0x40, 2, id >> 8, id & 0xff))
    }
  }
}
