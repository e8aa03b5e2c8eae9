import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Geofence } from '#contract/wire/geofence.ts'
import { geofencesQuery, removeGeofence } from '../../api/geofences.ts'
import { ruleListQuery } from '../../api/rules.ts'
import { usePermission } from '../../api/user.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useSave } from '../../forms/useSave.ts'
import { useRuleSentence } from '../../rules/useRuleSentence.ts'
import classes from './Geofences.module.css'

/** Asks for confirmation, and which rules to delete with the geofence. */
export function DeleteGeofenceDialog({ geofence, onClose }: { geofence: Geofence; onClose: () => void }) {
  const { t } = useTranslation()
  const { id, name } = geofence
  const mayDelete = usePermission('rule:rule-delete', geofence.department_id)
  const mayView = usePermission('department:rule-view')
  const rules = useQuery({
    ...ruleListQuery({ limit: 100, filter: [{ field: 'geofence_id', operator: 'eq', value: id }] }),
    enabled: mayView,
  })
  const concerned = rules.data?.data ?? []
  const sentence = useRuleSentence()
  const [kept, setKept] = useState<readonly string[]>([])
  const gone = mayDelete ? concerned.map((rule) => rule.id).filter((ruleId) => !kept.includes(ruleId)) : []
  const fences = useQuery(geofencesQuery)
  const others = (fences.data ?? []).map((fence) => fence.id).filter((fenceId) => fenceId !== id)
  const disabled = concerned.filter(
    ({ id: ruleId, enabled, definition }) =>
      enabled &&
      !gone.includes(ruleId) &&
      !definition.geofences.ids.some((fenceId) => others.includes(fenceId)),
  )
  const save = useSave({
    save: removeGeofence,
    success: 'geofences.deleted',
    failure: 'geofences.deleteFailed',
    affects: ['geofences', 'rules'],
    onSaved: onClose,
  })
  return (
    <FormDialog
      title={t('form.sure')}
      submit={t('geofences.delete')}
      danger
      pending={save.isPending || rules.isLoading}
      onSubmit={() => save.mutate({ id, rule_ids: gone })}
      onClose={onClose}
    >
      <p>{t('form.cannotUndo')}</p>
      <p>{t('geofences.deleteConsequence', { name })}</p>
      {mayDelete && concerned.length > 0 && (
        <fieldset className={classes.rules}>
          <legend>{t('geofences.deleteRules')}</legend>
          {concerned.map((rule) => (
            <Checkbox
              key={rule.id}
              label={rule.message ?? sentence(rule)}
              checked={!kept.includes(rule.id)}
              onChange={({ currentTarget: { checked } }) =>
                setKept((now) => (checked ? now.filter((one) => one !== rule.id) : [...now, rule.id]))
              }
            />
          ))}
        </fieldset>
      )}
      {disabled.length > 0 && (
        <section className={classes.rules} aria-label={t('geofences.disabledRules')}>
          <p>{t('geofences.disabledRules')}</p>
          <ul>
            {disabled.map((rule) => (
              <li key={rule.id}>{rule.message ?? sentence(rule)}</li>
            ))}
          </ul>
        </section>
      )}
    </FormDialog>
  )
}
