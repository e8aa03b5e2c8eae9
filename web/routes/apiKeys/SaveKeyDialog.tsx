import { Button, Code, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import classes from './ApiKeysPage.module.css'

const COPIED_FOR_MS = 3000

/** Dialog that shows the whole key, once. */
export function SaveKeyDialog({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <FormDialog title={t('apiKeys.saveTitle')} onClose={onClose}>
      <p>{t('apiKeys.saveHint')}</p>
      <Code block className={classes.secret}>
        {apiKey}
      </Code>
      <Group justify="flex-end" gap={8}>
        <CopyButton text={apiKey} message="apiKeys.keyCopied" copiedForMs={COPIED_FOR_MS} />
        <Button onClick={onClose}>{t('common.done')}</Button>
      </Group>
    </FormDialog>
  )
}
