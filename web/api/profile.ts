import type { Units } from '#contract/unitChoice.ts'
import {
  deleteMyPicture,
  type ProfileForm,
  type User,
  updateMe,
  updateMyPicture,
  updateUnits,
} from '#contract/user.ts'
import { setChosenUnits } from '../i18n/chosenUnits.ts'
import { queryClient } from '../session/queryClient.ts'
import { call } from './call.ts'
import { meQuery } from './user.ts'

export const saveProfile = (body: ProfileForm) => call(updateMe, { body })
export const removePicture = () => call(deleteMyPicture, {})
/** Takes a data URL. */
export const savePicture = (encoded: string) =>
  call(updateMyPicture, { body: { encoded_profile_picture: encoded } })

/** They hold at once and are taken back where they could not be saved. What the server words is read again in them. */
export async function saveUnits(units: Units) {
  const before = queryClient.getQueryData(meQuery.queryKey)?.units
  hold(units)
  try {
    await call(updateUnits, { body: units })
  } catch (error) {
    if (before) hold(before)
    throw error
  }
  for (const noun of ['alerts', 'helm']) void queryClient.invalidateQueries({ queryKey: [noun] })
}

function hold(units: Units) {
  setChosenUnits(units)
  queryClient.setQueryData(meQuery.queryKey, (user: User | undefined) => user && { ...user, units })
}
