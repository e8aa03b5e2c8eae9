import { Loader } from '@mantine/core'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import type { Attachment } from './attachments.ts'
import classes from './CommentForm.module.css'

interface Props {
  all: readonly Attachment[]
  onRemove: (key: number) => void
  disabled: boolean
}

/** Images attached to a comment, each with the state of its upload. */
export function AttachmentList({ all, onRemove, disabled }: Props) {
  const { t } = useTranslation()
  return (
    <ul className={classes.attachments} aria-label={t('comments.attachments')}>
      {all.map((one) => {
        const { key, name, preview, status } = one
        return (
          <li key={key} className={classes.attachment} data-status={status}>
            <Preview name={name} address={preview} />
            <span className={classes.status} role="status">
              {status === 'failed' && <Icon of={IconAlertTriangle} size={14} />}
              {(status === 'uploading' || status === 'deleting') && <Loader size={12} />}
              {status === 'failed' ? t(`comments.notTaken.${one.why}`) : t(`comments.attachment.${status}`)}
            </span>
            <IconButton
              icon={IconX}
              label={t('comments.remove', { name })}
              size={28}
              className={classes.remove ?? ''}
              disabled={disabled || status === 'deleting'}
              onClick={() => onRemove(key)}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** Preview of an attachment; its name when the browser cannot show the image. */
function Preview({ name, address }: { name: string; address: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <span className={classes.name}>{name}</span>
  return <img src={address} alt={name} width={200} height={200} onError={() => setBroken(true)} />
}
