import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/trip.ts'

export function TripHeader({ trip }: { trip: Trip }) {
  const { t } = useTranslation()
  return (
    <header>
      <h1>{t('trip.by', { vessel: trip.vessel.name })}</h1>
    </header>
  )
}
