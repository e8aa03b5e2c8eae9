import { Button, Code } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { toast } from '../../toasts/toast.ts'
import { copyText } from '../../ui/copyText.ts'

/** Secret of a webhook, shown once; a user who loses it creates another. */
export function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation()
  const copy = async () => {
    if (await copyText(secret)) toast.success('webhooks.copied')
  }
  return (
    <FormDialog title={t('webhooks.secret')} onClose={onClose}>
      <p>{t('webhooks.secretHint')}</p>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {secret}
      </Code>
      <Button variant="default" onClick={() => void copy()}>
        {t('webhooks.copy')}
      </Button>
    </FormDialog>
  )
}
