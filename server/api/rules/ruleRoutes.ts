import { DAY_MS } from '#contract/domain/time.ts'
import { Problem } from '#contract/wire/errors.ts'
import { isoOf } from '#contract/wire/instant.ts'
import {
  createRule,
  deleteRule,
  getRule,
  isForVessel,
  listRules,
  MOST_PREVIEWED,
  previewRule,
  updateRule,
} from '#contract/wire/rule.ts'
import { wordsOfAlert } from '#contract/words/alertText.ts'
import { compileRule } from '#server/processing/formulas/rules/compileRule.ts'
import { episodeFacts } from '#server/processing/formulas/rules/episodeFacts.ts'
import { previewRule as preview } from '#server/processing/formulas/rules/previewRule.ts'
import { difference, noteAct } from '#server/records/auditLog.ts'
import { fenceShapes } from '#server/records/geofences.ts'
import { instanceNamesOfAll } from '#server/records/instanceNames.ts'
import { listScope } from '#server/records/listScope.ts'
import { narrowScope } from '#server/records/narrowScope.ts'
import * as rules from '#server/records/rules.ts'
import { findRule, insertRule } from '#server/records/rules.ts'
import { directoryOf } from '#server/records/vesselDirectory.ts'
import { alertSpeech } from '#server/words/wordsIn.ts'
import { DAY } from '../publicApi/exampleDay.ts'
import { type Routes, serve } from '../serve.ts'
import { checkRule } from './checkRule.ts'
import { withDefects } from './neverHolds.ts'
import { toRule, toRuleFields } from './toRule.ts'

const EXAMPLE_FASTER_THAN = {
  type: 'threshold',
  severity: 'warning',
  department_id: '$DEPARTMENT_ID',
  definition: {
    geofences: { enabled: false, ids: [], area_operation: 'inside' },
    logic: { and: [{ variable: { type: 'instant', field: 'sog' }, operation: 'more_than', value: 30 }] },
  },
}

