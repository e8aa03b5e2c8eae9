import { createServer, type Server } from 'node:net'
import { Aedes, type Client } from 'aedes'
import type { Log } from '#server/platform/log.ts'
import type { Device } from '#server/records/devices.ts'
import type { DeviceDirectory } from './deviceDirectory.ts'
import { Decoders, type Intake, isFormat, isPaired } from './intake.ts'

/** A device that waits to be paired may hold this much in flight; a larger message ends its connection. */
const MAX_HELD_BYTES = 256 * 1024
const LOOK_AGAIN_MS = 3000
const MOST_CONNECTIONS = 20_000
const TOPIC_LENGTH = 200

interface Session {
  id: string
  secretHash: string
  decoders: Decoders
  told: boolean
}

export interface MqttBroker {
  port: number
  connections(): number
  close(): Promise<void>
}

/**
 * The built-in broker (MQTT 3.1.1). A device signs in with its id and secret, may publish to
 * `binnacle/{its id}/{format}` and listen on topics below `binnacle/{its id}/`. A message is acknowledged once its
 * readings are on disk. What an unpaired device publishes stays unacknowledged, and so on the device, until somebody
 * pairs it; a message that makes no sense is noted, acknowledged and not asked for again.
 */
export async function startMqttBroker(given: {
  host: string
  port: number
  directory: DeviceDirectory
  intake: Intake
  log: Log
}): Promise<MqttBroker> {
  const { directory, intake, log } = given
  const sessions = new Map<Client, Session>()
  let closing = false

  const broker = await Aedes.createBroker({
    heartbeatInterval: 60_000,
    connectTimeout: 10_000,
    maxClientsIdLength: 128,
    preConnect: (_client, packet, done) => {
      const tooMany = broker.connectedClients >= MOST_CONNECTIONS
      // A client id names a session; tying it to the account keeps one device from taking over another one's.
      done(
        tooMany ? new Error('too many connections') : null,
        packet.clientId.startsWith(packet.username ?? ''),
      )
    },
    authenticate: (client, username, password, done) => {
      directory
        .authenticate(username ?? '', password?.toString() ?? '')
        .then((device) => {
          if (device)
            sessions.set(client, {
              id: device.id,
              secretHash: device.secretHash,
              decoders: new Decoders(),
              told: false,
            })
          done(null, device !== null)
        })
        .catch((error) => {
          log.error('a device could not be looked up', { error })
          done(null, false)
        })
    },
    authorizeSubscribe: (client, subscription, done) => {
      const session = sessions.get(client)
      const own = session && isOwnTopic(subscription.topic, session.id)
      done(null, own ? subscription : null)
      if (session && own) void tellPairing(client, session)
    },
    authorizePublish: (client, packet, done) => {
      const session = client && sessions.get(client)
      const format = session && formatOf(packet.topic, session.id)
      if (!client || !session || !format) return done(new Error('this topic is not yours'))
      packet.retain = false
      take(client, session, format, packet.payload)
        .then(() => done())
        .catch((error) => done(error))
    },
    // Readings go to the store; no device hears another one.
    authorizeForward: () => null,
  })
  broker.on('clientDisconnect', (client: Client) => sessions.delete(client))
  broker.on('clientError', () => undefined)
  broker.on('connectionError', () => undefined)

  async function take(
    client: Client,
    session: Session,
    format: NonNullable<ReturnType<typeof formatOf>>,
    payload: Buffer | string,
  ) {
    const message = typeof payload === 'string' ? Buffer.from(payload) : payload
    for (;;) {
      const device = await current(session)
      if (isPaired(device)) {
        await intake.takeMessage(device, session.decoders, format, message)
        return
      }
      if (message.length > MAX_HELD_BYTES || closing) throw new Error('the device is not paired')
      intake.noteRefused(session.id, 'not_paired', 'The device has data but no vessel.')
      await tellPairing(client, session)
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS).unref())
      if (!sessions.has(client)) throw new Error('the device has gone')
    }
  }

  /** The device as it is now; throws when it was removed or its secret changed, which ends the connection. */
  async function current(session: Session): Promise<Device> {
    const device = await directory.get(session.id)
    if (device?.secretHash !== session.secretHash) throw new Error('the device is no longer known')
    return device
  }

  async function tellPairing(client: Client, session: Session) {
    const device = await directory.get(session.id)
    const paired = device !== null && isPaired(device)
    if (session.told === paired && paired) return
    session.told = paired
    const message = paired ? 'Paired with a vessel.' : 'This device is not paired with a vessel.'
    const status = { topic: `binnacle/${session.id}/status`, payload: JSON.stringify({ paired, message }) }
    client.publish({ cmd: 'publish', qos: 0, retain: false, dup: false, ...status }, () => undefined)
  }

  const server = createServer(broker.handle)
  await listen(server, given.port, given.host)
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : given.port,
    connections: () => broker.connectedClients,
    async close() {
      closing = true
      await new Promise<void>((resolve) => broker.close(() => resolve()))
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

const isOwnTopic = (topic: string, id: string) =>
  topic.length <= TOPIC_LENGTH && (topic === `binnacle/${id}/#` || topic === `binnacle/${id}/status`)

/** The format that a topic of the device names; null for every other topic. */
export function formatOf(topic: string, id: string) {
  if (topic.length > TOPIC_LENGTH || !topic.startsWith(`binnacle/${id}/`)) return null
  const format = topic.slice(`binnacle/${id}/`.length)
  return isFormat(format) ? format : null
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
}
