import { HOUR_MS } from '#contract/domain/time.ts'
import type { BridgeRefusal } from '#contract/wire/bridge.ts'
import type { Log } from '#server/platform/log.ts'
import { findBridges, type NewBridgeRefusal, noteBridgeRefusals } from '#server/records/bridges.ts'
import { secretMatches } from '#server/records/devices.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { DeviceDirectory } from './deviceDirectory.ts'
import { Decoders, type Intake, isPaired } from './intake.ts'
import { parseTopic } from './mqttTopics.ts'
import { RowBuffer } from './rowBuffer.ts'

/** A device that has been silent for this long gets new decoders. */
const DECODERS_KEPT_MS = HOUR_MS
/** Most refused senders of one bridge that are listed by name. All others are counted together. */
const MOST_SENDERS = 100

type Reason = BridgeRefusal['reason']

/**
 * Takes messages from bridges, which are brokers of the operator that pass on the messages of many devices. A bridge keeps
 * an unacknowledged message and holds up those of all other devices behind it. A message that can never be stored is
 * therefore acknowledged and listed as refused. A message that cannot be stored at the moment stays with the bridge.
 */
export class BridgeIntake {
  readonly #directory: DeviceDirectory
  readonly #intake: Intake
  readonly #db: Db
  readonly #refused: RowBuffer<NewBridgeRefusal>

  constructor(given: { directory: DeviceDirectory; intake: Intake; db: Db; log: Log }) {
    this.#directory = given.directory
    this.#intake = given.intake
    this.#db = given.db
    this.#refused = new RowBuffer(
      (rows) => noteBridgeRefusals(given.db, rows, MOST_SENDERS),
      (error, senders) =>
        given.log.error('refused messages of bridges could not be stored', { error, senders }),
    )
  }

  async mayConnect(id: string, secret: string): Promise<boolean> {
    const [bridge] = await findBridges(this.#db, [id])
    return bridge !== undefined && secretMatches(bridge, secret)
  }

  /** Returns the bridges among these whose credentials have ended. */
  async endedOf(ids: readonly string[]): Promise<Set<string>> {
    const valid = new Set((await findBridges(this.#db, ids)).map(({ id }) => id))
    return new Set(ids.filter((id) => !valid.has(id)))
  }

  /** Decoders for one connection of a bridge. */
  decoders(): KeptDecoders {
    return new KeptDecoders((deviceId, dropped) =>
      this.#intake.noteUnfinished({ deviceId, vesselId: null }, dropped),
    )
  }

  /** Resolves when the broker may acknowledge the message. Rejects when the message stays with the bridge. */
  async take(bridgeId: string, decoders: KeptDecoders, topic: string, payload: Buffer): Promise<void> {
    const parsed = parseTopic(topic)
    if (!parsed) return this.#refuse(bridgeId, topic, 'unknown_topic')
    const device = await this.#directory.get(parsed.deviceId)
    if (!device) return this.#refuse(bridgeId, parsed.deviceId, 'unknown_device')
    if (device.spans.length === 0) {
      this.#intake.noteRefused(device.id, 'mqtt', 'not_paired', 'The device has data but no vessel.')
      return this.#refuse(bridgeId, device.id, 'not_paired')
    }
    if (parsed.format) await this.#intake.takeMessage(device, decoders.of(device.id), parsed.format, payload)
    else if (isPaired(device)) await this.#intake.setAside(device, 'unknown_format', topic)
    else this.#refuse(bridgeId, device.id, 'not_paired')
  }

  #refuse(bridgeId: string, name: string, reason: Reason) {
    const senders = this.#refused.rows().filter((one) => one.bridgeId === bridgeId).length
    const known = `${bridgeId}\n${reason}\n${name}`
    const sender = senders < MOST_SENDERS || this.#refused.has(known) ? name : ''
    this.#refused.row(`${bridgeId}\n${reason}\n${sender}`, { bridgeId, sender, reason, count: 0 }).count++
  }

  write = () => this.#refused.write()
}

/** Decoders of the devices behind one connection. They stay while their device sends. */
export class KeptDecoders {
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
      this.#drop(({ usedMs }) => nowMs - usedMs > DECODERS_KEPT_MS)
    }
    const known = this.#known.get(deviceId) ?? { decoders: new Decoders('mqtt'), usedMs: nowMs }
    known.usedMs = nowMs
    this.#known.set(deviceId, known)
    return known.decoders
  }

  end() {
    this.#drop(() => true)
  }

  #drop(isDue: (known: { usedMs: number }) => boolean) {
    for (const [id, known] of this.#known) {
      if (!isDue(known)) continue
      this.#known.delete(id)
      this.#onDrop(id, known.decoders)
    }
  }
}
