import type { Sharp } from 'sharp'
import { Problem } from '#contract/wire/errors.ts'
import { MAX_IMAGE_BYTES } from '#contract/wire/image.ts'
import { loadSharp } from '#server/platform/loadSharp.ts'

/** Above the default size of phone cameras, and within the memory for decoding: up to 160 MB. */
const MAX_PX = 26_000_000

/**
 * Draws an uploaded picture with `draw`, turned as the camera was held. Drawing removes everything hidden in
 * the file or added by the camera. Throws `too_large` and `invalid`.
 */
export async function drawPicture<Drawn>(
  bytes: Buffer,
  draw: (picture: Sharp, size: { width: number; height: number }) => Promise<Drawn>,
): Promise<Drawn> {
  if (bytes.length > MAX_IMAGE_BYTES) throw new Problem('too_large', 'Picture can not be more than 10 MB')
  if (!isPicture(bytes)) throw new Problem('invalid', 'The picture is not a JPEG, PNG or WebP file.')
  try {
    const sharp = await loadSharp()
    // Only the head is read here, to distinguish a picture that is too large from a file that is no picture.
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > MAX_PX)
      throw new Problem('too_large', 'Picture can not have more than 26 million pixels')
    const picture = sharp(bytes, { limitInputPixels: MAX_PX, sequentialRead: true })
    return await draw(picture.autoOrient().flatten({ background: 'white' }), { width, height })
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('invalid', 'The picture cannot be read.')
  }
}

/** True when the first bytes belong to a picture; the file's name and type do not count. */
const isPicture = (bytes: Buffer) =>
  bytes.subarray(0, 3).toString('hex') === 'ffd8ff' ||
  bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a' ||
  (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
