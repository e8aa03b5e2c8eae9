import { IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../../toasts/toast.ts'
import { copyText } from '../../../ui/copyText.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import classes from './Connect.module.css'

/** Lines for a shell or a form, with a button that copies them. */
export function CopyLines({ lines }: { lines: string }) {
  const { t } = useTranslation()
  const copy = async () =>
    (await copyText(lines)) ? toast.success('common.copied') : toast.failure('common.copyFailed')
  return (
    <div className={classes.lines}>
      <pre>
        <code>{lines}</code>
      </pre>
      <IconButton icon={IconCopy} label={t('connect.copy')} onClick={() => void copy()} />
    </div>
  )
}
