import { type AuditEntry, listAudit } from '#contract/audit.ts'
import { listActs } from '#server/records/auditLog.ts'
import { serve } from '../serve.ts'

export const listAuditRoute = serve(listAudit, async ({ db, caller, query }) => {
  const { rows, total } = await listActs(db, caller.companyId, query)
  const data = rows.map((row) => ({
    id: String(row.id),
    at: row.at.toISOString(),
    user_id: row.userId,
    user_name: row.userName,
    act: row.act,
    subject_id: row.subjectId,
    subject_name: row.subjectName,
    ip: row.ip,
    before: row.before as AuditEntry['before'],
    after: row.after as AuditEntry['after'],
  }))
  return { data, total }
})
