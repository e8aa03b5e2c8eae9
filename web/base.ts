/**
 * Path of this installation below its host name, written into the page by the server. It is empty, or a path like
 * `/fleet` where `PUBLIC_URL` has one. The pages of the console and all addresses of the server begin with the path.
 */
export const BASE = globalThis.document?.documentElement.dataset.base ?? ''

/** An address of the server’s as a browser finds it; those of elsewhere stay. */
export const here = (address: string) => (address.startsWith('/') ? `${BASE}${address}` : address)

/** The same complete, to be handed on: `https://boats.example/fleet/map` of `/map`. */
export const fromAnywhere = (path: string) => new URL(here(path), location.origin).href
