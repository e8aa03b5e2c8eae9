import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DEFAULT_NOTIFICATIONS, RuleNotifications } from '#contract/rule.ts'
import { addGeofence, removeGeofence } from '../api/geofences.ts'
import { createRule } from '../api/rules.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useSave } from '../forms/useSave.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { useVessel } from '../live/vesselStates.ts'
import { toast } from '../toasts/toast.ts'
import { Numeric } from './ConditionFields.tsx'

const USUAL_RADIUS_M = 100
const RADIUS_M = { min: 30, max: 5000 } as const
/** The longest name that leaves room for the words around it. */
const NAME_CHARACTERS = 36

/** A circle around where she lies, and a rule that tells when she leaves it. */
export function GuardDialog({
  vessel,
  onClose,
}: {
  vessel: { id: string; name: string }
  onClose: () => void
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const state = useVessel(vessel.id)
  const formats = useFormats()
  const [radius, setRadius] = useState<number | null>(USUAL_RADIUS_M)
  const isFit = radius !== null && radius >= RADIUS_M.min && radius <= RADIUS_M.max
  const place = state && state.lat !== null && state.lon !== null ? { lat: state.lat, lon: state.lon } : null
  const save = useSave({
    save: () => guard(),
    success: () => null,
    failure: 'guard.failed',
    affects: ['geofences', 'rules'],
    onSaved: ({ id }) => {
      toast.done('guard.made', t('guard.madeText', { name: vessel.name }), {
        label: t('rules.view'),
        onClick: () => void navigate({ to: '/rules/$ruleId', params: { ruleId: id } }),
      })
      onClose()
    },
  })
  async function guard() {
    if (!state || !place) throw new Error('nobody knows where she lies')
    const name = t('guard.fence', { name: vessel.name.slice(0, NAME_CHARACTERS) })
    const { department_id } = state
    const fence = await addGeofence({
      ...{ name, type: 'circle', coordinates: [place], radius, department_id },
      ...{ is_harbor: false, color: 'ORANGE', createRule: false },
    })
    return createRule({
      ...{ type: 'geofence', severity: 'critical', department_id, enabled: true },
      message: t('guard.left', { name: vessel.name }),
      vessels: { apply_to_all: false, ids: [vessel.id] },
      notifications: RuleNotifications.parse(DEFAULT_NOTIFICATIONS),
      definition: { geofences: { ids: [fence.id] }, trigger_on: 'exit' },
    }).catch(async (error) => {
      // A circle that guards nothing is of no use to anybody.
      await removeGeofence({ id: fence.id, rule_ids: [] }).catch(() => {})
      throw error
    })
  }
  return (
    <FormDialog
      title={t('guard.title', { name: vessel.name })}
      submit={place ? t('guard.submit') : undefined}
      pending={save.isPending}
      idle={!isFit}
      onSubmit={() => save.mutate(undefined)}
      onClose={onClose}
    >
      {place ? (
        <>
          <p>{t('guard.hint')}</p>
          <Numeric
            label={`${t('guard.radius')} (${formats.unit('m')})`}
            unit="m"
            value={radius}
            onChange={setRadius}
            disabled={false}
            error={
              isFit
                ? null
                : t('guard.radiusRange', {
                    min: formats.quantity(RADIUS_M.min, 'm', 0),
                    max: formats.quantity(RADIUS_M.max, 'm', 0),
                  })
            }
          />
        </>
      ) : (
        <p>{t('guard.nowhere')}</p>
      )}
    </FormDialog>
  )
}
