import { getAlert } from '#contract/wire/alert.ts'
import { Problem } from '#contract/wire/errors.ts'
import { findAlert } from '#server/records/alerts.ts'
import { serve } from '../serve.ts'
import { toAlert } from './toAlert.ts'

export const getAlertRoute = serve(getAlert, async ({ db, caller, language, params }) => {
  const row = await findAlert(db, caller.scope, params.id)
  if (!row) throw new Problem('not_found')
  return toAlert(row, language, caller.units)
})
