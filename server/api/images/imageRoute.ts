import type { FastifyInstance } from 'fastify'
import type { FurtherOf } from '#contract/wire/endpoint.ts'
import { Problem } from '#contract/wire/errors.ts'
import { getImageFile } from '#contract/wire/image.ts'
import { reachOf } from '#server/access/reachOf.ts'
import { findImageKey } from '#server/records/images.ts'
import { authenticate } from '../authenticate.ts'
import type { Services } from '../serve.ts'
import { imageFile } from './imageFiles.ts'

/** Images of comments, for those who may see the comment; an unused one for who uploaded it. */
export function imageRoute(app: FastifyInstance, services: Services): void {
  const { db, files } = services
  app.get(getImageFile.path, async (request, reply) => {
    const { caller } = await authenticate(request, services)
    const asked = getImageFile.params.safeParse(request.params)
    if (!asked.success) throw new Problem('not_found')
    const { id, size } = asked.data
    const scope = reachOf('department:trip-comment-view' satisfies FurtherOf<typeof getImageFile>, caller)
    const key = await findImageKey(db, caller, scope, id)
    const image = key === null ? null : await files.get(imageFile(key, size))
    if (!image) throw new Problem('not_found')
    // It never changes, but the next one to sit down at this browser may not see it.
    reply.header('cache-control', 'private, max-age=86400')
    reply.header('vary', 'cookie, authorization')
    reply.header('content-security-policy', "default-src 'none'; sandbox")
    reply.header('content-disposition', 'inline; filename="image.jpg"')
    return reply.type('image/jpeg').send(image)
  })
}
