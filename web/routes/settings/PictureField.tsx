import { Button, FileButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageKey } from '../../i18n/messageKey.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { CropDialog } from './CropDialog.tsx'
import classes from './PictureField.module.css'
import { readPicture } from './readPicture.ts'

interface Props {
  /** Whose picture. */
  name: string
  url: string | null
  /** A data URL of the chosen part, or null when the picture is to go. */
  onChange: (picture: string | null) => void
}

export function PictureField({ name, url, onChange }: Props) {
  const { t } = useTranslation()
  const [problem, setProblem] = useState<MessageKey | null>(null)
  const [chosen, setChosen] = useState<ImageBitmap | null>(null)
  const choose = async (file: File | null) => {
    if (!file) return
    const read = await readPicture(file)
    setProblem(read.problem)
    setChosen(read.picture)
  }
  return (
    <div className={classes.field}>
      <Avatar name={name} url={url} size={72} />
      <div>
        <div className={classes.buttons}>
          {/* Without the reset the same file could not be chosen twice. */}
          <FileButton
            key={chosen ? 'open' : 'closed'}
            onChange={choose}
            accept="image/png,image/jpeg,image/webp"
          >
            {(props) => (
              <Button variant="default" {...props}>
                {t('settings.choosePicture')}
              </Button>
            )}
          </FileButton>
          {url && (
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
          {t(problem ?? 'settings.pictureHint')}
        </p>
      </div>
      {chosen && (
        <CropDialog
          picture={chosen}
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
