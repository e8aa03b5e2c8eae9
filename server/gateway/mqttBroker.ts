import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import type { Duplex } from 'node:stream'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls'
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from 'aedes'
import { HOUR_MS, MINUTE_MS } from '#contract/domain/time.ts'
import { localAddress } from '#server/platform/addresses.ts'
import type { Log } from '#server/platform/log.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { DeviceDirectory } from './deviceDirectory.ts'
import { Decoders, type Intake, isPaired, MAX_JSON_BYTES } from './intake.ts'
import { isOwnTopic, parseTopic, settingsTopic, statusTopic } from './mqttTopics.ts'
import { limitPackets } from './packetLimit.ts'
import { SettingsBoard } from './settingsBoard.ts'

/** Largest message before a connection is authenticated. */
const MAX_STRANGER_BYTES = 4096
/** Room around the largest message. */
const TOPIC_BYTES = 1024
const MOST_CONNECTIONS = 20_000
const MOST_CONNECTIONS_A_DEVICE = 5
/** Most unfinished QoS 2 messages of one connection; one read of the socket bounds everything else. */
const MOST_HALFWAY = 20
/** Bytes read from one connection at once, which bounds the unstored data of one device. */
const READ_BYTES = 256 * 1024
const HANDSHAKE_MS = 10_000
const LOOK_EVERY_MS = 1000
const LOOPBACK = '127.0.0.1'
const SOCKET_PROBE_MS = MINUTE_MS
/** Certificates are renewed weeks before they end. */
const RENEWED_EVERY_MS = HOUR_MS
/** Return codes of MQTT 3.1.1 for a refused connection: retry later, or do not retry. */
const SERVER_UNAVAILABLE = 3
const NOT_AUTHORIZED = 5

interface Session {
  id: string
  secretHash: string
  vesselId: string | null
  decoders: Decoders
}

/** Certificate and key of the broker: the files of both, PEM, and the port that has them. */
export interface BrokerTls {
  cert: string
  key: string
  port: number
}

export interface MqttBroker {
  port: number
  /** Port with TLS, null without a certificate. */
  securePort: number | null
  /** Broker address for programs on this machine. */
  localUrl: string
  /** Takes a device that came by another way than the broker's own ports. */
  handle(stream: Duplex): void
  connections(): number
  /** Publishes changed settings of users to the devices concerned. */
  sendSettings(): void
  close(): Promise<void>
}

/**
 * The built-in broker (MQTT 3.1.1), over TCP and, with a certificate, over TLS.
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
 */
