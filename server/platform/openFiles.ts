/** Descriptors of this process: a flood of connections must leave enough of them to the stores. */
import { readFileSync } from 'node:fs'

/** Descriptors that the embedded stores need to store one message. */
const OF_ONE_WRITE = 216
/** Descriptors that the stores, their queries over many years and the workers need at most. */
const OF_STORES = 3072
/** Below this, the embedded database keeps fewer of its files open. */
export const FEW_FILES = 2048

/** Files and connections that this process may have open at once; Infinity where the system does not tell. */
export function openFilesLimit(): number {
  try {
    // Node raises the soft limit to the hard one when it starts.
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** Connections that this process accepts over HTTP, and on each of the two ports for MQTT. */
export function mostConnections(limit: number = openFilesLimit()): { http: number; mqttPort: number } {
  const all = Math.max(Math.min(limit / 4, limit - OF_ONE_WRITE), limit - OF_STORES)
  return { http: Math.floor(all / 2), mqttPort: Math.min(Math.floor(all / 4), MOST_ON_A_PORT) }
}
const MOST_ON_A_PORT = 20_000
