import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import {
  IGNORED_PERIOD_TYPES,
  type IgnoredFuelPeriod,
  IgnoredFuelPeriodFields,
  IgnoredFuelPeriodForm,
} from '#contract/wire/vessel.ts'
import { usePermission } from '../../../../api/user.ts'
import { editIgnoredPeriods, readVesselAgain } from '../../../../api/vessels.ts'
import { FormDialog } from '../../../../forms/FormDialog.tsx'
import { ChoiceField, TextField } from '../../../../forms/fields.tsx'
import { InstantField } from '../../../../forms/InstantField.tsx'
import { useForm } from '../../../../forms/useForm.ts'
import { useSave } from '../../../../forms/useSave.ts'
import { NoAccess } from '../../../../ui/NoAccess.tsx'
import { useOpenVessel } from '../openVessel.ts'

/** Adds or edits a period whose fuel data are ignored; the address has its index in the list. */
export function IgnoredPeriodDialog() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { period: place = 'new' } = useParams({ strict: false })
  const { id: vesselId, system_settings } = useOpenVessel()
  const periods = system_settings.ignored_fuel_data_periods
  const known = periods[Number(place)]
  const allowed = usePermission('vessel:vessel-edit', vesselId)
  const close = () =>
    void navigate({ to: '/vessels/$vesselId/specifications', params: { vesselId }, resetScroll: false })
  const save = useSave({
    save: (next: IgnoredFuelPeriod[]) => editIgnoredPeriods(vesselId, next, periods),
    success: 'vessels.updated',
    failure: 'vessels.updateFailed',
    refusals: { conflict: 'form.changedMeanwhile' },
    onFailed: () => {
      void readVesselAgain(vesselId).catch(() => null)
      // The list may have changed, and the index in the address may name another period.
      if (known) close()
    },
    affects: ['vessels', 'statistics', 'trips'],
    onSaved: close,
  })
  const form = useForm(
    IgnoredFuelPeriodFields,
    known ?? { type: 'date_range', start_time: null, end_time: null, comment: null },
    (values) => {
      const period = { ...IgnoredFuelPeriodForm.parse(values), created_at: new Date().toISOString() }
      save.mutate(known ? periods.map((one) => (one === known ? period : one)) : [...periods, period])
    },
  )
  const { type } = form.values
  return (
    <FormDialog
      title={t(known ? 'vessel.ignored.change' : 'vessel.ignored.add')}
      submit={allowed ? t('common.save') : undefined}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      changed={form.changed}
      onClose={close}
    >
      {allowed ? (
        <>
          <ChoiceField
            field={form.field('type')}
            label={t('vessel.ignored.type')}
            options={IGNORED_PERIOD_TYPES.map((value) => ({
              value,
              label: t(`vessel.ignored.types.${value}`),
            }))}
          />
          {type !== 'before_date' && (
            <InstantField field={form.field('start_time')} label={t('vessel.ignored.start')} />
          )}
          {type !== 'after_date' && (
            <InstantField field={form.field('end_time')} label={t('vessel.ignored.end')} />
          )}
          <TextField field={form.field('comment')} label={t('vessel.ignored.comment')} maxLength={210} />
        </>
      ) : (
        <NoAccess />
      )}
    </FormDialog>
  )
}
