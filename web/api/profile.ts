import { deleteMyPicture, type ProfileForm, updateMe, updateMyPicture } from '#contract/user.ts'
import { call } from './call.ts'

export const saveProfile = (body: ProfileForm) => call(updateMe, { body })
export const removePicture = () => call(deleteMyPicture, {})
/** Takes a data URL. */
export const savePicture = (encoded: string) =>
  call(updateMyPicture, { body: { encoded_profile_picture: encoded } })
