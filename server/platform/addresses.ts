import { type AddressInfo, isIP } from 'node:net'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'

/** The port of a server that listens, and the host by which programs on this machine reach it. */
export function localAddress(address: AddressInfo | string | null): { host: string; port: number } {
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port')
  const { address: host, family, port } = address
  if (host === '0.0.0.0') return { host: '127.0.0.1', port }
  if (host === '::') return { host: '[::1]', port }
  return { host: family === 'IPv6' ? `[${host}]` : host, port }
}

/**
 * Addresses at which other computers reach the console: the configured one, or those of this machine's networks. None
 * where it listens only on this machine.
 */
export function outsideUrls(
  { PUBLIC_URL, HOST, PORT }: { PUBLIC_URL?: string | undefined; HOST: string; PORT: number },
  networks: readonly (NetworkInterfaceInfo[] | undefined)[] = Object.values(networkInterfaces()),
): string[] {
  if (PUBLIC_URL) return [PUBLIC_URL.replace(/\/$/, '')]
  const url = (host: string) => `http://${isIP(host) === 6 ? `[${host}]` : host}:${PORT}`
  if (/^(localhost|127\..*|::1)$/.test(HOST)) return []
  if (HOST !== '0.0.0.0' && HOST !== '::') return [url(HOST)]
  const found = networks
    .flatMap((network) => network ?? [])
    .filter(({ internal, family, address }) => !internal && (family === 'IPv4' || isRouted(address)))
    // Addresses of version 4 are shorter to type, and every network on board has them.
    .sort((a, b) => a.family.localeCompare(b.family))
  return found.filter(({ family }) => family === 'IPv4' || HOST === '::').map(({ address }) => url(address))
}

/** False for an address of version 6 that is valid only together with the name of a network. */
const isRouted = (address: string) => !/^fe[89ab]/i.test(address)
