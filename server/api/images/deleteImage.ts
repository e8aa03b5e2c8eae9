import { Problem } from '#contract/wire/errors.ts'
import { deleteImage } from '#contract/wire/image.ts'
import { deleteUnused } from '#server/records/images.ts'
import { serve } from '../serve.ts'
import { dropImages } from './imageFiles.ts'

export const deleteImageRoute = serve(deleteImage, async ({ db, caller, files, params: { id } }) => {
  const key = await db.transaction((tx) => deleteUnused(tx, caller, id))
  if (key === null) throw new Problem('not_found')
  await dropImages(files, [key])
  return { ok: true }
})
