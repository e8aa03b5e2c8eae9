import { updateMyPicture } from '#contract/wire/user.ts'
import { encodePicture } from '../pictures/encodePicture.ts'
import { dropPicture, keepPicture } from '../pictures/keepPicture.ts'
import { serve } from '../serve.ts'
import { changeMyself, hasPicture } from './changeMyself.ts'
import { readUser } from './readUser.ts'

/** Ten megabytes as base64, with a data URL's head and JSON around them. */
const BODY_LIMIT = 14_100_000

export const updateMyPictureRoute = serve(
  updateMyPicture,
  async (call) => {
    const { files, body } = call
    const pictureFile = await keepPicture(files, await encodePicture(body.encoded_profile_picture))
    const before = await changeMyself(call, 'user.picture', { pictureFile }, hasPicture)
    await dropPicture(files, before.pictureFile)
    return readUser(call)
  },
  { bodyLimit: BODY_LIMIT },
)
