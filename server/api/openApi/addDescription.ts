import type { FastifyInstance } from 'fastify'
import { docsPage } from './docsPage.ts'
import { type Description, type OpenApiDocument, openApiDocument } from './openApiDocument.ts'

/**
 * Adds the description of the calls, for programs and for people; the server builds it at the first request. `base` is
 * the path that the installation lies below.
 */
export function addDescription(
  app: FastifyInstance,
  folder: string,
  { description, base, guide = '' }: { description: Description; base: string; guide?: string },
): void {
  let made: OpenApiDocument | null = null
  const described = () => {
    made ??= { ...openApiDocument(description), servers: [{ url: base || '/' }] }
    return made
  }
  const documentUrl = `${folder}/openapi.json`
  app.get(documentUrl, async (_request, reply) => reply.header('cache-control', 'no-cache').send(described()))
  app.get(`${folder}/docs`, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(docsPage(described(), { documentUrl: base + documentUrl, guide })),
  )
}
