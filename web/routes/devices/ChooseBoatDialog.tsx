import { Button, Skeleton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { mayDo } from '#contract/domain/permissions.ts'
import { usePermission, useUser } from '../../api/user.ts'
import { useVesselChoices } from '../../fleet/useDistinctNames.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { ChoiceField } from '../../forms/fields.tsx'
import { useForm } from '../../forms/useForm.ts'
import { useVessels } from '../../live/vesselStates.ts'
import { Late } from '../../ui/Late.tsx'
import { NoAccess } from '../../ui/NoAccess.tsx'

const Choice = z.object({ vessel: z.string().min(1, 'You must select a vessel') })

/** Choice of the boat to connect; the boat's own page continues. */
export function ChooseBoatDialog() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { permissions } = useUser()
  const mayCreate = usePermission('department:vessel-create')
  const fleet = useVessels((states) => states.all())
  const isKnown = useVessels((states) => states.ready())
  const form = useForm(
    Choice,
    { vessel: '' },
    ({ vessel }) => void navigate({ to: '/vessels/$vesselId/connect', params: { vesselId: vessel } }),
  )
  const options = useVesselChoices(
    fleet.filter(({ id, department_id }) =>
      mayDo(permissions, 'vessel:vessel-pair-device', id, department_id),
    ),
  )
  const allowed = usePermission('vessel:vessel-pair-device')
  return (
    <FormDialog
      title={t('connect.choose')}
      submit={allowed && options.length > 0 ? t('connect.next') : undefined}
      onSubmit={form.onSubmit}
      changed={form.changed}
      onClose={() => void navigate({ to: '/devices', search: true })}
    >
      {!allowed ? (
        <NoAccess />
      ) : !isKnown ? (
        <Late>
          <Skeleton height={48} />
        </Late>
      ) : options.length > 0 ? (
        <ChoiceField field={form.field('vessel')} label={t('devices.vessel')} options={options} searchable />
      ) : (
        <>
          <p>{t('connect.noVessels')}</p>
          {mayCreate && (
            <Button onClick={() => void navigate({ to: '/vessels/new' })}>{t('vessels.add')}</Button>
          )}
        </>
      )}
    </FormDialog>
  )
}
