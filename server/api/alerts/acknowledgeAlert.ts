import { acknowledgeAlert } from '#contract/wire/alert.ts'
import { Problem } from '#contract/wire/errors.ts'
import { wordsOfAlert } from '#contract/words/alertText.ts'
import { authorOf } from '#server/records/actor.ts'
import { noteOnAlert } from '#server/records/alertCase.ts'
import * as alerts from '#server/records/alerts.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { alertSpeech } from '#server/words/wordsIn.ts'
import { serve } from '../serve.ts'
import { toAlert } from './toAlert.ts'

export const acknowledgeAlertRoute = serve(
  acknowledgeAlert,
  async ({ db, bus, clock, caller, ip, language, params: { id } }) => {
    const { organizationId, actor, scope, userId } = caller
    const row = await db.transaction(async (tx) => {
      const before = await alerts.findAlert(tx, scope, id)
      if (!before) throw new Problem('not_found')
      const at = new Date(clock.nowMs())
      if (!(await alerts.acknowledgeAlert(tx, id, userId, at))) return before
      await noteOnAlert(tx, { alertId: id, kind: 'acknowledge', ...authorOf(actor), at })
      const subject = { id, name: wordsOfAlert(before.alert, alertSpeech('en')) }
      const after = { vessel: before.vessel.name }
      await noteAct(tx, { organizationId, actor, ip, act: 'alert.acknowledge', subject, after })
      return (await alerts.findAlert(tx, scope, id)) ?? before
    })
    const place = { organizationId, departmentId: row.department.id, vesselId: row.vessel.id }
    bus.publish({ type: 'alert.changed', ...place, alertId: id })
    return toAlert(row, language, caller.units)
  },
)
