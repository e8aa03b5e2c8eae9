import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { VesselForm } from '#contract/wire/vessel.ts'
import { usePermission } from '../../../api/user.ts'
import { readVesselAgain, type StagedPicture, updateVessel } from '../../../api/vessels.ts'
import { EditDialog } from '../../../forms/EditDialog.tsx'
import { useEdit } from '../../../forms/useEdit.ts'
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
  const edit = useEdit({
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
    <EditDialog
      title={t('vessels.edit')}
      edit={edit}
      allowed={allowed}
      alsoChanged={picture !== undefined}
      size={600}
      onClose={close}
    >
      <VesselFields
        form={edit.form}
        permission="vessel:vessel-edit"
        url={vessel.picture_url}
        picture={picture}
        onPicture={setPicture}
      />
    </EditDialog>
  )
}
