import { acknowledgeAlert } from '#contract/alert.ts'
import { Problem } from '#contract/errors.ts'
import * as alerts from '#server/records/alerts.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { serve } from '../serve.ts'
import { toAlert, wordsOf } from './toAlert.ts'

export const acknowledgeAlertRoute = serve(
  acknowledgeAlert,
  async ({ db, bus, clock, caller, ip, language, params: { id } }) => {
    const { organizationId, actor, scope, userId } = caller
    const row = await db.transaction(async (tx) => {
      const before = await alerts.findAlert(tx, scope, id)
      if (!before) throw new Problem('not_found')
      if (!(await alerts.acknowledgeAlert(tx, id, userId, new Date(clock.nowMs())))) return before
      const subject = { id, name: wordsOf(before.alert, 'en') }
      const after = { vessel: before.vessel.name }
      await noteAct(tx, { organizationId, actor, ip, act: 'alert.acknowledge', subject, after })
      return (await alerts.findAlert(tx, scope, id)) ?? before
    })
    const place = { organizationId, departmentId: row.department.id, vesselId: row.vessel.id }
    bus.publish({ type: 'helm.changed', ...place })
    return toAlert(row, language)
  },
)
