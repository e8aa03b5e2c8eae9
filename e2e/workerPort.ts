import { preferredPort } from '#server/platform/preferredPort.ts'
import { freePort } from '#server/testing/debianServer.ts'

let port = 0

/** A free port, the same for each server that a worker starts after another: its browser finds again what it read from there. */
export async function workerPort(): Promise<number> {
  port = (await preferredPort(port, '127.0.0.1')) || (await freePort())
  return port
}
