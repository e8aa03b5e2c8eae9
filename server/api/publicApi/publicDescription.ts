import { openStream } from '#contract/wire/publicStream.ts'
import { FILE_ENDPOINTS } from '../fileEndpoints.ts'
import type { Description } from '../openApi/openApiDocument.ts'
import { ROUTES } from '../routes.ts'
import { curlOf } from './curlOf.ts'
import { publicSurface } from './publicSurface.ts'

/** What programs call. */
export const PUBLIC_DESCRIPTION: Description = {
  surface: publicSurface,
  endpoints: [...ROUTES.map(({ endpoint }) => endpoint), ...FILE_ENDPOINTS, openStream].filter(
    ({ forKeys }) => forKeys,
  ),
  title: 'Taffrail public API',
  words: 'What programs call with a key.',
  bearer: 'A key of the public API, which an administrator of the organization makes under API keys.',
  example: curlOf,
}
