import { once } from 'node:events'
import { type BlockList, createServer, type Socket } from 'node:net'
import { localAddress } from '#server/platform/addresses.ts'
import { mostConnections } from '#server/platform/openFiles.ts'
import { clientAddress } from './proxyHeader.ts'

const SOCKET_PROBE_MS = 60_000

/**
 * A port for devices over TCP. Each connection ends when `handle` resolves or rejects. `handle` gets the address of the
 * device, which a proxy of `proxies` states in a PROXY header.
 */
export async function openTcpPort(
  { host, port, proxies }: { host: string; port: number; proxies: BlockList },
  handle: (socket: Socket, address: string) => Promise<void>,
): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  // A device that has sent everything may end its side before the answer.
  const options = { allowHalfOpen: true, keepAlive: true, keepAliveInitialDelay: SOCKET_PROBE_MS }
  const server = createServer(options, (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    serve(socket).then(
      () => socket.destroySoon(),
      () => socket.destroy(),
    )
  })
  const serve = async (socket: Socket) => handle(socket, await clientAddress(socket, proxies))
  server.maxConnections = mostConnections().mqttPort
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: localAddress(server.address()).port,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
