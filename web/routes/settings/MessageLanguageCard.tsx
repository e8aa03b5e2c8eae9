import { useTranslation } from 'react-i18next'
import { saveMessageLanguage } from '../../api/notifications.ts'
import { useUser } from '../../api/user.ts'
import { useSave } from '../../forms/useSave.ts'
import { LANGUAGES, type Language } from '../../i18n/i18n.ts'
import { Segment } from '../../ui/Segment.tsx'
import { SettingsCard } from './SettingsCard.tsx'

/** Language of messages to the user, independent of the console's language. */
export function MessageLanguageCard() {
  const { t } = useTranslation()
  const { message_language } = useUser()
  const save = useSave({
    save: saveMessageLanguage,
    success: 'notifications.updated',
    failure: 'notifications.failed',
    affects: [],
  })
  return (
    <SettingsCard title={t('settings.messageLanguage')} hint={t('settings.messageLanguageHint')}>
      <Segment
        label={t('settings.messageLanguage')}
        value={message_language}
        onChange={(language) => save.mutate(language)}
        options={(Object.keys(LANGUAGES) as Language[]).map((value) => ({
          value,
          label: LANGUAGES[value],
        }))}
      />
    </SettingsCard>
  )
}
