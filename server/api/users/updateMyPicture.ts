import { updateMyPicture } from '#contract/user.ts'
import { findUser, updateUser } from '#server/records/users.ts'
import { encodePicture } from '../pictures/encodePicture.ts'
import { dropPicture, keepPicture } from '../pictures/keepPicture.ts'
import { serve } from '../serve.ts'
import { readUser } from './readUser.ts'

/** Ten megabytes as base64, with a data URL's head and JSON around them. */
const BODY_LIMIT = 14_100_000

export const updateMyPictureRoute = serve(
  updateMyPicture,
  async (call) => {
    const { db, caller, files, body } = call
    const pictureFile = await keepPicture(files, await encodePicture(body.encoded_profile_picture))
    const before = await findUser(db, caller.userId)
    await updateUser(db, caller.userId, { pictureFile })
    await dropPicture(files, before?.user.pictureFile ?? null)
    return readUser(call)
  },
  { bodyLimit: BODY_LIMIT },
)
