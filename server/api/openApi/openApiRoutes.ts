import type { FastifyInstance } from 'fastify'
import { ROUTES } from '../routes.ts'
import { docsPage } from './docsPage.ts'
import { openApiDocument } from './openApiDocument.ts'

/** What there is to call, for programs and for people; made when it is first asked for. */
export function openApiRoutes(app: FastifyInstance): void {
  let made: ReturnType<typeof openApiDocument> | null = null
  const described = () => {
    made ??= openApiDocument(ROUTES.map(({ endpoint }) => endpoint))
    return made
  }
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(described()),
  )
  app.get('/api/docs', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(docsPage(described())),
  )
}
