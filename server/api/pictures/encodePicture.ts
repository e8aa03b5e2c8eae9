import { Problem } from '#contract/wire/errors.ts'
import { drawPicture } from './drawPicture.ts'

interface Kind {
  width: number
  height: number
  /** The least that either side must measure. */
  leastPx: number
}

/** Bytes of the largest body with a picture: ten megabytes as base64, with a data URL's head and JSON around them. */
export const PICTURE_BODY_LIMIT = 14_100_000

/** As large as pictures are shown, twice over for fine screens. */
const PERSON_PX: Kind = { width: 512, height: 512, leastPx: 250 }
export const VESSEL_PX: Kind = { width: 1152, height: 512, leastPx: 1 }

/** A JPEG of the given size from base64 or a data URL. Throws `too_large` and `invalid`. */
export async function encodePicture(encoded: string, kind = PERSON_PX): Promise<Buffer> {
  const base64 = encoded.replace(/^data:image\/[\w.+-]{1,20};base64,/, '')
  if (!/^[\w+/-]*={0,2}$/.test(base64)) throw new Problem('invalid', 'The picture is not base64.')
  return drawPicture(Buffer.from(base64, 'base64'), async (picture, { width, height }) => {
    const { leastPx, ...size } = kind
    if (Math.min(width, height) < leastPx) {
      throw new Problem('invalid', `Picture must be at least ${leastPx} by ${leastPx} pixels`)
    }
    return picture
      .resize({ ...size, fit: 'cover' })
      .jpeg({ quality: 85 })
      .toBuffer()
  })
}
