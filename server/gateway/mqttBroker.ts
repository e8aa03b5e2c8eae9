import { randomUUID } from 'node:crypto'
import { BlockList } from 'node:net'
import type { Duplex } from 'node:stream'
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from 'aedes'
import { decodePhone, ENCRYPTED } from '#protocols/phones/decodePhone.ts'
import type { Bus } from '#server/platform/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { BusEventOf } from '#server/platform/events.ts'
import type { Log } from '#server/platform/log.ts'
import { bridgeOfUser } from '#server/records/bridges.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { BridgeIntake, type KeptDecoders } from './bridgeIntake.ts'
import type { DeviceDirectory } from './deviceDirectory.ts'
import { Decoders, type Intake, isPaired, MAX_JSON_BYTES, type PairedDevice } from './intake.ts'
import { type BrokerTls, type MqttPorts, openMqttPorts } from './mqttPorts.ts'
import { isOwnTopic, isOwntracksTopic, parseTopic, settingsTopic, statusTopic } from './mqttTopics.ts'
import type { NoticeLog } from './noticeLog.ts'
import { limitPackets } from './packetLimit.ts'
import { HANDSHAKE_MS } from './proxyHeader.ts'
import { SettingsBoard } from './settingsBoard.ts'

/** Largest message before a connection is authenticated. */
const MAX_STRANGER_BYTES = 4096
/** Room around the largest message. */
const TOPIC_BYTES = 1024
const MOST_CONNECTIONS_A_DEVICE = 5
const MOST_CONNECTIONS_A_BRIDGE = 20
/** Connections of one address that have not signed in; a harbour may send through one address. */
export const MOST_STRANGERS_AN_ADDRESS = 500
/** Most unfinished QoS 2 messages of one connection; one read of the socket bounds everything else. */
const MOST_HALFWAY = 20
const LOOK_EVERY_MS = 1000
const MQTT_5 = 5
/** CONNACK of MQTT 5 with reason 0x84 and no properties; the library would answer in the form of 3.1.1. */
const UNSUPPORTED_VERSION = Buffer.from([0x20, 3, 0, 0x84, 0])
/** A password of this form may be the key of a phone. */
const PHONE_KEY = /^[0-9a-f]{32}$/
/** Return codes of MQTT 3.1.1 for a refused connection: retry later, or do not retry. */
const SERVER_UNAVAILABLE = 3
const NOT_AUTHORIZED = 5

interface DeviceSession {
  kind: 'device'
  id: string
  /** Time of its sign-in by the clock that all processes share. */
  sinceMs: number
  secretHash: string
  vesselId: string | null
  decoders: Decoders
}
interface BridgeSession {
  kind: 'bridge'
  id: string
  decoders: KeptDecoders
}
type Session = DeviceSession | BridgeSession

export interface MqttBroker extends Omit<MqttPorts, 'close' | 'setListening'> {
  /** Serves a device that connected through another port than the broker's own, from `address`. */
  handle(stream: Duplex, address: string): void
  connections(): number
  /** False ends all connections and refuses new ones, until it is called with true. */
  setReceiving(isReceiving: boolean): void
  /** Publishes changed settings of users to the devices concerned. */
  sendSettings(): void
  close(): Promise<void>
}

/**
 * The broker of a gateway (MQTT 3.1.1), over TCP and, with a certificate, over TLS.
 *
 * A device signs in with its id and secret and may publish to `taffrail/{its id}/{format}`. It may subscribe
 * to `taffrail/{its id}/status`, which has its pairing, and to `taffrail/{its id}/settings`, the settings of
 * its vessel. A message is acknowledged once its readings are on disk. A message of nonsense is noted and
 * acknowledged, so it is never sent again.
 *
 * The broker does not acknowledge messages of an unpaired device, so the device keeps its data. The
 * connection stays open, and the status topic later reports the pairing. At any change of pairing or secret
 * the broker ends the connection: the device comes back and sends unacknowledged messages again. A device
 * that was unpaired may not connect until it has registered again. Sessions end with their connection, so the
 * broker queues nothing.
 *
 * A client of MQTT 5 is refused (CONNACK 0x84), because the library serves 3.1.1 alone; the device gets a notice.
 *
 * OwnTracks publishes to `owntracks/{user}/{device}`, whose names are settings of the app: a message belongs to the
 * device that signed in. The password alone is enough where it is the key of a phone.
 *
 * A device that signs in at another gateway loses its connections here. A bridge may publish for every device of
 * the installation, and subscribe to nothing.
 */
