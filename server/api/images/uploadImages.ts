import { Problem } from '#contract/wire/errors.ts'
import { uploadImages } from '#contract/wire/image.ts'
import { countUnused, insertImages } from '#server/records/images.ts'
import { serve } from '../serve.ts'
import { dropImages, keepImage } from './imageFiles.ts'
import { toImageReference } from './toImageReference.ts'

/** Images that one person may have uploaded and not used. */
const MOST_UNUSED = 100

export const uploadImagesRoute = serve(
  uploadImages,
  async ({ db, caller, clock, files, sentFiles }) => {
    const { organizationId, userId } = caller
    const kept: { fileKey: string; fileName: string }[] = []
    try {
      let room = MOST_UNUSED - (await countUnused(db, caller))
      for await (const { fileName, bytes } of sentFiles()) {
        if (room-- <= 0) throw new Problem('too_many')
        kept.push({ fileKey: await keepImage(files, bytes), fileName })
      }
      if (kept.length === 0) throw new Problem('invalid', 'files: there is none.')
    } catch (error) {
      await dropImages(
        files,
        kept.map(({ fileKey }) => fileKey),
      )
      throw error
    }
    // A moment apart, since the order of images is that of their times.
    const nowMs = clock.nowMs()
    const rows = kept.map((file, at) => ({
      organizationId,
      userId,
      ...file,
      createdAt: new Date(nowMs + at),
    }))
    // Where this fails the files are swept: whether a commit failed is not always known.
    return (await insertImages(db, rows)).map(toImageReference)
  },
  { takesFiles: true },
)
