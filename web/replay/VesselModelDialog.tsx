import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { VesselModel } from '#contract/wire/model.ts'
import type { Vessel } from '#contract/wire/vessel.ts'
import { modelsQuery, removeModel } from '../api/models.ts'
import { usePermission } from '../api/user.ts'
import { vesselQuery } from '../api/vessels.ts'
import { DeleteDialog } from '../forms/DeleteDialog.tsx'
import { FormDialog } from '../forms/FormDialog.tsx'
import { LoadedDialog } from '../forms/LoadedDialog.tsx'
import { useSave } from '../forms/useSave.ts'
import { fileSize } from '../i18n/fileSize.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { Icon } from '../ui/Icon.tsx'
import { boatShapeOf } from './boatShapeOf.ts'
import { ModelUpload } from './ModelUpload.tsx'
import type { ReplayScene } from './scene.ts'
import { useModel } from './useModel.ts'
import { useScene } from './useScene.ts'
import classes from './VesselModelDialog.module.css'

interface Props {
  vessel: { id: string; name: string }
  onClose: () => void
}

/** Look of a vessel in three dimensions: her owner's own model, or the hull that Taffrail lofts for her. */
export function VesselModelDialog({ vessel, onClose }: Props) {
  const { t } = useTranslation()
  const [removing, setRemoving] = useState<VesselModel | null>(null)
  const allowed = usePermission('vessel:vessel-edit', vessel.id)
  const loaded = useQuery(vesselQuery(vessel.id))
  const models = useQuery(modelsQuery(vessel.id))
  const title = t('replay.modelOf', { name: vessel.name })
  if (removing) return <RemoveModel model={removing} onClose={() => setRemoving(null)} />
  return (
    <LoadedDialog
      title={title}
      query={loaded.data ? models : loaded}
      notFound={t('replay.vesselNotFound')}
      failed={t('replay.vesselFailed')}
      allowed={allowed}
      onClose={onClose}
    >
      {() => (
        <FormDialog title={title} size={520} onClose={onClose}>
          {loaded.data && (
            <ModelChoice vessel={loaded.data} model={models.data?.[0] ?? null} onRemove={setRemoving} />
          )}
        </FormDialog>
      )}
    </LoadedDialog>
  )
}

interface ChoiceProps {
  vessel: Vessel
  model: VesselModel | null
  onRemove: (model: VesselModel) => void
}

function ModelChoice({ vessel, model, onRemove }: ChoiceProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { number, date } = formats
  const size = model && fileSize(model.bytes, formats)
  return (
    <>
      <Preview vessel={vessel} url={model?.url ?? null} />
      <div className={classes.used}>
        <strong>{model ? model.file_name : t('replay.lofted')}</strong>
        <span>
          {model
            ? t('replay.modelFacts', {
                size,
                triangles: number(model.triangles, 0),
                date: date(Date.parse(model.uploaded_at)),
              })
            : t('replay.loftedHint')}
        </span>
      </div>
      <ModelUpload vesselId={vessel.id} replaces={model !== null}>
        {model && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<Icon of={IconTrash} size={16} />}
            onClick={() => onRemove(model)}
          >
            {t('replay.removeModel')}
          </Button>
        )}
      </ModelUpload>
    </>
  )
}

/** The boat at rest on the sea, which the user can turn. */
function Preview({ vessel, url }: { vessel: Vessel; url: string | null }) {
  const { t } = useTranslation()
  const boat = boatShapeOf(vessel)
  const { object: model, message } = useModel(url, boat.lengthM)
  const scene = useRef<ReplayScene>(null)
  const canvas = useScene({ scene, boat, model })
  return (
    <div className={classes.preview}>
      <canvas ref={canvas} role="img" aria-label={t('replay.modelOf', { name: vessel.name })} />
      {message && <p role="status">{t(message)}</p>}
    </div>
  )
}

function RemoveModel({ model, onClose }: { model: VesselModel; onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useSave({
    save: () => removeModel(model.vessel_id),
    success: 'replay.modelRemoved',
    failure: 'replay.removeModelFailed',
    affects: [],
    onSaved: onClose,
  })
  return (
    <DeleteDialog
      action={t('replay.removeModel')}
      consequence={t('replay.removeModelConsequence', { file: model.file_name, vessel: model.vessel_name })}
      pending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
