import { Button } from '@mantine/core'
import { IconBug, IconMail } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** Mails to whoever runs this installation: only its users know the address, so the mail program asks for it. */
export function FeedbackPage() {
  const { t } = useTranslation()
  return (
    <Notice icon={IconMail} title={t('feedback.title')} hint={t('feedback.hint')}>
      <Button
        component="a"
        href={mailTo(t('feedback.subject'))}
        leftSection={<Icon of={IconMail} size={16} />}
      >
        {t('error.sendFeedback')}
      </Button>
      <Button
        component="a"
        variant="default"
        href={mailTo(t('feedback.bugSubject'))}
        leftSection={<Icon of={IconBug} size={16} />}
      >
        {t('feedback.bug')}
      </Button>
    </Notice>
  )
}

const mailTo = (subject: string) => `mailto:?subject=${encodeURIComponent(subject)}`
