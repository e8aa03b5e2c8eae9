import { getCaptain } from '#contract/wire/captain.ts'
import { Problem } from '#contract/wire/errors.ts'
import { findCaptain } from '#server/records/captains.ts'
import { serve } from '../serve.ts'
import { readCaptain } from './toCaptain.ts'

export const getCaptainRoute = serve(getCaptain, async ({ db, caller, params }) => {
  const row = await findCaptain(db, caller.scope, params.id)
  if (!row) throw new Problem('not_found')
  return readCaptain(db, row)
})
