import { createServer } from 'node:net'

let port = 0

/**
 * A free port, the same one for each server that a worker starts after another: its browser finds again what it read from there.
 */
export async function workerPort(): Promise<number> {
  port = await freePort(port).catch(() => freePort(0))
  return port
}

/** Port 0 stands for any; rejects when the wanted one is in use. */
function freePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(wanted, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