export const ruleRoutes: Routes = [
  serve(listRules, async ({ db, telemetry, caller, query: asked }) => {
    const { scope, query } = await listScope(db, caller.scope, asked)
    const { rows, ...page } = await rules.listRules(db, scope, query)
    const data = await withDefects({ db, telemetry }, caller.organizationId, rows.map(toRule))
    return { data, ...page }
  }),
  serve(getRule, async ({ db, telemetry, caller, params: { id } }) => {
    const row = await findRule(db, caller.scope, id)
    if (!row) throw new Problem('not_found')
    const [rule] = await withDefects({ db, telemetry }, caller.organizationId, [toRule(row)])
    if (!rule) throw new Problem('not_found')
    return rule
  }),
  serve(
    createRule,
    async ({ db, bus, caller, ip, body }) => {
      const { organizationId, actor, userId, scope } = caller
      const made = await db.transaction(async (tx) => {
        await checkRule(tx, caller, body)
        const id = await insertRule(tx, { organizationId, createdBy: userId, ...toRuleFields(body) })
        const row = await findRule(tx, scope, id)
        if (!row) throw new Error('the rule is not in the scope it was made in')
        const subject = { id, name: body.message || body.type }
        await noteAct(tx, { organizationId, actor, ip, act: 'rule.create', subject, after: body })
        return row
      })
      bus.publish({ type: 'rules.changed', organizationId })
      return toRule(made)
    },
    { example: { body: EXAMPLE_FASTER_THAN } },
  ),
  serve(
    previewRule,
    async ({ db, telemetry, clock, caller, language, left, body: { rule: form, from, to } }) => {
      const toMs = Math.min(Date.parse(to), clock.nowMs())
      const fromMs = Date.parse(from)
      if (fromMs >= toMs || toMs - fromMs > LONGEST_MS)
        throw new Problem('invalid', 'from: a preview is of a day to 31 days that have passed.')
      await db.transaction((tx) => checkRule(tx, caller, form))
      const { definition, vessels: chosen } = toRuleFields(form)
      const rule = compileRule(form)
      if (!rule)
        throw new Problem('invalid', 'definition: it refers to a series or geofence that does not exist.')
      const own = await narrowScope(db, caller.scope, [form.department_id])
      const known = await directoryOf(db, own, chosen.apply_to_all ? null : chosen.ids)
      const fleet = known.filter(({ id }) => isForVessel(chosen, id))
      const everywhere = { organizationId: caller.organizationId, departmentIds: null }
      const shapes = await fenceShapes(db, everywhere, definition.geofences.ids)
      const fences = shapes
        .filter(({ id }) => rule.fenceIds.includes(id))
        .map((geometry) => ({
          ...{ id: geometry.id, name: geometry.name, geometry },
          ...{ fromUs: Number.NEGATIVE_INFINITY, untilUs: Number.POSITIVE_INFINITY },
        }))
      const span = { fromUs: fromMs * 1000, toUs: toMs * 1000 }
      const { episodes, fromUs } = await inTurn(async () => {
        left.throwIfAborted()
        return preview({ db, telemetry }, { rule, fences, vessels: fleet, span }, left)
      })
      const nameOf = new Map(fleet.map(({ id, name }) => [id, name]))
      const shown = episodes.slice(0, MOST_PREVIEWED)
      const named = await instanceNamesOfAll(
        db,
        shown.map(({ vessel }) => vessel.id),
      )
      return {
        total: episodes.length,
        vessels_fired: new Set(episodes.map(({ vessel }) => vessel.id)).size,
        vessels: fleet.length,
        from: isoOf(fromUs),
        to: isoOf(span.toUs),
        data: shown.map(({ vessel, episode }) => {
          const instance = episode.instance < 0 ? null : episode.instance
          return {
            vessel: { id: vessel.id, name: nameOf.get(vessel.id) ?? '' },
            trigger_time: isoOf(episode.beginUs),
            ended_at: episode.endUs === null ? null : isoOf(episode.endUs),
            instance,
            text: wordsOfAlert(
              {
                text: form.message || null,
                facts: episodeFacts(rule, episode),
                instance,
                namedInstances: named.get(vessel.id) ?? [],
              },
              alertSpeech(language),
              caller.units,
            ),
          }
        }),
      }
    },
    { example: { body: { rule: EXAMPLE_FASTER_THAN, from: DAY.start_time, to: DAY.end_time } } },
  ),
  serve(
    updateRule,
    async ({ db, bus, caller, ip, params: { id }, body }) => {
      const { organizationId, actor, scope } = caller
      const changed = await db.transaction(async (tx) => {
        // The lock makes concurrent changes wait; each is then compared with the result of the one before.
        const row = await rules.findRule(tx, scope, id, { lock: true })
        if (!row) throw new Problem('not_found')
        const before = toRule(row)
        if (body.type) {
          if (body.type !== before.type) throw new Problem('invalid', 'type: a rule keeps its type.')
          if (body.version !== undefined && body.version !== before.version) throw new Problem('conflict')
          await checkRule(tx, caller, body, before)
        }
        const change = body.type ? toRuleFields(body) : { enabled: body.enabled }
        const isUpdated = await rules.updateRule(tx, row.rule, change)
        const after = await rules.findRule(tx, scope, id)
        if (!isUpdated || !after) throw new Problem('conflict')
        const { version: _was, ...expected } = before
        const { version: _became, ...became } = toRule(after)
        await noteAct(tx, {
          ...{ organizationId, actor, ip, act: 'rule.update' },
          subject: { id, name: became.message || became.type },
          ...difference<object>(expected, became),
        })
        return after
      })
      bus.publish({ type: 'rules.changed', organizationId })
      return toRule(changed)
    },
    { example: { body: { ...EXAMPLE_FASTER_THAN, severity: 'critical' } } },
  ),
  serve(deleteRule, async ({ db, bus, caller, ip, params: { id } }) => {
    const { organizationId, actor, scope } = caller
    await db.transaction(async (tx) => {
      const row = await rules.findRule(tx, scope, id)
      if (!row) throw new Problem('not_found')
      await rules.deleteRule(tx, id)
      const before = toRule(row)
      const subject = { id, name: before.message || before.type }
      await noteAct(tx, { organizationId, actor, ip, act: 'rule.delete', subject, before })
    })
    bus.publish({ type: 'rules.changed', organizationId })
    return { ok: true }
  }),
]

const LONGEST_MS = 31 * DAY_MS

/** Runs one preview after the other, so that quick changes in a form take no larger share of the machine. */
let last: Promise<unknown> = Promise.resolve()

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work)
  last = mine.catch(() => undefined)
  return mine
}
