/**
 * A connection to a server that can be slow or cut, like a network: so that nothing comes through, or so that no answer
 * comes.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

export interface CuttableProxy {
  url: string
  /** Leads to the server at this address from now on. */
  leadTo(url: string): void
  /**
   * Connections stay open and no byte passes: what a modem does that lost its satellite. What is sent arrives all the same
   * where only `answers` are lost.
   */
  silence(what?: 'everything' | 'answers'): void
  /** Every byte arrives so much later, either way. */
  delay(ms: number): void
  /** Connections break and new ones are refused: what a server does that is stopped. */
  refuse(): Promise<void>
  mend(): Promise<void>
  close(): Promise<void>
}

export async function cuttableProxy(): Promise<CuttableProxy> {
  const sockets = new Set<Socket>()
  let target = { host: 'localhost', port: 0 }
  let lost: 'nothing' | 'answers' | 'everything' = 'nothing'
  let delayMs = 0
  const server = createServer({ allowHalfOpen: false }, (near) => {
    keep(near)
    if (lost === 'everything') return near.pause()
    const far = connect(target)
    keep(far)
    near
      .pipe(passing(() => lost === 'everything'))
      .pipe(far)
      .pipe(passing(() => lost !== 'nothing'))
      .pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  /** Drops bytes for good: data after a loss arrives on another connection. */
  const passing = (isLost: () => boolean) =>
    new Transform({
      transform(bytes, _encoding, done) {
        const pass = () => {
          if (!isLost()) this.push(bytes)
        }
        if (delayMs === 0) pass()
        else setTimeout(pass, delayMs)
        done()
      },
    })
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
      const { hostname, port } = new URL(url)
      target = { host: hostname, port: Number(port) }
    },
    silence(what = 'everything') {
      lost = what
    },
    delay(ms) {
      delayMs = ms
    },
    refuse: stop,
    async mend() {
      lost = 'nothing'
      delayMs = 0
      breakAll()
      if (!server.listening) await listen(port)
    },
    close: stop,
  }
}
