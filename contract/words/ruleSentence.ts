import type { Units } from '#contract/domain/unitChoice.ts'
import { fill } from '#contract/text/sentence.ts'
import type { Condition, RuleForm } from '#contract/wire/rule.ts'
import { alertText, atLeastText, oftenText } from './alertText.ts'
import type { AlertSpeech } from './alertWords.ts'

interface Words {
  speech: AlertSpeech
  /** In place of a fence that is gone. */
  missing: string
  fences: ReadonlyMap<string, string>
  /** Units of the sentence; the wire's by default. */
  units?: Units | undefined
}

/** Condition of a rule as a sentence, with its geofences by name. */
export function ruleSentence(
  { definition, ...rule }: Pick<RuleForm, 'type' | 'definition'>,
  { speech, missing, fences, units }: Words,
): string {
  const { words } = speech
  const namesOf = (ids: readonly string[]) => ids.map((id) => fences.get(id) ?? missing).join(', ')
  if (rule.type === 'geofence' && 'trigger_on' in definition) {
    const { trigger_on, geofences, duration_sec, and = [] } = definition
    const crossed = alertText(
      { kind: 'geofence', fence: namesOf(geofences.ids.slice(0, 1)) || missing, direction: trigger_on },
      speech,
    )
    const crossing = duration_sec ? `${crossed}, ${atLeastText(duration_sec, speech)}` : crossed
    return and.length > 0 ? `${crossing}; ${together(and, speech, units)}` : crossing
  }
  if (!('logic' in definition)) return ''
  const { geofences, logic } = definition
  const { and, or: others = [] } = logic
  const groups = [and, ...others.map((group) => group.and)].map((group) => together(group, speech, units))
  const often = definition.repeat && oftenText(definition.repeat, speech)
  const where = geofences.enabled && fill(words[geofences.area_operation], { fence: namesOf(geofences.ids) })
  return [groups.join(` ${words.or} `), often, where].filter(Boolean).join(', ')
}

const together = (conditions: readonly Condition[], speech: AlertSpeech, units: Units | undefined) =>
  alertText(
    {
      kind: 'threshold',
      fence: null,
      conditions: conditions.map(({ variable, operation, value }) => ({
        ...{ source: variable.source ?? 'time-series', type: variable.type, field: variable.field },
        ...{ operation, threshold: value, value: null },
        period_sec: variable.type === 'instant' ? null : variable.period_sec,
      })),
    },
    speech,
    null,
    units,
  )
