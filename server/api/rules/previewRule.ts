import { DAY_MS } from '#contract/domain/time.ts'
import { Problem } from '#contract/wire/errors.ts'
import { isForVessel, MOST_PREVIEWED, previewRule } from '#contract/wire/rule.ts'
import { wordsOfAlert } from '#contract/words/alertText.ts'
import { compileRule } from '#server/processing/formulas/rules/compileRule.ts'
import { episodeFacts } from '#server/processing/formulas/rules/episodeFacts.ts'
import { previewRule as preview } from '#server/processing/formulas/rules/previewRule.ts'
import { fenceShapes } from '#server/records/geofences.ts'
import { instanceNamesOfAll } from '#server/records/instanceNames.ts'
import { narrowScope } from '#server/records/narrowScope.ts'
import { directoryOf } from '#server/records/vesselDirectory.ts'
import { alertSpeech } from '#server/words/wordsIn.ts'
import { serve } from '../serve.ts'
import { checkRule } from './checkRule.ts'
import { toRuleFields } from './toRule.ts'

const LONGEST_MS = 31 * DAY_MS
/** One is made after the other: whoever changes numbers in a form quickly takes no more of the machine than who does not. */
let last: Promise<unknown> = Promise.resolve()

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work)
  last = mine.catch(() => undefined)
  return mine
}

export const previewRuleRoute = serve(
  previewRule,
  async ({ db, telemetry, clock, caller, language, left, body: { rule: form, from, to } }) => {
    const toMs = Math.min(Date.parse(to), clock.nowMs())
    const fromMs = Date.parse(from)
    if (fromMs >= toMs || toMs - fromMs > LONGEST_MS)
      throw new Problem('invalid', 'from: a preview is of a day to 31 days that have passed.')
    await db.transaction((tx) => checkRule(tx, caller, form))
    const { definition, vessels: chosen } = toRuleFields(form)
    const rule = compileRule(form)
    if (!rule) throw new Problem('invalid', 'definition: it looks at something that there is not.')
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
)

const isoOf = (timeUs: number) => new Date(timeUs / 1000).toISOString()
