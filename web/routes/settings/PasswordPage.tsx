import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { sendPasswordSetup } from '../../api/password.ts'
import { useUser } from '../../api/user.ts'
import { ChangePasswordCard } from './ChangePasswordCard.tsx'
import { SettingsCard } from './SettingsCard.tsx'

export function PasswordPage() {
  const { t } = useTranslation()
  const { email } = useUser()
  const send = useMutation({
    mutationFn: sendPasswordSetup,
    meta: { successMessage: 'settings.emailSent', errorMessage: 'settings.emailFailed' },
  })
  return (
    <>
      <ChangePasswordCard />
      <SettingsCard
        title={t('settings.setUpPassword')}
        hint={t('settings.setUpHint', { email })}
        actions={
          <Button variant="default" loading={send.isPending} onClick={() => send.mutate(email)}>
            {t('settings.sendLink')}
          </Button>
        }
      />
    </>
  )
}
