import { Button, FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { saveModel } from '../api/models.ts'
import { isOfFile } from '../forms/isOfFile.ts'
import { useProblemWords } from '../forms/useProblemWords.ts'
import { toast } from '../toasts/toast.ts'
import { Icon } from '../ui/Icon.tsx'
import classes from './VesselModelDialog.module.css'

interface Props {
  vesselId: string
  /** True when the new model replaces another. */
  replaces: boolean
  /** Further buttons beside the upload. */
  children: ReactNode
}

/** Uploads a GLB file for a vessel, and shows why a file is refused. */
export function ModelUpload({ vesselId, replaces, children }: Props) {
  const { t } = useTranslation()
  const words = useProblemWords()
  const hintId = useId()
  const reset = useRef<() => void>(null)
  const upload = useMutation({
    mutationFn: (file: File) => saveModel(vesselId, file),
    onSuccess: () => toast.success('replay.modelUploaded'),
  })
  const { error } = upload
  const problem = error && (isOfFile(error) ? words(error.message) : t('replay.uploadModelFailed'))
  const label = t(replaces ? 'replay.replaceModel' : 'replay.uploadModel')
  const take = (file: File | null) => {
    if (file) upload.mutate(file)
    // Clears the input, because choosing a repaired file of the same name again would be no change.
    reset.current?.()
  }
  return (
    <>
      <div className={classes.buttons}>
        <FileButton
          accept=".glb,model/gltf-binary"
          resetRef={reset}
          inputProps={{ 'aria-label': label }}
          onChange={take}
        >
          {(button) => (
            <Button
              variant="default"
              leftSection={<Icon of={IconUpload} size={16} />}
              loading={upload.isPending}
              aria-describedby={hintId}
              {...button}
            >
              {label}
            </Button>
          )}
        </FileButton>
        {children}
      </div>
      <p
        id={hintId}
        className={classes.hint}
        role={problem ? 'alert' : undefined}
        data-problem={problem ? true : undefined}
      >
        {problem ?? t('replay.modelHint')}
      </p>
    </>
  )
}
