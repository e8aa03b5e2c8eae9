import { randomBytes } from 'node:crypto'
import { IMAGE_SIZES, type ImageSize } from '#contract/wire/image.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import { loadSharp } from '#server/platform/loadSharp.ts'
import { drawPicture } from '../pictures/drawPicture.ts'

/** A screen with room to look closer. */
const MAX_SIDE_PX = 2560
/** Thumbnails are 200 by 200, and many screens have two pixels for one. */
const THUMBNAIL_PX = 400
const JPEG = { quality: 85 }

export const imageFile = (key: string, size: ImageSize) => `images/${key}-${size}.jpg`

/** Draws an uploaded picture again in both sizes and answers the key of the files. Throws `too_large` and `invalid`. */
export async function keepImage(files: FileStore, bytes: Buffer): Promise<string> {
  const { original, thumbnail } = await drawPicture(bytes, async (picture) => {
    const within = { fit: 'inside', withoutEnlargement: true } as const
    const original = await picture.resize(MAX_SIDE_PX, MAX_SIDE_PX, within).jpeg(JPEG).toBuffer()
    const sharp = await loadSharp()
    const thumbnail = await sharp(original).resize(THUMBNAIL_PX, THUMBNAIL_PX).jpeg(JPEG).toBuffer()
    return { original, thumbnail }
  })
  const key = randomBytes(24).toString('base64url')
  await files.put(imageFile(key, 'original'), original)
  await files.put(imageFile(key, 'thumbnail'), thumbnail)
  return key
}

/** Runs after the commit; the sweep deletes files that are left. */
export async function dropImages(files: FileStore, keys: readonly string[]): Promise<void> {
  for (const key of keys) for (const size of IMAGE_SIZES) await files.delete(imageFile(key, size))
}
