/**
 * Path of this installation below its host name, written into the page by the server. It is empty, or a path like
 * `/fleet` where `PUBLIC_URL` has one. The pages of the console and all addresses of the server begin with the path.
 */
export const BASE = globalThis.document?.documentElement.dataset.base ?? ''

/** Adds the base path to an address of this server; leaves other addresses unchanged. */
export const here = (address: string) => (address.startsWith('/') ? `${BASE}${address}` : address)

/** Complete address, for use outside the console: `https://boats.example/fleet/map` for `/map`. */
export const fromAnywhere = (path: string) => new URL(here(path), location.origin).href
