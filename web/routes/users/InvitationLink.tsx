import { Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fromAnywhere } from '../../base.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { toast } from '../../toasts/toast.ts'
import { copyText } from '../../ui/copyText.ts'

interface Props {
  name: string
  /** Path below the address by which the inviter reached the console, which is certain to work. */
  path: string
  /** True when the person had been invited before. */
  isRenewed?: boolean
  onClose: () => void
}

/** Invitation link to hand over when the server cannot send mail. */
export function InvitationLink({ name, path, isRenewed, onClose }: Props) {
  const { t } = useTranslation()
  const link = fromAnywhere(path)
  const copy = async () => {
    if (await copyText(link)) toast.success('users.linkCopied')
  }
  return (
    <FormDialog title={t('users.invitation')} onClose={onClose}>
      <p>{t(isRenewed ? 'users.handOverAgain' : 'users.handOver', { name })}</p>
      <TextInput
        label={t('users.link')}
        value={link}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button onClick={() => void copy()}>{t('users.copyLink')}</Button>
    </FormDialog>
  )
}
