import { listAlerts } from '#contract/alert.ts'
import { decodeListQuery } from '#contract/list.ts'
import * as alerts from '#server/records/alerts.ts'
import { listScope } from '#server/records/listScope.ts'
import { serve } from '../serve.ts'
import { toAlert } from './toAlert.ts'

export const listAlertsRoute = serve(listAlerts, async ({ db, caller, language, query: raw }) => {
  const { scope, query } = await listScope(db, caller.scope, decodeListQuery(raw, language))
  const { rows, total } = await alerts.listAlerts(db, scope, query)
  return { data: rows.map((row) => toAlert(row, language)), total }
})
