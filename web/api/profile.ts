import {
  deleteMyPicture,
  type ProfileForm,
  type SubscribedNotifications,
  updateMe,
  updateMyPicture,
  updateNotifications,
} from '#contract/user.ts'
import { call } from './call.ts'

export const saveProfile = (body: ProfileForm) => call(updateMe, { body })
export const saveNotifications = (body: SubscribedNotifications) => call(updateNotifications, { body })
export const removePicture = () => call(deleteMyPicture, {})
/** Takes a data URL. */
export const savePicture = (encoded: string) =>
  call(updateMyPicture, { body: { encoded_profile_picture: encoded } })