export async function startMqttBroker(given: {
  host: string
  port: number
  tls: BrokerTls | null
  /** Load balancers whose connections begin with a PROXY header. */
  proxies?: BlockList
  directory: DeviceDirectory
  intake: Intake
  notices: NoticeLog
  bus: Bus
  db: Db
  clock: Clock
  log: Log
}): Promise<MqttBroker> {
  const { directory, intake, notices, bus, db, clock, log } = given
  const { host, port, tls, proxies = new BlockList() } = given
  const me = randomUUID()
  const sessions = new Map<Client, Session>()
  const bridges = new BridgeIntake({ directory, intake, db, log })
  const strangers = new Strangers()
  let isReceiving = true

  const broker = await Aedes.createBroker({
    connectTimeout: HANDSHAKE_MS,
    maxInflightInbound: MOST_HALFWAY,
    preConnect: (client, packet, done) => {
      // A new connection ends an older one with the same client id, so each client id gets the device id as prefix.
      if (packet.clientId) packet.clientId = `${packet.username}/${packet.clientId}`
      packet.clean = true
      if (packet.protocolVersion !== MQTT_5) return done(null, true)
      noteMqtt5(packet.username ?? '', packet.password?.toString() ?? '').catch((error) =>
        log.error('a device could not be looked up', { error }),
      )
      client.conn.write(UNSUPPORTED_VERSION, () => done(new Error('MQTT 5 is not served'), false))
    },
    authenticate: (client, username, password, done) => {
      if (!isReceiving)
        return done(refusal(SERVER_UNAVAILABLE, 'Nothing can be stored at the moment.'), false)
      signIn(client, username ?? '', password?.toString() ?? '')
        .then((refused) => done(refused === null ? null : refusal(NOT_AUTHORIZED, refused), refused === null))
        .catch((error) => {
          log.error('a device could not be looked up', { error })
          done(refusal(SERVER_UNAVAILABLE, 'Devices cannot be looked up at the moment.'), false)
        })
    },
    authorizeSubscribe: (client, subscription, done) => {
      const session = sessions.get(client)
      const { topic } = subscription
      const isOwn = session?.kind === 'device' && (isOwnTopic(topic, session.id) || isOwntracksTopic(topic))
      done(null, isOwn ? subscription : null)
    },
    authorizePublish: (client, packet, done) => {
      const session = client && sessions.get(client)
      const take = session?.kind === 'bridge' ? takeOfBridge(session, packet) : takeOfDevice(session, packet)
      take.then(() => done(), done)
    },
    // Devices receive only messages of the broker itself, never of one another.
    authorizeForward: (_client, packet) => ('clientId' in packet ? null : packet),
  })
  const board = new SettingsBoard({
    db,
    log,
    publish: (id, payload) => {
      const packet = {
        topic: settingsTopic(id),
        payload: Buffer.from(payload),
        qos: 1 as const,
        retain: true,
      }
      broker.publish({ cmd: 'publish', dup: false, ...packet }, () => undefined)
    },
    present: () => [...sessions.values()].filter(({ kind }) => kind === 'device').map(({ id }) => id),
  })
  broker.on('subscribe', (subscriptions, client) => {
    const session = sessions.get(client)
    if (session?.kind === 'device' && subscriptions.some(({ topic }) => isOwnTopic(topic, session.id)))
      publishStatus(client, session)
  })
  for (const event of ['clientError', 'connectionError'] as const)
    broker.on(event, () => undefined)
    // The types lack this event.
  ;(broker as NodeJS.EventEmitter).on('error', (error) => log.error('the MQTT broker failed', { error }))

  /** Returns the reason when the client may not connect. */
  async function signIn(client: Client, name: string, secret: string): Promise<string | null> {
    const bridgeId = bridgeOfUser(name)
    const refused =
      bridgeId === null
        ? await signInDevice(client, name, secret)
        : await signInBridge(client, bridgeId, secret)
    if (refused === null) strangers.welcome(client.conn)
    return refused
  }

  const deviceOf = async (name: string, secret: string) =>
    (await directory.authenticate(name, secret)) ??
    (PHONE_KEY.test(secret) ? ((await directory.knownPhone(secret)) ?? directory.findPhone(secret)) : null)

  async function noteMqtt5(name: string, secret: string) {
    const device = await deviceOf(name, secret)
    if (device?.vessel) notices.note({ deviceId: device.id, vesselId: device.vessel.id }, 'mqtt5_refused')
  }

  async function signInDevice(client: Client, name: string, secret: string): Promise<string | null> {
    const device = await deviceOf(name, secret)
    if (!device) return 'The device id or its secret is not right.'
    if (device.mustRegister) return 'This device was unpaired. It has to register again.'
    const { id } = device
    // A phone may use the name of another device, whose connection an equal client id would end.
    if (id !== name) client.id = `${id}/${client.id}`
    if (openOf(id) >= MOST_CONNECTIONS_A_DEVICE || client.closed)
      return 'The device has too many connections.'
    const vesselId = device.vessel?.id ?? null
    const decoders = new Decoders('mqtt')
    const { secretHash } = device
    const sinceMs = clock.nowMs()
    sessions.set(client, { kind: 'device', id, sinceMs, secretHash, vesselId, decoders })
    client.conn.once('close', () => {
      sessions.delete(client)
      intake.noteUnfinished({ deviceId: id, vesselId }, decoders)
    })
    board.look([id])
    announce(id, sinceMs)
    return null
  }

  async function signInBridge(client: Client, id: string, secret: string): Promise<string | null> {
    if (!(await bridges.mayConnect(id, secret))) return 'The name of the bridge or its secret is not right.'
    if (openOf(id) >= MOST_CONNECTIONS_A_BRIDGE || client.closed)
      return 'The bridge has too many connections.'
    const decoders = bridges.decoders()
    sessions.set(client, { kind: 'bridge', id, decoders })
    client.conn.once('close', () => {
      sessions.delete(client)
      decoders.end()
    })
    return null
  }

  const openOf = (id: string) => [...sessions.values()].filter((session) => session.id === id).length

  /** Resolves when the packet may be acknowledged, rejects when the connection is to end. */
  async function takeOfDevice(
    session: DeviceSession | null | undefined,
    packet: PublishPacket,
  ): Promise<void> {
    const topic = parseTopic(packet.topic)
    const isOwntracks = isOwntracksTopic(packet.topic)
    if (!session || (!isOwntracks && topic?.deviceId !== session.id))
      throw new Error('this topic is not yours')
    const device = await directory.get(session.id)
    if (device?.secretHash !== session.secretHash) throw new Error('the device is no longer known')
    const payload = emptied(packet)
    if (!isPaired(device)) {
      intake.noteRefused(device.id, 'mqtt', 'not_paired', 'The device has data but no vessel.')
      // The broker acknowledges every packet except QoS 0.
      packet.qos = 0
    } else if (isOwntracks || !topic) await takeOwntracks(device, packet, payload)
    else if (topic.format === null) await intake.setAside(device, 'unknown_format', packet.topic)
    else await intake.takeMessage(device, session.decoders, topic.format, payload)
  }

  async function takeOwntracks(device: PairedDevice, packet: PublishPacket, payload: Uint8Array) {
    const { format, decoded, refused } = decodePhone({
      ...{ query: '', body: payload, isOwntracks: true, receivedUs: clock.nowMs() * 1000 },
    })
    if (refused === null) await intake.takeReports(device, { way: 'mqtt', format, decoded })
    else if (refused !== ENCRYPTED) await intake.setAside(device, 'malformed', refused)
    else {
      intake.noteRefused(device.id, 'mqtt', 'malformed', refused)
      // Without an acknowledgement the app keeps the message, and sends it unencrypted once its key is removed.
      packet.qos = 0
    }
  }

  const takeOfBridge = ({ id, decoders }: BridgeSession, packet: PublishPacket) =>
    bridges.take(id, decoders, packet.topic, emptied(packet))

  function publishStatus(client: Client, { id, vesselId }: DeviceSession) {
    const paired = vesselId !== null
    const message = paired ? 'Paired with a vessel.' : 'This device is not paired with a vessel.'
    const status = { topic: statusTopic(id), payload: JSON.stringify({ paired, message }) }
    client.publish({ cmd: 'publish', qos: 0, retain: false, dup: false, ...status }, () => undefined)
  }

  /** Makes other gateways end their connections of a device that signed in here later. */
  const announce = (deviceId: string, signedInMs: number) =>
    bus.publish({
      ...{ type: 'device.connected', deviceId, gateway: me },
      ...{ signedInMs, forMs: clock.nowMs() - signedInMs },
    })
  const connectionsOf = (deviceId: string) =>
    [...sessions].flatMap(([client, session]) =>
      session.kind === 'device' && session.id === deviceId ? [{ client, sinceMs: session.sinceMs }] : [],
    )

  /** Ends the connections of a device that signed in elsewhere later. */
  function compare({ deviceId, gateway, forMs, signedInMs }: BusEventOf<'device.connected'>) {
    const own = gateway === me ? [] : connectionsOf(deviceId)
    if (own.length === 0) return
    const newestMs = Math.max(...own.map(({ sinceMs }) => sinceMs))
    // The other gateway did not receive the event of the sign-in here.
    if (newestMs > (signedInMs ?? clock.nowMs() - forMs)) return announce(deviceId, newestMs)
    for (const { client } of own) client.close()
  }

  async function endOutdated() {
    const all = [...sessions]
    const brought = all.flatMap(([, { kind, id }]) => (kind === 'bridge' ? [id] : []))
    const ended = brought.length > 0 ? await bridges.endedOf(brought) : new Set()
    for (const [client, session] of all) {
      if (session.kind === 'bridge') {
        if (ended.has(session.id)) client.close()
        continue
      }
      const { id, secretHash, vesselId } = session
      const device = await directory.get(id)
      if (device?.secretHash !== secretHash || (device.vessel?.id ?? null) !== vesselId) client.close()
    }
  }
  const look = () =>
    void endOutdated().catch((error) => log.error('devices could not be looked up', { error }))
  const looking = setInterval(look, LOOK_EVERY_MS)
  const leave = [
    directory.onChange((id) => {
      look()
      board.look([id])
    }),
    bus.subscribe('device.connected', compare),
    // Devices may have signed in elsewhere while no event arrived.
    bus.subscribe('events.missed', () => {
      for (const session of sessions.values())
        if (session.kind === 'device') announce(session.id, session.sinceMs)
    }),
  ]

  const handle = (stream: Duplex, address: string) => {
    if (!strangers.admit(stream, address)) return stream.destroy()
    const client = broker.handle(stream)
    limitPackets(stream, () => (sessions.has(client) ? MAX_JSON_BYTES + TOPIC_BYTES : MAX_STRANGER_BYTES))
  }
  const { setListening, ...ports } = await openMqttPorts({
    host,
    port,
    tls,
    proxies,
    onConnection: handle,
    log,
  })
  return {
    ...ports,
    handle,
    connections: () => broker.connectedClients,
    setReceiving(isAble) {
      isReceiving = isAble
      setListening(isAble)
      if (isAble) return log.info('MQTT connections are accepted again')
      log.warn('this gateway does not reach the column store and leaves its MQTT connections to another')
      for (const client of sessions.keys()) client.close()
    },
    sendSettings: () => board.look(),
    async close() {
      clearInterval(looking)
      for (const stop of leave) stop()
      board.close()
      await new Promise<void>((resolve) => broker.close(() => resolve()))
      await ports.close()
      await bridges.write()
    },
  }
}

/** Counts the connections of each address that have not signed in, so that one address cannot use up all connections. */
class Strangers {
  readonly #counts = new Map<string, number>()
  readonly #addresses = new WeakMap<object, string>()

  /** False when the address has too many such connections. */
  admit(stream: Duplex, address: string): boolean {
    const count = this.#counts.get(address) ?? 0
    if (count >= MOST_STRANGERS_AN_ADDRESS) return false
    this.#counts.set(address, count + 1)
    this.#addresses.set(stream, address)
    stream.once('close', () => this.welcome(stream))
    return true
  }

  /** Stops counting a connection that signed in or ended. */
  welcome(stream: object) {
    const address = this.#addresses.get(stream)
    if (address === undefined) return
    this.#addresses.delete(stream)
    const left = (this.#counts.get(address) ?? 1) - 1
    if (left > 0) this.#counts.set(address, left)
    else this.#counts.delete(address)
  }
}

/** Removes the payload from the packet and returns it, so that the broker keeps nothing and passes nothing on. */
function emptied(packet: PublishPacket): Buffer {
  const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
  packet.payload = ''
  packet.retain = false
  return payload
}

const refusal = (returnCode: number, message: string): AuthenticateError =>
  Object.assign(new Error(message), { returnCode })
