import { decodeListQuery } from '#contract/list.ts'
import { listRejected } from '#contract/vessel.ts'
import { listScope } from '#server/records/listScope.ts'
import { refuseFilters } from '#server/records/listSql.ts'
import { listRejections } from '#server/records/rejections.ts'
import { serve } from '../serve.ts'

export const listRejectedRoute = serve(listRejected, async ({ db, caller, language, query: raw }) => {
  const { scope, query } = await listScope(db, caller.scope, decodeListQuery(raw, language))
  refuseFilters(query)
  const { data, total } = await listRejections(db, scope, query)
  return {
    data: data.map((row) => ({
      id: String(row.id),
      device_id: row.deviceId,
      vessel_id: row.vesselId,
      received_at: row.receivedAt.toISOString(),
      reason: row.reason,
      detail: row.detail,
      count: row.count,
    })),
    total,
  }
})
