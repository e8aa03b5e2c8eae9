import { useTranslation } from 'react-i18next'
import { chooseLanguage } from '../../api/chooseLanguage.ts'
import { currentLanguage, LANGUAGES, type Language } from '../../i18n/i18n.ts'
import { Segment } from '../../ui/Segment.tsx'
import { MessageLanguageCard } from './MessageLanguageCard.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { SecondFactorCard } from './SecondFactorCard.tsx'
import { SettingsCard } from './SettingsCard.tsx'
import { UnitsCard } from './UnitsCard.tsx'

export function PersonalPage() {
  const { t } = useTranslation()
  return (
    <>
      <ProfileCard />
      <SecondFactorCard />
      <SettingsCard title={t('settings.language')} hint={t('settings.languageHint')}>
        <Segment
          label={t('settings.language')}
          value={currentLanguage()}
          onChange={chooseLanguage}
          options={(Object.keys(LANGUAGES) as Language[]).map((value) => ({
            value,
            label: LANGUAGES[value],
          }))}
        />
      </SettingsCard>
      <MessageLanguageCard />
      <UnitsCard />
    </>
  )
}
