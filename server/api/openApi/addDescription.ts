import type { FastifyInstance } from 'fastify'
import { docsPage } from './docsPage.ts'
import { type Description, type OpenApiDocument, openApiDocument } from './openApiDocument.ts'

/** What there is to call, for programs and for people; made when it is first asked for. */
export function addDescription(
  app: FastifyInstance,
  folder: string,
  description: Description,
  guide = '',
): void {
  let made: OpenApiDocument | null = null
  const described = () => {
    made ??= openApiDocument(description)
    return made
  }
  const documentUrl = `${folder}/openapi.json`
  app.get(documentUrl, async (_request, reply) => reply.header('cache-control', 'no-cache').send(described()))
  app.get(`${folder}/docs`, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(docsPage(described(), { documentUrl, guide })),
  )
}
