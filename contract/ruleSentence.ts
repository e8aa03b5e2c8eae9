import { alertText, atLeastText, oftenText } from './alertText.ts'
import { ALERT_WORDS } from './alertWords.ts'
import type { Language } from './language.ts'
import type { Condition, RuleForm } from './rule.ts'
import type { Units } from './unitChoice.ts'

interface Words {
  language: Language
  /** In place of a fence that is gone. */
  missing: string
  fences: ReadonlyMap<string, string>
  /** What it is read in; the wire's unless said. */
  units?: Units | undefined
}

/** What a rule watches for, in a sentence; the fences it is about by their names. */
export function ruleSentence(
  { definition, ...rule }: Pick<RuleForm, 'type' | 'definition'>,
  { language, missing, fences, units }: Words,
): string {
  const words = ALERT_WORDS[language]
  const namesOf = (ids: readonly string[]) => ids.map((id) => fences.get(id) ?? missing).join(', ')
  if (rule.type === 'geofence' && 'trigger_on' in definition) {
    const { trigger_on, geofences, duration_sec, and = [] } = definition
    const crossed = alertText(
      { kind: 'geofence', fence: namesOf(geofences.ids.slice(0, 1)) || missing, direction: trigger_on },
      language,
    )
    const crossing = duration_sec ? `${crossed}, ${atLeastText(duration_sec, language)}` : crossed
    return and.length > 0 ? `${crossing}; ${together(and, language, units)}` : crossing
  }
  if (!('logic' in definition)) return ''
  const { geofences, logic } = definition
  const { and, or: others = [] } = logic
  const groups = [and, ...others.map((group) => group.and)].map((group) => together(group, language, units))
  const often = definition.repeat && oftenText(definition.repeat, language)
  const where = geofences.enabled && words[geofences.area_operation](namesOf(geofences.ids))
  return [groups.join(` ${words.or} `), often, where].filter(Boolean).join(', ')
}

const together = (conditions: readonly Condition[], language: Language, units: Units | undefined) =>
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
    language,
    null,
    units,
  )
