import { readFile } from 'node:fs/promises'
import { type BlockList, createServer, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls'
import { HOUR_MS, MINUTE_MS } from '#contract/domain/time.ts'
import { localAddress } from '#server/platform/addresses.ts'
import type { Log } from '#server/platform/log.ts'
import { mostConnections } from '#server/platform/openFiles.ts'
import { clientAddress, HANDSHAKE_MS, NoProxyHeader } from './proxyHeader.ts'

/** Bytes read from one connection at once, which bounds the unstored data of one device. */
const READ_BYTES = 256 * 1024
const LOOPBACK = '127.0.0.1'
const SOCKET_PROBE_MS = MINUTE_MS
/** Certificates are renewed weeks before they end. */
const RENEWED_EVERY_MS = HOUR_MS

/** Certificate and key of the broker: the files of both, PEM, and the port that has them. */
export interface BrokerTls {
  cert: string
  key: string
  port: number
}

export interface MqttPorts {
  port: number
  /** The port with TLS, null without a certificate. */
  securePort: number | null
  /** Broker address for programs on this machine. */
  localUrl: string
  /** False refuses new connections on the same ports, until it is called with true. */
  setListening(isListening: boolean): void
  close(): Promise<void>
}

/**
 * Listens for MQTT over TCP and, with a certificate, over TLS. `onConnection` gets the bytes of MQTT alone, and the address
 * of the client. A connection from a proxy of `proxies` must begin with a PROXY header, which gives that address.
 */
export async function openMqttPorts(given: {
  host: string
  port: number
  tls: BrokerTls | null
  proxies: BlockList
  onConnection: (stream: Duplex, address: string) => void
  log: Log
}): Promise<MqttPorts> {
  const { host, port, tls, proxies, onConnection, log } = given
  const sockets = { highWaterMark: READ_BYTES, keepAlive: true, keepAliveInitialDelay: SOCKET_PROBE_MS }
  /** Addresses of clients by the connection on which their TLS handshake is under way. */
  const secured = new Map<string, string>()

  async function arrive(socket: Socket, goOn: (address: string) => void) {
    try {
      goOn(await clientAddress(socket, proxies))
    } catch (error) {
      socket.on('error', () => undefined).destroy()
      if (!(error instanceof NoProxyHeader)) log.error('an MQTT connection failed', { error })
    }
  }

  const plain = createServer(
    sockets,
    (socket) => void arrive(socket, (address) => onConnection(socket, address)),
  )
  const handshakes =
    tls &&
    createTlsServer({ ...sockets, handshakeTimeout: HANDSHAKE_MS, ...(await pairOf(tls)) }, (socket) =>
      onConnection(socket, secured.get(nameOf(socket)) ?? socket.remoteAddress ?? ''),
    )
  // Closes sockets whose TLS handshake fails; they would otherwise stay open.
  handshakes?.on('tlsClientError', (_error, socket) => socket.destroy())
  const secure =
    handshakes &&
    createServer(
      sockets,
      (socket) =>
        void arrive(socket, (address) => {
          const name = nameOf(socket)
          secured.set(name, address)
          socket.once('close', () => secured.delete(name))
          handshakes.emit('connection', socket)
        }),
    )
  const renewing = handshakes && setInterval(() => void renew(handshakes, tls, log), RENEWED_EVERY_MS)
  // With TLS enabled, the port without TLS is limited to this machine, so passwords never travel unencrypted.
  const opened = [
    await open(plain, port, secure ? LOOPBACK : host),
    ...(secure ? [await open(secure, tls.port, host)] : []),
  ] as const
  const servers = opened.map(({ server }) => server)
  const local = localAddress(plain.address())
  return {
    port: local.port,
    securePort: opened[1]?.port ?? null,
    localUrl: `mqtt://${local.host}:${local.port}`,
    setListening(isListening) {
      for (const one of opened) {
        if (!isListening) one.server.close()
        else
          void listen(one.server, one.port, one.host).catch((error) =>
            log.error('a port for MQTT could not be opened again', { port: one.port, error }),
          )
      }
    },
    async close() {
      clearInterval(renewing ?? undefined)
      await Promise.all(servers.map((each) => new Promise<void>((resolve) => each.close(() => resolve()))))
    },
  }
}

const nameOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

const pairOf = async ({ cert, key }: BrokerTls) => ({ cert: await readFile(cert), key: await readFile(key) })

/** Loads the current certificate for new connections; a half-written one is loaded an hour later. */
async function renew(server: TlsServer, tls: BrokerTls, log: Log): Promise<void> {
  try {
    server.setSecureContext(await pairOf(tls))
  } catch (error) {
    log.warn('the certificate of the MQTT broker cannot be read again', { error })
  }
}

/** Listens on a port, or on a free one for 0. */
async function open(server: Server, port: number, host: string) {
  server.maxConnections = mostConnections().mqttPort
  await listen(server, port, host)
  return { server, host, port: localAddress(server.address()).port }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
}
