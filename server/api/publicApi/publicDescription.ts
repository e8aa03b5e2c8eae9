import { openStream } from '#contract/wire/publicStream.ts'
import type { Description } from '../openApi/openApiDocument.ts'
import { ENDPOINTS, EXAMPLES } from '../routes.ts'
import { curlOf } from './curlOf.ts'
import { publicSurface } from './publicSurface.ts'

const STREAM_EXAMPLE = { query: { every: '5' } }

/** Description of the calls that programs make. */
export const PUBLIC_DESCRIPTION: Description = {
  surface: publicSurface,
  endpoints: [...ENDPOINTS, openStream].filter(({ forKeys }) => forKeys),
  title: 'Taffrail public API',
  words: 'What programs call with a key.',
  bearer: 'A key of the public API, which an administrator of the organization makes under API keys.',
  example: (endpoint) => curlOf(endpoint, endpoint === openStream ? STREAM_EXAMPLE : EXAMPLES.get(endpoint)),
}
