import { isIP } from 'node:net'
import { Problem } from '#contract/wire/errors.ts'

/** The path that the installation lies below: nothing, or `/fleet`. */
export const basePathOf = (publicUrl: string) => new URL(publicUrl).pathname.replace(/\/$/, '')

/** Throws `not_allowed` with what to do about it for a page at an address that is not known to be ours. */
export function requireOwnOrigin(headers: Parameters<typeof isOwnOrigin>[0], publicUrl: string): void {
  if (isOwnOrigin(headers, publicUrl)) return
  throw new Problem(
    'not_allowed',
    `This installation does not know the address ${headers.origin} as its own. If it is, set PUBLIC_URL to it.`,
  )
}

/**
 * Whether a request that rides on a cookie, or opens a socket, was made by our own page: browsers write where the
 * page is from into Origin, and it must be the one that the installation is known by, or the address that was called
 * where that cannot be a name of somebody else's which was made to lead here.
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
