import { useTranslation } from 'react-i18next'
import type { ListSearch } from '../searchParameters.ts'
import { ChoiceFilter } from '../tables/ChoiceFilter.tsx'
import type { ListAddress } from '../tables/useListAddress.ts'

/** Whether somebody still has to look at it. */
export function WaitingFilter({ address }: { address: ListAddress }) {
  const { t } = useTranslation()
  return (
    <ChoiceFilter
      label={t('alerts.state')}
      name="status"
      address={address}
      options={[
        { value: 'waiting', label: t('alerts.waiting') },
        { value: 'handled', label: t('alerts.handled') },
      ]}
    />
  )
}

const SAID: Readonly<Record<string, `${boolean}`>> = { waiting: 'true', handled: 'false' }
/** What the list is asked for that. */
export const waitingOf = ({ status }: ListSearch): `${boolean}` | undefined =>
  status === undefined ? undefined : SAID[status]
