import { useTranslation } from 'react-i18next'
import { TripsOf } from '../../trips/TripsOf.tsx'
import { useCaptain } from './openCaptain.ts'

export function TripsTab() {
  const { t } = useTranslation()
  const { id } = useCaptain()
  const vessel = {
    key: 'vessel',
    title: t('trips.vessel'),
    cell: ({ vessel }: { vessel: { name: string } }) => vessel.name,
  }
  return <TripsOf of={{ captain_id: id }} more={[vessel]} />
}
