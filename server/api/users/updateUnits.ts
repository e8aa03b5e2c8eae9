import { updateUnits } from '#contract/wire/user.ts'
import { updateUser } from '#server/records/users.ts'
import { serve } from '../serve.ts'

export const updateUnitsRoute = serve(updateUnits, async ({ db, bus, caller: { userId }, body: units }) => {
  await updateUser(db, userId, { units })
  // What is told next is told in them.
  bus.publish({ type: 'rights.changed', userId })
  return units
})
