/**
 * Whether a request that rides on a cookie, or opens a socket, was made by our own page: browsers write where the
 * page is from into Origin, and it must be the address that was called or the one the installation is known by.
 */
export function isOwnOrigin(
  headers: { origin?: string | undefined; host?: string | undefined },
  publicUrl: string,
): boolean {
  if (headers.origin === undefined) return true
  if (!URL.canParse(headers.origin)) return false
  const origin = new URL(headers.origin)
  return origin.origin === new URL(publicUrl).origin || origin.host === headers.host
}
