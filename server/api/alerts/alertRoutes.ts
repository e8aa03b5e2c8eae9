/** Alerts, with their assignees, notes, silences and messages. */

import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '#contract/domain/time.ts'
import type { Language } from '#contract/text/language.ts'
import { acknowledgeAlert, getAlert, listAlerts } from '#contract/wire/alert.ts'
import {
  assignAlert,
  commentAlert,
  getAlertCase,
  silenceAlert,
  type WireAlertCase,
} from '#contract/wire/alertCase.ts'
import type { ActName } from '#contract/wire/audit.ts'
import { Problem } from '#contract/wire/errors.ts'
import { wordsOfAlert } from '#contract/words/alertText.ts'
import type { Caller } from '#server/access/caller.ts'
import type { Bus } from '#server/platform/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import { authorOf, keyOf } from '#server/records/actor.ts'
import * as cases from '#server/records/alertCase.ts'
import { noteOnAlert } from '#server/records/alertCase.ts'
import * as alerts from '#server/records/alerts.ts'
import { type AlertRecord, findAlert } from '#server/records/alerts.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { listScope } from '#server/records/listScope.ts'
import { peopleOf } from '#server/records/recipients.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { alertSpeech } from '#server/words/wordsIn.ts'
import { type Routes, serve } from '../serve.ts'
import { toAlert } from './toAlert.ts'

export const alertRoutes: Routes = [
  serve(
    listAlerts,
    async ({ db, caller, language, query: asked }) => {
      const { scope, query } = await listScope(db, caller.scope, asked)
      const { rows, ...page } = await alerts.listAlerts(db, scope, query)
      return { data: rows.map((row) => toAlert(row, language, caller.units)), ...page }
    },
    { example: { query: { 'filter[severity][eq]': 'critical', 'order[trigger_time]': 'desc', limit: '5' } } },
  ),
  serve(getAlert, async ({ db, caller, language, params }) => {
    const row = await findAlert(db, caller.scope, params.id)
    if (!row) throw new Problem('not_found')
    return toAlert(row, language, caller.units)
  }),
  serve(acknowledgeAlert, async ({ db, bus, clock, caller, ip, language, params: { id } }) => {
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
  }),
  serve(getAlertCase, async (call) => {
    const row = await findAlert(call.db, call.caller.scope, call.params.id)
    if (!row) throw new Problem('not_found')
    return readCase(call, row)
  }),
  serve(
    assignAlert,
    async (call) => {
      const { user_id: assigneeId } = call.body
      return change(call, 'alert.assign', async (tx, row, at) => {
        const assignee =
          assigneeId && (await assigneesOf(tx, call.caller, row)).find(({ id }) => id === assigneeId)
        if (assigneeId && !assignee)
          throw new Problem('invalid', 'assignee_id: this person cannot be assigned.')
        await cases.assignAlert(tx, row.alert.id, {
          ...{ assignedTo: assigneeId, assignedBy: call.caller.userId, assignedAt: at },
        })
        return { note: { kind: 'assign', assigneeId }, after: { assigned: assignee ? assignee.name : null } }
      })
    },
    { example: { body: { user_id: null } } },
  ),
  serve(
    silenceAlert,
    async (call) => {
      const { minutes } = call.body
      return change(call, 'alert.silence', async (tx, row, at) => {
        const until = minutes > 0 ? new Date(at.getTime() + minutes * MINUTE_MS) : null
        await cases.silenceAlert(tx, row.alert.id, until)
        return { note: { kind: 'silence', until }, after: { silenced_until: until?.toISOString() ?? null } }
      })
    },
    { example: { body: { minutes: 30 } } },
  ),
  serve(
    commentAlert,
    async (call) =>
      change(call, 'alert.comment', async () => {
        const { text } = call.body
        return { note: { kind: 'comment', text }, after: { text } }
      }),
    { example: { body: { text: 'The harbour office knows.' } } },
  ),
]

interface Reading {
  db: Db
  caller: Caller
  language: Language
}

interface Changing extends Reading {
  bus: Bus
  clock: Clock
  ip: string
  params: { id: string }
}

interface Done {
  note: Omit<Parameters<typeof cases.noteOnAlert>[1], 'alertId' | keyof ReturnType<typeof authorOf> | 'at'>
  after: Record<string, unknown>
}

/** Runs the change, its note and the log line in one transaction. */
async function change(
  call: Changing,
  act: ActName,
  work: (tx: Tx, row: AlertRecord, at: Date) => Promise<Done>,
): Promise<WireAlertCase> {
  const { db, bus, clock, caller, ip, params } = call
  const { organizationId, actor } = caller
  const row = await db.transaction(async (tx) => {
    const before = await findAlert(tx, caller.scope, params.id)
    if (!before) throw new Problem('not_found')
    const at = new Date(clock.nowMs())
    const { note, after } = await work(tx, before, at)
    await cases.noteOnAlert(tx, { id: randomUUID(), ...note, ...authorOf(actor), alertId: params.id, at })
    const subject = { id: params.id, name: wordsOfAlert(before.alert, alertSpeech('en')) }
    await noteAct(tx, {
      organizationId,
      actor,
      ip,
      act,
      subject,
      after: { vessel: before.vessel.name, ...after },
    })
    return (await findAlert(tx, caller.scope, params.id)) ?? before
  })
  const place = { organizationId, departmentId: row.department.id, vesselId: row.vessel.id }
  bus.publish({ type: 'alert.changed', ...place, alertId: params.id })
  return readCase(call, row)
}

/** People who see the vessel and may act on its alerts. */
async function assigneesOf(tx: Tx, caller: Caller, { department }: AlertRecord) {
  const { recipients } = await peopleOf(tx, caller.organizationId)
  return recipients
    .filter((person) => person.may('vessel:alert-acknowledge', department.id))
    .filter(({ user }) => user.superRoleId === null || user.id === caller.userId)
    .map(({ user }) => ({ id: user.id, name: user.name }))
}

async function readCase({ db, caller, language }: Reading, row: AlertRecord): Promise<WireAlertCase> {
  return db.transaction(async (tx) => {
    const { id, ruleId } = row.alert
    const notes = await cases.notesOf(tx, id)
    const messages = await cases.messagesOf(tx, id)
    const notifications = await cases.notificationsOfRule(tx, ruleId)
    return {
      alert: toAlert(row, language, caller.units),
      notes: notes.map(({ note, by, assignee }) => ({
        id: note.id,
        kind: note.kind,
        by,
        api_key: keyOf(note),
        at: note.at.toISOString(),
        assignee,
        until: note.until?.toISOString() ?? null,
        text: note.text,
      })),
      shown_at: {
        console: notifications?.console.enabled ?? true,
        helm: notifications?.helm.enabled ?? true,
      },
      messages: messages.rows.map(({ message, user, webhook }) => ({
        channel: message.channel,
        to: user ?? webhook ?? '',
        reason: message.reason,
        state: message.state,
        at: (message.sentAt ?? message.nextAt).toISOString(),
        attempts: message.attempts,
        maybe_twice: message.maybeTwice,
      })),
      messages_total: messages.total,
      assignees: await assigneesOf(tx, caller, row),
    }
  })
}
