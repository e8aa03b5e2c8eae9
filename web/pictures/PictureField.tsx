import { Button, FileButton } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageKey } from '../i18n/messageKey.ts'
import { CropDialog } from './CropDialog.tsx'
import type { Frame } from './crop.ts'
import classes from './PictureField.module.css'
import { readPicture } from './readPicture.ts'

interface Props {
  /** Address of the present picture. */
  shown: ReactNode
  hasPicture: boolean
  frame: Frame
  tooBig: MessageKey
  /** Called with the crop as a data URL, or null when the user removes the picture. */
  onChange: (picture: string | null) => void
}

/** Field to choose and crop a picture; the caller stores the result. */
export function PictureField({ shown, hasPicture, frame, tooBig, onChange }: Props) {
  const { t } = useTranslation()
  const [problem, setProblem] = useState<MessageKey | null>(null)
  const [chosen, setChosen] = useState<ImageBitmap | null>(null)
  const forget = useRef<() => void>(null)
  const choose = async (file: File | null) => {
    if (!file) return
    // Clears the input, because the same file could not be chosen twice otherwise.
    forget.current?.()
    const read = await readPicture(file, frame, tooBig)
    setProblem(read.problem)
    setChosen(read.picture)
  }
  return (
    <div className={classes.field}>
      {shown}
      <div>
        <div className={classes.buttons}>
          <FileButton resetRef={forget} onChange={choose} accept="image/png,image/jpeg,image/webp">
            {(props) => (
              <Button variant="default" {...props}>
                {t('settings.choosePicture')}
              </Button>
            )}
          </FileButton>
          {hasPicture && (
            <Button variant="subtle" color="gray" onClick={() => onChange(null)}>
              {t('settings.removePicture')}
            </Button>
          )}
        </div>
        <p
          className={classes.hint}
          role={problem ? 'alert' : undefined}
          data-problem={problem ? true : undefined}
        >
          {t(problem ?? (frame.leastPicture > 1 ? 'settings.pictureHint' : 'vessels.pictureHint'))}
        </p>
      </div>
      {chosen && (
        <CropDialog
          picture={chosen}
          frame={frame}
          onClose={() => setChosen(null)}
          onCropped={(encoded) => {
            onChange(encoded)
            setChosen(null)
          }}
        />
      )}
    </div>
  )
}
