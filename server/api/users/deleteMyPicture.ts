import { deleteMyPicture } from '#contract/wire/user.ts'
import { dropPicture } from '../pictures/keepPicture.ts'
import { serve } from '../serve.ts'
import { changeMyself, hasPicture } from './changeMyself.ts'
import { readUser } from './readUser.ts'

export const deleteMyPictureRoute = serve(deleteMyPicture, async (call) => {
  const before = await changeMyself(call, 'user.picture', { pictureFile: null }, hasPicture)
  await dropPicture(call.files, before.pictureFile)
  return readUser(call)
})
