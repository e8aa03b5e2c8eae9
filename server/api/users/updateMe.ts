import { updateMe } from '#contract/wire/user.ts'
import { serve } from '../serve.ts'
import { changeMyself } from './changeMyself.ts'
import { readUser } from './readUser.ts'

export const updateMeRoute = serve(updateMe, async (call) => {
  const { name, phone_number } = call.body
  const change = { name, ...(phone_number === undefined ? {} : { phoneNumber: phone_number }) }
  await changeMyself(call, 'user.update', change, (row) => ({
    name: row.name,
    phone_number: row.phoneNumber,
  }))
  return readUser(call)
})
