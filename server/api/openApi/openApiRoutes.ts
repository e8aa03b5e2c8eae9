import type { FastifyInstance } from 'fastify'
import { ENDPOINTS } from '../routes.ts'
import { consoleSurface } from '../surface.ts'
import { addDescription } from './addDescription.ts'

/** Description of the calls that browsers make. */
export const openApiRoutes = (app: FastifyInstance, base: string) =>
  addDescription(app, '/api', {
    base,
    description: {
      surface: consoleSurface,
      endpoints: ENDPOINTS,
      title: 'Taffrail, the interface of the console',
      words: 'What the console calls. Programs have an interface of their own, the public API.',
      bearer: 'The token of a person who is signed in.',
    },
  })
