import { connect, type NetConnectOpts } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Link } from './keepOpen.ts'

/** A dead peer is asked after this silence, so that the system notices a cut that sends no packet. */
const KEEP_ALIVE_MS = 20_000

/** Reads a stream until it ends. Rejects with its error, and destroys it when the link is aborted. */
export function readUntilEnd(
  stream: Duplex,
  signal: AbortSignal,
  onData: (chunk: Buffer) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => stream.destroy()
    let failure: Error | null = null
    stream.on('data', onData)
    stream.on('error', (error: Error) => {
      failure = error
    })
    stream.on('end', () => stream.destroy())
    stream.on('close', () => {
      signal.removeEventListener('abort', abort)
      if (failure) reject(failure)
      else resolve()
    })
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort)
  })
}

/** One TCP or UNIX connection from its start to its end. `greeting` is sent first. */
export function socketLink(
  { signal, opened }: Link,
  target: NetConnectOpts,
  onData: (chunk: Buffer) => void,
  greeting?: string | Uint8Array,
): Promise<void> {
  const socket = connect({ keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS, ...target })
  socket.on('connect', () => {
    opened()
    if (greeting !== undefined) socket.write(greeting)
  })
  return readUntilEnd(socket, signal, onData)
}

/** The port of an address, or the usual one; throws for an address without host. */
export function hostAndPort(
  { text, host, port }: { text: string; host: string; port: number | null },
  usualPort?: number,
): { host: string; port: number } {
  const used = port ?? usualPort
  if (host === '' || used === undefined) throw new Error(`${text} names no ${host === '' ? 'host' : 'port'}`)
  return { host, port: used }
}
