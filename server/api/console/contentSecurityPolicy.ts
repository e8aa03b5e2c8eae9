import type { FastifyHelmetOptions } from '@fastify/helmet'

/**
 * Content that the console's pages may load. Scripts come from here alone, and the page before sign-in adds the hashes of
 * its own; MapLibre runs its workers from blobs, and
 * the components style themselves inline.
 */
export function contentSecurityPolicy(
  publicUrl: string,
  tileUrls: readonly (string | undefined)[],
): FastifyHelmetOptions {
  const { protocol, host } = new URL(publicUrl)
  const isSecure = protocol === 'https:'
  const tiles = tileUrls.flatMap((url) => (url && URL.canParse(url) ? [new URL(url).origin] : []))
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'", 'data:'],
        imgSrc: ["'self'", 'data:', 'blob:', ...tiles],
        // Some browsers do not treat a socket to the same host as 'self'.
        connectSrc: ["'self'", `${isSecure ? 'wss' : 'ws'}://${host}`, ...tiles],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isSecure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // Other names below this one are other people's services.
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  }
}
