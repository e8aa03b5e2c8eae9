import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { localAddress } from '#server/platform/addresses.ts'
import { plainAddress } from '#server/platform/networks.ts'
import { mostConnections } from '#server/platform/openFiles.ts'

const SOCKET_PROBE_MS = 60_000

/** A port for devices over TCP. Each connection ends when `handle` resolves or rejects. */
export async function openTcpPort(
  { host, port }: { host: string; port: number },
  handle: (socket: Socket, address: string) => Promise<void>,
): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer({ keepAlive: true, keepAliveInitialDelay: SOCKET_PROBE_MS }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    handle(socket, plainAddress(socket.remoteAddress ?? '')).then(
      () => socket.destroySoon(),
      () => socket.destroy(),
    )
  })
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
