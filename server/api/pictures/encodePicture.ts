import sharp from 'sharp'
import { Problem } from '#contract/errors.ts'

const MAX_BYTES = 10_485_760
const MIN_PX = 250
/** More than cameras of phones take by default, and what decoding still has memory for. */
const MAX_PX = 26_000_000
const SIDE_PX = 512

// Nobody uploads the same picture twice, and the cores belong to the boats.
sharp.cache(false)
sharp.concurrency(1)

/**
 * A square JPEG of what was sent as base64 or a data URL: decoded and drawn anew, so that nothing that was hidden in
 * the file or noted by the camera remains. Throws `too_large` and `invalid`.
 */
export async function encodePicture(encoded: string): Promise<Buffer> {
  const base64 = encoded.replace(/^data:image\/[\w.+-]{1,20};base64,/, '')
  if (!/^[\w+/-]*={0,2}$/.test(base64)) throw new Problem('invalid', 'The picture is not base64.')
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > MAX_BYTES) throw new Problem('too_large', 'Picture can not be more than 10 MB')
  if (!isPicture(bytes)) throw new Problem('invalid', 'The picture is not a JPEG, PNG or WebP file.')
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PX, sequentialRead: true })
    const { width, height } = await picture.metadata()
    if (Math.min(width, height) < MIN_PX) {
      throw new Problem('invalid', 'Picture must be at least 250 by 250 pixels')
    }
    return await picture
      .autoOrient()
      .resize(SIDE_PX, SIDE_PX, { fit: 'cover' })
      .flatten({ background: 'white' })
      .jpeg({ quality: 85 })
      .toBuffer()
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('invalid', 'The picture cannot be read.')
  }
}

/** By its first bytes: what the file says of itself by name or type counts for nothing. */
const isPicture = (bytes: Buffer) =>
  bytes.subarray(0, 3).toString('hex') === 'ffd8ff' ||
  bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a' ||
  (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
