import { useTranslation } from 'react-i18next'
import type { ListSearch } from '../searchParameters.ts'
import { ChoiceFilter } from '../tables/ChoiceFilter.tsx'
import type { ListAddress } from '../tables/useListAddress.ts'

/** Filter of alerts by state: ongoing, or waiting for acknowledgement. */
export function WaitingFilter({ address }: { address: ListAddress }) {
  const { t } = useTranslation()
  return (
    <ChoiceFilter
      label={t('alerts.state')}
      name="status"
      address={address}
      options={[
        { value: 'ongoing', label: t('alerts.ongoing') },
        { value: 'waiting', label: t('alerts.waiting') },
        { value: 'handled', label: t('alerts.handled') },
      ]}
    />
  )
}

const WAITING_OF: Readonly<Record<string, `${boolean}`>> = { waiting: 'true', handled: 'false' }
/** Filters of the list for the chosen state. */
export const stateOf = ({ status }: ListSearch) => ({
  waiting: status === undefined ? undefined : WAITING_OF[status],
  is_open: status === 'ongoing' ? ('true' as const) : undefined,
})
