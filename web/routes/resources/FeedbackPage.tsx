import { Button } from '@mantine/core'
import { IconBug, IconMail } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../api/user.ts'
import { Icon } from '../../ui/Icon.tsx'
import { mailTo } from '../../ui/mailTo.ts'
import { Notice } from '../../ui/Notice.tsx'

/** Links to mail the operator of the installation or the organization's contact. */
export function FeedbackPage() {
  const { t } = useTranslation()
  const address = useUser().support_email
  if (address === null) {
    return <Notice icon={IconMail} title={t('feedback.title')} hint={t('feedback.noAddress')} />
  }
  return (
    <Notice icon={IconMail} title={t('feedback.title')} hint={t('feedback.hint', { address })}>
      <Button
        component="a"
        href={mailTo(address, t('feedback.subject'))}
        leftSection={<Icon of={IconMail} size={16} />}
      >
        {t('error.sendFeedback')}
      </Button>
      <Button
        component="a"
        variant="default"
        href={mailTo(address, t('feedback.bugSubject'))}
        leftSection={<Icon of={IconBug} size={16} />}
      >
        {t('feedback.bug')}
      </Button>
    </Notice>
  )
}
