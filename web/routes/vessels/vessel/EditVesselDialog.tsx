import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { VesselForm } from '#contract/vessel.ts'
import { usePermission } from '../../../api/user.ts'
import { type StagedPicture, updateVessel } from '../../../api/vessels.ts'
import { FormDialog } from '../../../forms/FormDialog.tsx'
import { useForm } from '../../../forms/useForm.ts'
import { useSave } from '../../../forms/useSave.ts'
import { NoAccess } from '../../../ui/NoAccess.tsx'
import { VesselFields } from '../form/VesselFields.tsx'
import { draftOf } from '../form/vesselDraft.ts'
import { useOpenVessel } from './openVessel.ts'

export function EditVesselDialog() {
  const { t } = useTranslation()
  const vessel = useOpenVessel()
  const navigate = useNavigate()
  const [picture, setPicture] = useState<StagedPicture>(undefined)
  const allowed = usePermission('vessel:vessel-edit', vessel.id)
  const close = () => void navigate({ to: '/vessels/$vesselId', params: { vesselId: vessel.id } })
  const form = useForm(VesselForm, draftOf(vessel), (values) => save.mutate({ ...values, picture }))
  const save = useSave({
    save: (values: VesselForm & { picture: StagedPicture }) => updateVessel(vessel.id, values),
    success: 'vessels.updated',
    failure: 'vessels.updateFailed',
    affects: ['vessels', 'departments', 'statistics', 'trips'],
    onSaved: close,
  })
  return (
    <FormDialog
      title={t('vessels.edit')}
      submit={allowed ? t('common.save') : undefined}
      pending={save.isPending}
      size={600}
      onSubmit={form.onSubmit}
      onClose={close}
    >
      {allowed ? (
        <VesselFields
          form={form}
          permission="vessel:vessel-edit"
          url={vessel.picture_url}
          picture={picture}
          onPicture={setPicture}
        />
      ) : (
        <NoAccess />
      )}
    </FormDialog>
  )
}
