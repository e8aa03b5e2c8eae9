import { Button, FileButton } from '@mantine/core'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { MODEL_LIMITS, type VesselModel } from '#contract/model.ts'
import { removeModel, saveModel } from '../api/models.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { toast } from '../ui/toast.ts'
import classes from './ReplayWindow.module.css'

/** For whoever may edit the vessel: her own model instead of the lofted hull. */
export function ModelUpload({ vesselId, model }: { vesselId: string; model: VesselModel | null }) {
  const { t } = useTranslation()
  // The server says what is wrong with a file.
  const onError = (error: Error) => toast.say(error.message, 'failure')
  const upload = useMutation({ mutationFn: (file: File) => saveModel(vesselId, file), onError })
  const remove = useMutation({ mutationFn: () => removeModel(vesselId), onError })
  const take = (file: File | null) => {
    if (!file) return
    if (file.size > MODEL_LIMITS.bytes) toast.failure('replay.modelTooLarge')
    else upload.mutate(file)
  }
  return (
    <div className={classes.upload}>
      <FileButton
        accept=".glb,model/gltf-binary"
        inputProps={{ 'aria-label': t('replay.uploadModel') }}
        onChange={take}
      >
        {(button) => (
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon of={IconUpload} size={16} />}
            loading={upload.isPending}
            {...button}
          >
            {t('replay.uploadModel')}
          </Button>
        )}
      </FileButton>
      {model && (
        <IconButton
          icon={IconTrash}
          label={t('replay.removeModel')}
          size={28}
          disabled={remove.isPending}
          onClick={() => remove.mutate()}
        />
      )}
    </div>
  )
}
