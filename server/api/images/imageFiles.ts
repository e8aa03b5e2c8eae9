import { randomBytes } from 'node:crypto'
import { IMAGE_SIZES, type ImageSize } from '#contract/wire/image.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import { type Drawing, drawInWorker } from '../pictures/encodePicture.ts'

export const imageFile = (key: string, size: ImageSize) => `images/${key}-${size}.jpg`

/** Draws an uploaded picture again in both sizes and answers the key of the files. Throws `too_large` and `invalid`. */
export async function keepImage(drawing: Drawing, files: FileStore, bytes: Buffer): Promise<string> {
  const [original, thumbnail] = await drawInWorker(drawing, { bytes, kind: 'image' })
  const key = randomBytes(24).toString('base64url')
  await files.put(imageFile(key, 'original'), original as Buffer)
  await files.put(imageFile(key, 'thumbnail'), thumbnail as Buffer)
  return key
}

/** Runs after the commit; the sweep deletes files that are left. */
export async function dropImages(files: FileStore, keys: readonly string[]): Promise<void> {
  for (const key of keys) for (const size of IMAGE_SIZES) await files.delete(imageFile(key, size))
}
