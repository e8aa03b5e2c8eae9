import { listAlerts } from '#contract/wire/alert.ts'
import * as alerts from '#server/records/alerts.ts'
import { listScope } from '#server/records/listScope.ts'
import { serve } from '../serve.ts'
import { toAlert } from './toAlert.ts'

export const listAlertsRoute = serve(listAlerts, async ({ db, caller, language, query: asked }) => {
  const { scope, query } = await listScope(db, caller.scope, asked)
  const { rows, ...page } = await alerts.listAlerts(db, scope, query)
  return { data: rows.map((row) => toAlert(row, language, caller.units)), ...page }
})
