/** A way to a server that can be cut as a ship's link is: so that nothing comes through, or so that nobody answers. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface CuttableProxy {
  url: string
  /** Leads to the server at this address from now on. */
  leadTo(url: string): void
  /** Connections stay open and no byte passes: what a modem does that lost its satellite. */
  silence(): void
  /** Connections break and new ones are refused: what a server does that is stopped. */
  refuse(): Promise<void>
  mend(): Promise<void>
  close(): Promise<void>
}

export async function cuttableProxy(): Promise<CuttableProxy> {
  const sockets = new Set<Socket>()
  let target = 0
  let isSilent = false
  const server = createServer({ allowHalfOpen: false }, (near) => {
    keep(near)
    if (isSilent) return near.pause()
    const far = connect(target, 'localhost')
    keep(far)
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      breakAll()
    })

  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    leadTo(url) {
      target = Number(new URL(url).port)
    },
    silence() {
      isSilent = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    refuse: stop,
    async mend() {
      isSilent = false
      breakAll()
      if (!server.listening) await listen(port)
    },
    close: stop,
  }
}
