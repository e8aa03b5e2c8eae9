import { Problem } from '#contract/errors.ts'
import { drawPicture } from './drawPicture.ts'

const MIN_PX = 250

/** As large as pictures are shown, twice over for fine screens. */
const PERSON_PX = { width: 512, height: 512 }
export const VESSEL_PX = { width: 1152, height: 512 }

/** A JPEG of that size of what was sent as base64 or a data URL. Throws `too_large` and `invalid`. */
export async function encodePicture(encoded: string, size = PERSON_PX): Promise<Buffer> {
  const base64 = encoded.replace(/^data:image\/[\w.+-]{1,20};base64,/, '')
  if (!/^[\w+/-]*={0,2}$/.test(base64)) throw new Problem('invalid', 'The picture is not base64.')
  return drawPicture(Buffer.from(base64, 'base64'), async (picture, { width, height }) => {
    if (Math.min(width, height) < MIN_PX) {
      throw new Problem('invalid', 'Picture must be at least 250 by 250 pixels')
    }
    return picture
      .resize({ ...size, fit: 'cover' })
      .jpeg({ quality: 85 })
      .toBuffer()
  })
}
