import type { MessageKey } from '../i18n/messageKey.ts'
import type { Frame } from './crop.ts'

const MAX_BYTES = 10 * 1024 * 1024

type Read = { picture: ImageBitmap; problem: null } | { picture: null; problem: MessageKey }

/** Opens a file as a picture with its orientation applied, or returns the problem. */
export async function readPicture(file: File, { leastPicture }: Frame, tooBig: MessageKey): Promise<Read> {
  if (file.size > MAX_BYTES) return { picture: null, problem: tooBig }
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    if (Math.min(picture.width, picture.height) >= leastPicture) return { picture, problem: null }
    return { picture: null, problem: 'settings.pictureTooSmall' }
  } catch {
    return { picture: null, problem: 'settings.pictureUnread' }
  }
}
