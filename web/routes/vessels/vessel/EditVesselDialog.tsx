import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { VesselForm } from '#contract/vessel.ts'
import { usePermission } from '../../../api/user.ts'
import { readVesselAgain, type StagedPicture, updateVessel } from '../../../api/vessels.ts'
import { ChangedByOthers } from '../../../forms/ChangedByOthers.tsx'
import { FormDialog } from '../../../forms/FormDialog.tsx'
import { useEdit } from '../../../forms/useEdit.ts'
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
  const { form, save, isChangedMeanwhile } = useEdit({
    schema: VesselForm,
    stored: draftOf(vessel),
    readAgain: async () => draftOf(await readVesselAgain(vessel.id)),
    send: (change) => updateVessel(vessel.id, { ...change, picture }),
    success: 'vessels.updated',
    failure: 'vessels.updateFailed',
    affects: ['vessels', 'departments', 'statistics', 'trips'],
    onSaved: close,
  })
  return (
    <FormDialog
      title={t('vessels.edit')}
      submit={allowed ? t(isChangedMeanwhile ? 'form.saveMine' : 'common.save') : undefined}
      pending={save.isPending}
      size={600}
      onSubmit={form.onSubmit}
      onClose={close}
    >
      <ChangedByOthers shown={isChangedMeanwhile} />
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
