import type { Units } from '#contract/domain/unitChoice.ts'
import {
  deleteMyPicture,
  type ProfileForm,
  type User,
  updateMe,
  updateMyPicture,
} from '#contract/wire/user.ts'
import { queryClient } from '../session/queryClient.ts'
import { call } from './call.ts'
import { chooseUnits, sendUnits, showUnits } from './units.ts'
import { meQuery } from './user.ts'

export const saveProfile = (body: ProfileForm) => call(updateMe, { body })
export const removePicture = () => call(deleteMyPicture, {})
/** Takes a data URL. */
export const savePicture = (encoded: string) =>
  call(updateMyPicture, { body: { encoded_profile_picture: encoded } })

/**
 * Applies chosen units at once, before the server stores them; `saveUnits` follows and restores the old ones on
 * failure.
 */
export const holdUnits = (chosen: Partial<Units>) => keep(chooseUnits(chosen))

export async function saveUnits(chosen: Partial<Units>) {
  try {
    await sendUnits(chosen)
  } finally {
    keep(showUnits())
  }
  // Refetches data that the server words in these units, including requests sent before the units were stored.
  for (const queryKey of [meQuery.queryKey, ['alerts'], ['helm']])
    void queryClient.invalidateQueries({ queryKey })
}

function keep(units: Units) {
  queryClient.setQueryData(meQuery.queryKey, (user: User | undefined) => user && { ...user, units })
}
