import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { RuleForm } from '#contract/wire/rule.ts'
import { ruleSentence } from '#contract/words/ruleSentence.ts'
import { geofencesQuery } from '../api/geofences.ts'
import { usePermission } from '../api/user.ts'
import { currentAlertSpeech } from '../i18n/alertSpeech.ts'
import { useChosenUnits } from '../i18n/chosenUnits.ts'
import { namesOf } from '../loading/namesState.ts'

/** Describes what a rule watches for, with the names of geofences that the reader may see. */
export function useRuleSentence(): (rule: Pick<RuleForm, 'type' | 'definition'>) => string {
  const { t } = useTranslation()
  const units = useChosenUnits()
  const mayListGeofences = usePermission('department:geofence-view')
  const query = useQuery({ ...geofencesQuery, enabled: mayListGeofences })
  const { data } = query
  const fences = useMemo(() => new Map((data ?? []).map(({ id, name }) => [id, name])), [data])
  // A geofence counts as missing only when all geofences are loaded.
  const missing = namesOf(query, mayListGeofences) === 'known' ? t('rules.fenceMissing') : '…'
  return (rule) => ruleSentence(rule, { speech: currentAlertSpeech(), missing, fences, units })
}
