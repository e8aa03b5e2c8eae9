import { setTimeout as later } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { connect, type IPublishPacket } from 'mqtt'
import { HOUR_MS } from '#contract/domain/time.ts'
import type { Log } from '#server/platform/log.ts'
import { type Held, noLease } from '#server/platform/withLease.ts'
import { BROKER_SESSIONS, LISTENING } from '#server/records/brokerSessions.ts'
import { everPaired } from '#server/records/pairings.ts'
import { takePart, type Worker } from '#server/records/shareWork.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { type BrokerSession, openBrokerSession } from './brokerSession.ts'
import type { DeviceDirectory } from './deviceDirectory.ts'
import { Decoders, type Intake } from './intake.ts'
import { parseTopic, settingsTopic } from './mqttTopics.ts'
import { SettingsBoard } from './settingsBoard.ts'

/** A server starts without its broker after this time, and continues to search for it. */
const START_WAIT_MS = 3000
/** The decoders of a device that has been silent for this long start afresh. */
const DECODERS_KEPT_MS = HOUR_MS
/** A gateway without an answer from the broker for this long leaves its broker sessions to others. */
const LINK_KEEPALIVE_S = 5
const LINK_RETRY_MS = 1000
const LINK_LOST_MS = 5000
/** Broker session whose process also publishes settings to devices. */
const TELLING_LANE = 0

export interface OutsideBroker extends Worker {
  sendSettings(): void
  close(): Promise<void>
}

interface Given {
  url: string
  directory: DeviceDirectory
  intake: Intake
  db: Db
  log: Log
}

/** Broker session that reads the ordered messages of a device. */
export const brokerSessionOf = (deviceId: string): number => crc32(deviceId) % BROKER_SESSIONS.length

/** Listens on an outside broker: beside other gateways where they share their records, else alone. */
export async function listenOutside(given: Given & { isShared: boolean }): Promise<Held<OutsideBroker>> {
  const { isShared, db, log } = given
  if (!isShared) {
    const all = listenOnBroker(given, () => true)
    await all.hold(BROKER_SESSIONS)
    return noLease(all)
  }
  const link = linkTo(given)
  const held = takePart({
    ...{ work: LISTENING, db, log, isAble: link.isUp },
    start: async (own) => listenOnBroker(given, own.isSure),
  })
  return {
    get running() {
      return held.running
    },
    async close() {
      await held.close()
      link.close()
    },
  }
}

/**
 * Connection that only shows whether the broker is reachable: a gateway without it must release its broker
 * sessions.
 */
function linkTo({ url, log }: Given) {
  const client = connect(url, {
    ...{ protocolVersion: 5, keepalive: LINK_KEEPALIVE_S },
    ...{ reconnectPeriod: LINK_RETRY_MS, connectTimeout: LINK_LOST_MS },
  })
  const { host } = new URL(url)
  client.on('error', (error) => log.warn('the MQTT broker cannot be reached', { broker: host, error }))
  let seenMs = Number.NEGATIVE_INFINITY
  return {
    isUp() {
      if (client.connected) seenMs = performance.now()
      return performance.now() - seenMs < LINK_LOST_MS
    },
    close: () => void client.end(true),
  }
}

/**
 * Receives the messages of its broker sessions, in MQTT 5. The broker signs devices in and must let each
 * publish below `taffrail/{its id}/` only, because the id in the topic counts as the sender.
 *
 * A message is acknowledged to the broker once its readings are on disk. When they cannot be stored, the
 * connection ends; over the next one the broker sends unacknowledged messages again. A message of an unknown
 * or never paired device is noted and acknowledged. The broker has already acknowledged it to the device, and
 * a message that stays would fill the window of all others. For that reason data measured before a device was
 * unpaired is stored at once.
 */
function listenOnBroker(given: Given, isSure: () => boolean): OutsideBroker {
  const { url, directory, intake, db, log } = given
  const brokerSessions = new Map<number, BrokerSession>()
  let board: SettingsBoard | null = null

  function open(brokerSession: number) {
    const decoders = new KeptDecoders((deviceId, dropped) =>
      intake.noteUnfinished({ deviceId, vesselId: null }, dropped),
    )
    async function take({ topic, payload }: IPublishPacket, isOrdered: boolean): Promise<void> {
      const parsed = parseTopic(topic)
      // All broker sessions receive ordered formats, and one of the sessions reads them.
      if (!parsed?.format || (isOrdered && brokerSessionOf(parsed.deviceId) !== brokerSession)) return
      const device = await directory.get(parsed.deviceId)
      if (!device) return
      if (device.spans.length > 0)
        await intake.takeMessage(device, decoders.of(device.id), parsed.format, Buffer.from(payload))
      else intake.noteRefused(device.id, 'mqtt', 'not_paired', 'The device has data but no vessel.')
    }
    const opened = openBrokerSession({ url, brokerSession, isSure, take, log })
    brokerSessions.set(brokerSession, opened)
    if (brokerSession !== TELLING_LANE) return
    // Connected devices are not visible from here, so settings go to every device that was ever paired, connected or
    // not.
    board = new SettingsBoard({
      db,
      log,
      publish: (id, payload) =>
        void opened.client
          .publishAsync(settingsTopic(id), payload, { qos: 1, retain: true })
          .catch(() => undefined),
      present: () => everPaired(db),
      outlives: true,
    })
    board.look()
  }

  async function drop(dropped: readonly number[]) {
    if (dropped.includes(TELLING_LANE)) {
      board?.close()
      board = null
    }
    await Promise.all(dropped.map((brokerSession) => brokerSessions.get(brokerSession)?.close()))
    for (const brokerSession of dropped) brokerSessions.delete(brokerSession)
  }

  const leave = directory.onChange((id) => board?.look([id]))
  return {
    parts: () => [...brokerSessions.keys()],
    async hold(added) {
      for (const brokerSession of added) open(brokerSession)
      const listening = Promise.all(
        added.map((brokerSession) => brokerSessions.get(brokerSession)?.listening),
      )
      const late = await Promise.race([listening, later(START_WAIT_MS, 'late', { ref: false })])
      if (late === 'late') log.warn('the MQTT broker does not answer yet', { broker: new URL(url).host })
    },
    drop,
    sendSettings: () => board?.look(),
    async close() {
      leave()
      await drop([...brokerSessions.keys()])
    },
  }
}

/** Decoders of the devices of a broker session, each kept while its device sends. */
class KeptDecoders {
  readonly #known = new Map<string, { decoders: Decoders; usedMs: number }>()
  #lookedMs = performance.now()
  readonly #onDrop: (deviceId: string, decoders: Decoders) => void

  constructor(onDrop: (deviceId: string, decoders: Decoders) => void) {
    this.#onDrop = onDrop
  }

  of(deviceId: string): Decoders {
    const nowMs = performance.now()
    if (nowMs - this.#lookedMs > DECODERS_KEPT_MS) {
      this.#lookedMs = nowMs
      for (const [id, { usedMs, decoders }] of this.#known) {
        if (nowMs - usedMs <= DECODERS_KEPT_MS) continue
        this.#known.delete(id)
        this.#onDrop(id, decoders)
      }
    }
    const known = this.#known.get(deviceId) ?? { decoders: new Decoders('mqtt'), usedMs: nowMs }
    known.usedMs = nowMs
    this.#known.set(deviceId, known)
    return known.decoders
  }
}
