import type { FastifyInstance } from 'fastify'
import type { FurtherOf } from '#contract/wire/endpoint.ts'
import { Problem } from '#contract/wire/errors.ts'
import { deleteImage, getImageFile, uploadImages } from '#contract/wire/image.ts'
import { reachOf } from '#server/access/reachOf.ts'
import { countUnused, deleteUnused, findImageKey, insertImages } from '#server/records/images.ts'
import { authenticate } from '../authenticate.ts'
import { type Routes, type Services, serve, serveFile } from '../serve.ts'
import { dropImages, imageFile, keepImage } from './imageFiles.ts'
import { toImageReference } from './toImageReference.ts'

export const imageRoutes: Routes = [
  serve(
    uploadImages,
    async ({ db, caller, clock, files, workers, sentFiles }) => {
      const { organizationId, userId } = caller
      const kept: { fileKey: string; fileName: string }[] = []
      try {
        let room = MOST_UNUSED - (await countUnused(db, caller))
        for await (const { fileName, bytes } of sentFiles()) {
          if (room-- <= 0) throw new Problem('too_many')
          kept.push({ fileKey: await keepImage({ workers, caller }, files, bytes), fileName })
        }
        if (kept.length === 0) throw new Problem('invalid', 'files: the form has no file.')
      } catch (error) {
        await dropImages(
          files,
          kept.map(({ fileKey }) => fileKey),
        )
        throw error
      }
      // A millisecond apart, because images are ordered by time.
      const nowMs = clock.nowMs()
      const rows = kept.map((file, at) => ({
        organizationId,
        userId,
        ...file,
        createdAt: new Date(nowMs + at),
      }))
      // If the insert fails, the sweep deletes the files: it is not always known whether a commit failed.
      return (await insertImages(db, rows)).map(toImageReference)
    },
    { takesFiles: true },
  ),
  serve(deleteImage, async ({ db, caller, files, params: { id } }) => {
    const key = await db.transaction((tx) => deleteUnused(tx, caller, id))
    if (key === null) throw new Problem('not_found')
    await dropImages(files, [key])
    return { ok: true }
  }),
  serveFile(getImageFile, addImageFile),
]

/** Most uploaded images of one person that no comment uses. */
const MOST_UNUSED = 100

/** Images of comments, for those who may see the comment; an unused image for its uploader. */
function addImageFile(app: FastifyInstance, services: Services): void {
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
    // The image never changes. It is cached for a day at most, because the browser’s next user may not have the right.
    reply.header('cache-control', 'private, max-age=86400')
    reply.header('vary', 'cookie, authorization')
    reply.header('content-security-policy', "default-src 'none'; sandbox")
    reply.header('content-disposition', 'inline; filename="image.jpg"')
    return reply.type('image/jpeg').send(image)
  })
}
