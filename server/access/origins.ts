import { isIP } from 'node:net'
import { Problem } from '#contract/wire/errors.ts'

/** The path that the installation lies below: nothing, or `/fleet`. */
export const basePathOf = (publicUrl: string) => new URL(publicUrl).pathname.replace(/\/$/, '')

/**
 * Throws `not_allowed`, with advice, for a page at an address that is not known as the installation's own.
 */
export function requireOwnOrigin(headers: Parameters<typeof isOwnOrigin>[0], publicUrl: string): void {
  if (isOwnOrigin(headers, publicUrl)) return
  throw new Problem(
    'not_allowed',
    `This installation does not know the address ${headers.origin} as its own. If it is, set PUBLIC_URL to it.`,
  )
}

/**
 * True when the installation's own page made a request that uses a cookie or opens a socket. Browsers write
 * the address of the page into Origin. It must be the configured address, or the called address if no other
 * site can have that host name.
 */
export function isOwnOrigin(
  headers: { origin?: string | undefined; host?: string | undefined },
  publicUrl: string,
): boolean {
  if (headers.origin === undefined) return true
  if (!URL.canParse(headers.origin)) return false
  const origin = new URL(headers.origin)
  if (origin.origin === new URL(publicUrl).origin) return true
  return origin.host === headers.host && isNearby(origin.hostname)
}

/** Numbers, names of one word and names that are never sold to anybody. */
const isNearby = (hostname: string) =>
  isIP(hostname.replace(/^\[|\]$/g, '')) > 0 ||
  !hostname.includes('.') ||
  /\.(localhost|local|lan|internal|home\.arpa)$/.test(hostname)
