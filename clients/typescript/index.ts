import { defaults } from './calls.js'

export * from './calls.js'
export * from './stream.js'

/** Sets the server's address and the key; call it before any other function. */
export function connect(baseUrl: string, key: string): void {
  defaults.baseUrl = baseUrl.replace(/\/$/, '')
  defaults.headers = { authorization: `Bearer ${key}` }
}
