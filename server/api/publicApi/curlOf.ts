import type { AnyEndpoint } from '#contract/wire/endpoint.ts'
import { publicPathOf } from '#contract/wire/endpoint.ts'
import type { Example } from '../serve.ts'

/** A call as typed into a shell with variables such as `$SO`. */
export function curlOf(endpoint: AnyEndpoint, example: Example = {}): string {
  const { method, list, file } = endpoint
  const { query = list && list.limit !== 'all' ? { limit: '5' } : {}, body, params = {} } = example
  const asked = Object.entries(query).map(([field, value]) => `--data-urlencode "${field}=${value}"`)
  const usualMethod = body ? 'POST' : 'GET'
  const words = [
    `curl${method === usualMethod ? '' : ` -X ${method}`}${flagsOf(file)} "$TAFFRAIL_URL${pathOf(endpoint, params)}"`,
    '-H "Authorization: Bearer $TAFFRAIL_KEY"',
    ...(asked.length > 0 ? ['-G', ...asked] : []),
    ...(body ? ['-H "Content-Type: application/json"', '-d @- <<JSON'] : []),
  ]
  const command = words.join(' \\\n  ')
  return body ? `${command}\n${JSON.stringify(body, null, 2)}\nJSON` : command
}

/** Events are printed as they arrive, and files are saved under their own name. */
const flagsOf = (file: AnyEndpoint['file']) =>
  file === null ? '' : file.includes('text/event-stream') ? ' -N' : ' -OJ'

/** `/vessels/:id/status` uses `$VESSEL_ID`, `…/corrections/:correctionId` uses `$CORRECTION_ID`. */
const pathOf = (endpoint: AnyEndpoint, params: Readonly<Record<string, string>>) =>
  publicPathOf(endpoint)
    .replace(/:(\w+)/g, (given, name: string) => params[name] ?? given)
    .replace(/([a-z]+)s\/:id\b/, (_, noun: string) => `${noun}s/$${noun.toUpperCase()}_ID`)
    .replace(/:([a-z]+)Id\b/g, (_, noun: string) => `$${noun.toUpperCase()}_ID`)
