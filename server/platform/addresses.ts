import type { AddressInfo } from 'node:net'

/** The port of a server that listens, and the host by which programs on this machine reach it. */
export function localAddress(address: AddressInfo | string | null): { host: string; port: number } {
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port')
  const { address: host, family, port } = address
  if (host === '0.0.0.0') return { host: '127.0.0.1', port }
  if (host === '::') return { host: '[::1]', port }
  return { host: family === 'IPv6' ? `[${host}]` : host, port }
}
