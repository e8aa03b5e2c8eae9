import type { BlockList, Socket } from 'node:net'
import { includes, plainAddress } from '#server/platform/networks.ts'

/** First bytes of version 2: no text begins with them. */
const SIGNATURE_2 = Buffer.from('\r\n\r\n\0\r\nQUIT\n')
const SIGNATURE_1 = Buffer.from('PROXY ')
/** Length of the longest header of version 1, and of the part of version 2 before its addresses. */
const MOST_BYTES_1 = 107
const FIXED_BYTES_2 = 16
/** Largest part of version 2 that is read: addresses and the extras of any known proxy. */
const MOST_BYTES_2 = 2048
const PROXIED = 0x21
/** Connection of the proxy itself, as for a health check. */
const LOCAL = 0x20
const FAMILY_4 = 1
const FAMILY_6 = 2

/** A header must be complete within this time, and so must a TLS handshake. */
export const HANDSHAKE_MS = 10_000

export class NoProxyHeader extends Error {}

interface ProxyHeader {
  /** Bytes that the header takes. */
  length: number
  /** Address of the client; null when the header has none. */
  address: string | null
}

/**
 * Reads a header of the PROXY protocol, version 1 or 2, from the first bytes of a connection. Returns null while the header
 * is incomplete, and throws NoProxyHeader when the bytes begin with none.
 */
export function parseProxyHeader(bytes: Buffer): ProxyHeader | null {
  if (beginsWith(bytes, SIGNATURE_2)) return parseVersion2(bytes)
  if (beginsWith(bytes, SIGNATURE_1)) return parseVersion1(bytes)
  throw new NoProxyHeader('the connection does not begin with a PROXY header')
}

/** True as well when fewer bytes than the signature have arrived and all of them agree. */
const beginsWith = (bytes: Buffer, signature: Buffer) => {
  const length = Math.min(bytes.length, signature.length)
  return bytes.subarray(0, length).equals(signature.subarray(0, length))
}

/** `PROXY TCP4 192.0.2.7 198.51.100.1 56324 1883\r\n` → `192.0.2.7` */
function parseVersion1(bytes: Buffer): ProxyHeader | null {
  const end = bytes.indexOf('\r\n')
  if (end < 0 && bytes.length < MOST_BYTES_1) return null
  if (end < 0 || end > MOST_BYTES_1) throw new NoProxyHeader('the PROXY header has no end')
  const [, family, address = ''] = bytes.toString('latin1', 0, end).split(' ')
  const isKnown = family === 'TCP4' || family === 'TCP6'
  return { length: end + 2, address: isKnown && address !== '' ? address : null }
}

function parseVersion2(bytes: Buffer): ProxyHeader | null {
  if (bytes.length < FIXED_BYTES_2) return null
  const [command, family] = [bytes[12] ?? 0, (bytes[13] ?? 0) >> 4]
  const rest = bytes.readUInt16BE(14)
  if (![PROXIED, LOCAL].includes(command) || rest > MOST_BYTES_2)
    throw new NoProxyHeader('the PROXY header cannot be read')
  const length = FIXED_BYTES_2 + rest
  if (bytes.length < length) return null
  const given = bytes.subarray(FIXED_BYTES_2, length)
  if (command === LOCAL) return { length, address: null }
  if (family === FAMILY_4 && rest >= 12) return { length, address: given.subarray(0, 4).join('.') }
  if (family === FAMILY_6 && rest >= 36) return { length, address: toIpv6(given.subarray(0, 16)) }
  return { length, address: null }
}

const toIpv6 = (bytes: Buffer) =>
  Array.from({ length: 8 }, (_, i) => bytes.readUInt16BE(2 * i).toString(16)).join(':')

/**
 * Takes the PROXY header from a new connection and leaves what follows in the socket. Resolves with the client's
 * address, or null when the header has none. Rejects when there is no header or the connection ends before it.
 */
export function takeProxyHeader(socket: Socket): Promise<string | null> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0)
    const end = () => settle(() => reject(new NoProxyHeader('the connection ended before its PROXY header')))
    function settle(how: () => void) {
      socket.off('readable', read).off('close', end).off('end', end).off('error', end)
      how()
    }
    function read() {
      const chunk: Buffer | null = socket.read()
      if (!chunk) return
      bytes = Buffer.concat([bytes, chunk])
      try {
        const header = parseProxyHeader(bytes)
        if (!header) return
        const after = bytes.subarray(header.length)
        settle(() => {
          if (after.length > 0) socket.unshift(after)
          resolve(header.address)
        })
      } catch (error) {
        settle(() => reject(error))
      }
    }
    socket.on('readable', read).on('close', end).on('end', end).on('error', end)
  })
}

/**
 * Address of the client of a new connection. A connection from one of `proxies` must begin with a PROXY header, which is
 * taken from the socket. Rejects without that header.
 */
export async function clientAddress(socket: Socket, proxies: BlockList): Promise<string> {
  const { remoteAddress = '' } = socket
  if (!includes(proxies, remoteAddress)) return plainAddress(remoteAddress)
  const end = () => socket.destroy()
  socket.setTimeout(HANDSHAKE_MS, end)
  const address = await takeProxyHeader(socket)
  socket.setTimeout(0).off('timeout', end)
  return plainAddress(address ?? remoteAddress)
}
