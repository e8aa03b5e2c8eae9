import { useTranslation } from 'react-i18next'
import { SEA_CHOICES, setPreference, usePreference } from '../preferences/preferences.ts'
import { Segment } from '../ui/Segment.tsx'

/** Choice of the forecast on the map. A heatmap would cover it, so only one of both is on. */
export function SeaSettings() {
  const { t } = useTranslation()
  return (
    <section>
      <h3>{t('sea.title')}</h3>
      <Segment
        fullWidth
        small
        label={t('sea.title')}
        value={usePreference('sea')}
        onChange={(next) => {
          if (next !== 'off') setPreference('heatmap', false)
          setPreference('sea', next)
        }}
        options={SEA_CHOICES.map((value) => ({ value, label: t(`sea.kind.${value}`) }))}
      />
    </section>
  )
}
