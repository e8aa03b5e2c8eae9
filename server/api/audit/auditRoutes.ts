import { type AuditEntry, listAudit } from '#contract/wire/audit.ts'
import { type ActRow, listActs } from '#server/records/auditLog.ts'
import { type Routes, serve } from '../serve.ts'

export const auditRoutes: Routes = [
  serve(listAudit, async ({ db, caller, query }) => {
    const { rows, total } = await listActs(db, caller.organizationId, query)
    const data = rows.map((row) => ({
      id: String(row.id),
      at: row.at.toISOString(),
      actor: actorOf(row),
      act: row.act,
      subject_id: row.subjectId,
      subject_name: row.subjectName,
      ip: row.ip,
      before: row.before as AuditEntry['before'],
      after: row.after as AuditEntry['after'],
    }))
    return { data, total }
  }),
]

function actorOf({ actorType, userId, apiKeyId, userName: name }: ActRow): AuditEntry['actor'] {
  if (actorType === 'user' && userId) return { type: 'user', id: userId, name }
  return actorType === 'api-key' && apiKeyId ? { type: 'api-key', id: apiKeyId, name } : { type: 'system' }
}
