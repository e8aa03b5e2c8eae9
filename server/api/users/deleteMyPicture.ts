import { deleteMyPicture } from '#contract/user.ts'
import { findUser, updateUser } from '#server/records/users.ts'
import { dropPicture } from '../pictures/keepPicture.ts'
import { serve } from '../serve.ts'
import { readUser } from './readUser.ts'

export const deleteMyPictureRoute = serve(deleteMyPicture, async (call) => {
  const { db, caller, files } = call
  const before = await findUser(db, caller.userId)
  await updateUser(db, caller.userId, { pictureFile: null })
  await dropPicture(files, before?.user.pictureFile ?? null)
  return readUser(call)
})
