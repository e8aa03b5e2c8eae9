import { listRejected } from '#contract/wire/vessel.ts'
import { listScope } from '#server/records/listScope.ts'
import { listRejections } from '#server/records/rejections.ts'
import { serve } from '../serve.ts'

export const listRejectedRoute = serve(listRejected, async ({ db, caller, query: asked }) => {
  const { scope, query } = await listScope(db, caller.scope, asked)
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
