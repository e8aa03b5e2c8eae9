import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { VesselForm } from '#contract/wire/vessel.ts'
import { usePermission } from '../../api/user.ts'
import { createVessel, type StagedPicture } from '../../api/vessels.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useForm } from '../../forms/useForm.ts'
import { useSave } from '../../forms/useSave.ts'
import { useFirstDepartment } from '../../tables/useDepartmentOptions.ts'
import { NoAccess } from '../../ui/NoAccess.tsx'
import { VesselFields } from './form/VesselFields.tsx'
import { newVessel } from './form/vesselDraft.ts'

interface Props {
  /** Instead of the page of vessels. */
  onClose?: () => void
  /** Instead of the page of the new vessel. */
  onCreated?: () => void
}

export function CreateVesselDialog({ onClose, onCreated }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [picture, setPicture] = useState<StagedPicture>(undefined)
  const allowed = usePermission('department:vessel-create')
  const departmentId = useFirstDepartment('department:vessel-create')
  const form = useForm(VesselForm, newVessel(departmentId), (values) => save.mutate({ ...values, picture }))
  const save = useSave({
    save: createVessel,
    success: 'vessels.created',
    failure: 'vessels.createFailed',
    atField: [{ code: 'NAME_IN_USE', show: ({ message }) => form.refuse('name', message) }],
    affects: ['vessels', 'departments'],
    onSaved: ({ id }) =>
      onCreated ? onCreated() : void navigate({ to: '/vessels/$vesselId', params: { vesselId: id } }),
  })
  return (
    <FormDialog
      title={t('vessels.add')}
      submit={allowed ? t('vessels.create') : undefined}
      pending={save.isPending}
      size={600}
      onSubmit={form.onSubmit}
      changed={form.changed || picture !== undefined}
      onClose={onClose ?? (() => void navigate({ to: '/vessels', search: true }))}
    >
      {allowed ? (
        <VesselFields
          form={form}
          permission="department:vessel-create"
          url={null}
          picture={picture}
          onPicture={setPicture}
          isNew
        />
      ) : (
        <NoAccess />
      )}
    </FormDialog>
  )
}
