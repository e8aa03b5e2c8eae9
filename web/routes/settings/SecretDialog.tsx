import { Button, Code } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../forms/FormDialog.tsx'
import type { MessageKey } from '../../i18n/messageKey.ts'
import { toast } from '../../toasts/toast.ts'
import { copyText } from '../../ui/copyText.ts'

interface Props {
  title: MessageKey
  hint: MessageKey
  secret: string
  copy: MessageKey
  /** Message after the secret was copied. */
  copied: MessageKey
  onClose: () => void
}

/** Secret that the server shows once; a user who loses it creates another. */
export function SecretDialog({ title, hint, secret, copy, copied, onClose }: Props) {
  const { t } = useTranslation()
  const copySecret = async () => {
    if (await copyText(secret)) toast.success(copied)
  }
  return (
    <FormDialog title={t(title)} onClose={onClose}>
      <p>{t(hint)}</p>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {secret}
      </Code>
      <Button variant="default" onClick={() => void copySecret()}>
        {t(copy)}
      </Button>
    </FormDialog>
  )
}
