import type { Description } from '../openApi/openApiDocument.ts'
import { ROUTES } from '../routes.ts'
import { curlOf } from './curlOf.ts'
import { publicDoor } from './publicDoor.ts'

/** What programs call. */
export const PUBLIC_DESCRIPTION: Description = {
  door: publicDoor,
  endpoints: ROUTES.map(({ endpoint }) => endpoint).filter(({ forKeys }) => forKeys),
  title: 'Binnacle public API',
  words: 'What programs call with a key.',
  bearer: 'A key of the public API, which an administrator of the organization makes under API Keys.',
  example: curlOf,
}
