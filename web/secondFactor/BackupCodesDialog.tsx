import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../forms/FormDialog.tsx'
import { toast } from '../toasts/toast.ts'
import { copyText } from '../ui/copyText.ts'
import classes from './secondFactor.module.css'

/** Dialog that shows backup codes, once. */
export function BackupCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation()
  async function copy() {
    if (await copyText(codes.join('\n'))) toast.success('settings.secondFactorCopied')
  }
  return (
    <FormDialog title={t('settings.secondFactorBackup')} onClose={onClose}>
      <p>{t('settings.secondFactorBackupHint')}</p>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button variant="default" onClick={copy}>
          {t('settings.secondFactorCopy')}
        </Button>
        <Button onClick={onClose}>{t('settings.secondFactorDone')}</Button>
      </div>
    </FormDialog>
  )
}
