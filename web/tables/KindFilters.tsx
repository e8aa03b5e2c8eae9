import { useTranslation } from 'react-i18next'
import { type ALERT_TYPES, SEVERITIES } from '#contract/wire/alert.ts'
import { ChoiceFilter } from './ChoiceFilter.tsx'
import type { ListAddress } from './useListAddress.ts'

interface Props {
  types: readonly (typeof ALERT_TYPES)[number][]
  address: ListAddress
}

/** Filters by the type and the severity of rules and their alerts. */
export function KindFilters({ types, address }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <ChoiceFilter
        label={t('alerts.type')}
        name="type"
        address={address}
        options={types.map((value) => ({ value, label: t(`alerts.types.${value}`) }))}
      />
      <ChoiceFilter
        label={t('alerts.severity')}
        name="severity"
        address={address}
        options={SEVERITIES.map((value) => ({ value, label: t(`severity.${value}`) }))}
      />
    </>
  )
}
