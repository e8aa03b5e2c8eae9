import { defaults } from './calls.js'

export * from './calls.js'
export * from './stream.js'

/** Where the server is and what to send as; before the first call. */
export function connect(baseUrl: string, key: string): void {
  defaults.baseUrl = baseUrl.replace(/\/$/, '')
  defaults.headers = { authorization: `Bearer ${key}` }
}
