import { alertText } from '#contract/alertText.ts'
import type { Language } from '#contract/language.ts'
import type { Condition, RuleForm } from '#contract/rule.ts'

interface Words {
  language: Language
  /** Between groups of conditions. */
  or: string
  /** In place of a fence that is gone. */
  missing: string
  fences: ReadonlyMap<string, string>
}

/** What a rule watches for, in a sentence; the fences it is about by their names. */
export function ruleSentence(
  { definition, ...rule }: Pick<RuleForm, 'type' | 'definition'>,
  { language, or, missing, fences }: Words,
): string {
  if (rule.type === 'geofence' && 'trigger_on' in definition) {
    const fence = fences.get(definition.geofences.ids[0] ?? '') ?? missing
    return alertText({ kind: 'geofence', fence, direction: definition.trigger_on }, language)
  }
  if (!('logic' in definition)) return ''
  const { and, or: others = [] } = definition.logic
  return [and, ...others.map((group) => group.and)].map((group) => together(group, language)).join(` ${or} `)
}

const together = (conditions: readonly Condition[], language: Language) =>
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
  )
