import { updateMe } from '#contract/user.ts'
import { updateUser } from '#server/records/users.ts'
import { serve } from '../serve.ts'
import { readUser } from './readUser.ts'

export const updateMeRoute = serve(updateMe, async (call) => {
  const { name, phone_number } = call.body
  await updateUser(call.db, call.caller.userId, {
    name,
    ...(phone_number === undefined ? {} : { phoneNumber: phone_number }),
  })
  return readUser(call)
})
