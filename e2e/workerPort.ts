import { preferredPort } from '#server/platform/preferredPort.ts'
import { freePort } from '#server/testing/debianServer.ts'

let port = 0

/** A free port, the same for each server that a worker starts in turn: its browser keeps using its cache. */
export async function workerPort(): Promise<number> {
  port = (await preferredPort(port, '127.0.0.1')) || (await freePort())
  return port
}