export async function startMqttBroker(given: {
  host: string
  port: number
  tls: BrokerTls | null
  directory: DeviceDirectory
  intake: Intake
  db: Db
  log: Log
}): Promise<MqttBroker> {
  const { directory, intake, db, log, tls } = given
  const sessions = new Map<Client, Session>()

  const broker = await Aedes.createBroker({
    connectTimeout: HANDSHAKE_MS,
    maxInflightInbound: MOST_HALFWAY,
    preConnect: (_client, packet, done) => {
      // A new connection ends an older one with the same client id, so each client id gets the device id as prefix.
      if (packet.clientId) packet.clientId = `${packet.username}/${packet.clientId}`
      packet.clean = true
      done(null, true)
    },
    authenticate: (client, username, password, done) => {
      signIn(client, username ?? '', password?.toString() ?? '')
        .then((refused) => done(refused === null ? null : refusal(NOT_AUTHORIZED, refused), refused === null))
        .catch((error) => {
          log.error('a device could not be looked up', { error })
          done(refusal(SERVER_UNAVAILABLE, 'Devices cannot be looked up at the moment.'), false)
        })
    },
    authorizeSubscribe: (client, subscription, done) => {
      const session = sessions.get(client)
      const own = session !== undefined && isOwnTopic(subscription.topic, session.id)
      done(null, own ? subscription : null)
    },
    authorizePublish: (client, packet, done) => {
      const session = client && sessions.get(client)
      const topic = parseTopic(packet.topic)
      if (!session || topic?.deviceId !== session.id) return done(new Error('this topic is not yours'))
      take(session, topic.format, packet).then(() => done(), done)
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
    present: () => [...sessions.values()].map(({ id }) => id),
  })
  broker.on('subscribe', (subscriptions, client) => {
    const session = sessions.get(client)
    if (session && subscriptions.some(({ topic }) => isOwnTopic(topic, session.id)))
      publishStatus(client, session)
  })
  for (const event of ['clientError', 'connectionError'] as const)
    broker.on(event, () => undefined)
    // The types lack this event.
  ;(broker as NodeJS.EventEmitter).on('error', (error) => log.error('the MQTT broker failed', { error }))

  /** Returns the reason when the device may not connect. */
  async function signIn(client: Client, id: string, secret: string): Promise<string | null> {
    const device = await directory.authenticate(id, secret)
    if (!device) return 'The device id or its secret is not right.'
    if (device.mustRegister) return 'This device was unpaired. It has to register again.'
    const open = [...sessions.values()].filter((session) => session.id === id).length
    if (open >= MOST_CONNECTIONS_A_DEVICE || client.closed) return 'The device has too many connections.'
    const vesselId = device.vessel?.id ?? null
    const decoders = new Decoders('mqtt')
    sessions.set(client, { id, secretHash: device.secretHash, vesselId, decoders })
    client.conn.once('close', () => {
      sessions.delete(client)
      intake.noteUnfinished({ deviceId: id, vesselId }, decoders)
    })
    board.look([id])
    return null
  }

  /** Resolves when the packet may be acknowledged, rejects when the connection is to end. */
  async function take(
    session: Session,
    format: NonNullable<ReturnType<typeof parseTopic>>['format'],
    packet: PublishPacket,
  ): Promise<void> {
    const device = await directory.get(session.id)
    if (device?.secretHash !== session.secretHash) throw new Error('the device is no longer known')
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
    // The message is stored or refused; the broker itself has nothing to keep or forward.
    packet.payload = ''
    packet.retain = false
    if (!isPaired(device)) {
      intake.noteRefused(device.id, 'mqtt', 'not_paired', 'The device has data but no vessel.')
      // The broker acknowledges every packet except QoS 0.
      packet.qos = 0
    } else if (format === null) await intake.setAside(device, 'unknown_format', packet.topic)
    else await intake.takeMessage(device, session.decoders, format, payload)
  }

  function publishStatus(client: Client, { id, vesselId }: Session) {
    const paired = vesselId !== null
    const message = paired ? 'Paired with a vessel.' : 'This device is not paired with a vessel.'
    const status = { topic: statusTopic(id), payload: JSON.stringify({ paired, message }) }
    client.publish({ cmd: 'publish', qos: 0, retain: false, dup: false, ...status }, () => undefined)
  }

  async function endOutdated() {
    for (const [client, { id, secretHash, vesselId }] of sessions) {
      const device = await directory.get(id)
      if (device?.secretHash !== secretHash || (device.vessel?.id ?? null) !== vesselId) client.close()
    }
  }
  const look = () =>
    void endOutdated().catch((error) => log.error('devices could not be looked up', { error }))
  const looking = setInterval(look, LOOK_EVERY_MS)
  const leave = directory.onChange((id) => {
    look()
    board.look([id])
  })

  const handle = (stream: Duplex) => {
    const client = broker.handle(stream)
    limitPackets(stream, () => (sessions.has(client) ? MAX_JSON_BYTES + TOPIC_BYTES : MAX_STRANGER_BYTES))
  }
  const sockets = { highWaterMark: READ_BYTES, keepAlive: true, keepAliveInitialDelay: SOCKET_PROBE_MS }
  const server = createServer(sockets, handle)
  const secure =
    tls && createTlsServer({ ...sockets, handshakeTimeout: HANDSHAKE_MS, ...(await pairOf(tls)) }, handle)
  // Closes sockets whose TLS handshake fails, which would otherwise stay open.
  secure?.on('tlsClientError', (_error, socket) => socket.destroy())
  const renewing = secure && setInterval(() => void renew(secure, tls, log), RENEWED_EVERY_MS)
  const servers = secure ? [server, secure] : [server]
  for (const each of servers) each.maxConnections = MOST_CONNECTIONS
  // With TLS enabled, the port without TLS is limited to this machine, so passwords never travel unencrypted.
  await listen(server, given.port, secure ? LOOPBACK : given.host)
  if (secure) await listen(secure, tls.port, given.host)
  const { host, port } = localAddress(server.address())
  return {
    port,
    securePort: secure && localAddress(secure.address()).port,
    localUrl: `mqtt://${host}:${port}`,
    handle,
    connections: () => broker.connectedClients,
    sendSettings: () => board.look(),
    async close() {
      clearInterval(looking)
      clearInterval(renewing ?? undefined)
      leave()
      board.close()
      await new Promise<void>((resolve) => broker.close(() => resolve()))
      await Promise.all(servers.map((each) => new Promise<void>((resolve) => each.close(() => resolve()))))
    },
  }
}

const pairOf = async ({ cert, key }: BrokerTls) => ({ cert: await readFile(cert), key: await readFile(key) })

/** Loads the current certificate for new connections; a half-written one is loaded an hour later. */
async function renew(server: TlsServer, tls: BrokerTls, log: Log): Promise<void> {
  try {
    server.setSecureContext(await pairOf(tls))
  } catch (error) {
    log.warn('the certificate of the MQTT broker cannot be read again', { error })
  }
}

const refusal = (returnCode: number, message: string): AuthenticateError =>
  Object.assign(new Error(message), { returnCode })

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
}
