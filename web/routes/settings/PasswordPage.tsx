import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { sendPasswordSetup } from '../../api/password.ts'
import { setupQuery } from '../../api/setup.ts'
import { useUser } from '../../api/user.ts'
import { ChangePasswordCard } from './ChangePasswordCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { SettingsCard } from './SettingsCard.tsx'

export function PasswordPage() {
  const { t } = useTranslation()
  const { email } = useUser()
  const { data: setup } = useQuery(setupQuery)
  const send = useMutation({
    mutationFn: sendPasswordSetup,
    meta: { successMessage: 'settings.emailSent', errorMessage: 'settings.emailFailed' },
  })
  return (
    <>
      <ChangePasswordCard />
      <SettingsCard
        title={t('settings.setUpPassword')}
        {...(setup && {
          hint: setup.mail ? t('settings.setUpHint', { email }) : t('settings.setUpNoMail'),
          actions: setup.mail && (
            <Button variant="default" loading={send.isPending} onClick={() => send.mutate(email)}>
              {t('settings.sendLink')}
            </Button>
          ),
        })}
      />
      <SessionsCard />
    </>
  )
}
