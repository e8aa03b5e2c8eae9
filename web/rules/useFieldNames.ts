import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { type RuleField, ruleField, ruleFieldsOf } from '#contract/domain/ruleFields.ts'
import { RULE_SOURCES } from '#contract/domain/ruleSource.ts'
import { currentAlertSpeech } from '../i18n/alertSpeech.ts'
import { useSeriesName } from '../plots/useSeriesName.ts'

/** Names a field of a rule. */
export function useFieldName(): (field: RuleField) => string {
  const { t } = useTranslation()
  const seriesName = useSeriesName()
  return useCallback(
    ({ source, field, series, isSwitch }) => {
      const { switches, figures } = currentAlertSpeech().words
      if (source === 'vessel-status') {
        if (series) return t('rules.ageOf', { name: seriesName(series) })
        if (field === 'age') return t('rules.age')
        return (isSwitch ? switches[field as 'offline']?.yes : figures[field as 'hour']) ?? field
      }
      if (source === 'statistics') return figures[field as 'hour'] ?? field
      const name = seriesName(source === 'j1939' ? (series ?? field) : field)
      return source === 'j1939' ? `${name} (${field.toUpperCase()})` : name
    },
    [t, seriesName],
  )
}

/** All selectable fields by source; `key` combines source and field. */
export const FIELD_GROUPS = RULE_SOURCES.map((source) => ({ source, fields: ruleFieldsOf(source) }))
export const fieldKey = ({ source, field }: Pick<RuleField, 'source' | 'field'>) => `${source} ${field}`

export function fieldOfKey(key: string): RuleField | null {
  const [source = '', field = ''] = key.split(' ')
  return ruleField(source as RuleField['source'], field)
}
