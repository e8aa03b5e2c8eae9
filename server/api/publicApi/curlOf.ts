import type { AnyEndpoint } from '#contract/endpoint.ts'
import { publicPathOf } from '#contract/endpoint.ts'
import { EXAMPLES } from './examples.ts'

/** A call as people type it into a shell in which what is named `$SO` is known. */
export function curlOf(name: string, endpoint: AnyEndpoint): string {
  const { method, list } = endpoint
  const { query = list && list.limit !== 'all' ? { limit: '5' } : {}, body, id } = EXAMPLES[name] ?? {}
  const asked = Object.entries(query).map(([field, value]) => `--data-urlencode "${field}=${value}"`)
  const usualMethod = body ? 'POST' : 'GET'
  const words = [
    `curl${method === usualMethod ? '' : ` -X ${method}`} "$BINNACLE_URL${pathOf(endpoint, id)}"`,
    '-H "Authorization: Bearer $BINNACLE_KEY"',
    ...(asked.length > 0 ? ['-G', ...asked] : []),
    ...(body ? ['-H "Content-Type: application/json"', '-d @- <<JSON'] : []),
  ]
  const command = words.join(' \\\n  ')
  return body ? `${command}\n${JSON.stringify(body, null, 2)}\nJSON` : command
}

/** `/vessels/:id/status` is asked of `$VESSEL_ID`, `…/corrections/:correctionId` of `$CORRECTION_ID`. */
const pathOf = (endpoint: AnyEndpoint, id?: string) =>
  publicPathOf(endpoint)
    .replace(/:id\b/, (name) => id ?? name)
    .replace(/([a-z]+)s\/:id\b/, (_, noun: string) => `${noun}s/$${noun.toUpperCase()}_ID`)
    .replace(/:([a-z]+)Id\b/g, (_, noun: string) => `$${noun.toUpperCase()}_ID`)
