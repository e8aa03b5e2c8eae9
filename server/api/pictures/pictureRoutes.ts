import type { FastifyInstance } from 'fastify'
import { Problem } from '#contract/wire/errors.ts'
import { getPicture } from '#contract/wire/image.ts'
import { type Routes, type Services, serveFile } from '../serve.ts'

export const pictureRoutes: Routes = [serveFile(getPicture, addPicture)]

/**
 * Pictures by keys of 192 random bits, because an <img> sends no token. Only callers who may see the subject
 * receive its key. Every uploaded picture is served as the JPEG that was made from it.
 */
function addPicture(app: FastifyInstance, { files }: Services): void {
  app.get(getPicture.path, async (request, reply) => {
    const asked = getPicture.params.safeParse(request.params)
    const picture = asked.success ? await files.get(`pictures/${asked.data.key}`) : null
    if (!picture) throw new Problem('not_found')
    reply.header('cache-control', 'private, max-age=31536000, immutable')
    reply.header('content-security-policy', "default-src 'none'; sandbox")
    reply.header('content-disposition', 'inline; filename="picture.jpg"')
    return reply.type('image/jpeg').send(picture)
  })
}
