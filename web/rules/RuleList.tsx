import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { SEVERITIES } from '#contract/wire/alert.ts'
import { RULE_TYPES } from '#contract/wire/rule.ts'
import { geofencesQuery } from '../api/geofences.ts'
import { ruleListQuery } from '../api/rules.ts'
import { usePermission } from '../api/user.ts'
import { useVesselChoices } from '../fleet/useDistinctNames.ts'
import { useVesselNames } from '../live/vesselNames.ts'
import { useVessels } from '../live/vesselStates.ts'
import { watchRules } from '../live/watchRules.ts'
import { namesOf } from '../loading/namesState.ts'
import { ChoiceFilter } from '../tables/ChoiceFilter.tsx'
import { KindFilters } from '../tables/KindFilters.tsx'
import { ListTable } from '../tables/ListTable.tsx'
import { choices, listQuery, oneOf } from '../tables/listQuery.ts'
import { SearchField } from '../tables/SearchField.tsx'
import { useListAddress } from '../tables/useListAddress.ts'
import { useRuleColumns } from './useRuleColumns.tsx'

const PAGE_SIZE = 20
const ORDER = 'created_at:desc'

interface Props {
  title: string
  /** Vessel whose rules are listed: her own and those of all vessels. */
  vesselId?: string
  nested?: boolean
  empty: ReactNode
  action?: ReactNode
}

/** List of rules with filters. */
export function RuleList({ title, vesselId, nested = false, empty, action }: Props) {
  const { t } = useTranslation()
  const address = useListAddress()
  const { search } = address
  const columns = useRuleColumns()
  const vesselChoices = useVesselChoices(useVessels((states) => states.all()))
  const vesselNames = useVesselNames()
  const mayListGeofences = usePermission('department:geofence-view')
  const geofences = useQuery({ ...geofencesQuery, enabled: mayListGeofences })
  useEffect(watchRules, [])
  const { type, severity, geofence, vessel, q } = search
  const rules = useQuery(
    ruleListQuery(
      listQuery(search, { size: PAGE_SIZE, order: ORDER }, [
        ...choices({
          type: oneOf(RULE_TYPES, type),
          severity: oneOf(SEVERITIES, severity),
          geofence_id: geofence,
          vessel_id: vesselId ?? vessel,
        }),
        ...(q ? [{ field: 'text' as const, operator: 'contains' as const, value: q }] : []),
      ]),
    ),
  )
  return (
    <ListTable
      title={title}
      nested={nested}
      query={rules}
      address={address}
      filters={['q', 'type', 'severity', ...(vesselId ? [] : (['vessel'] as const)), 'geofence']}
      pageSize={PAGE_SIZE}
      failed={t('error.rules')}
      nothing={t('users.nothing')}
      empty={empty}
      action={action}
      tools={
        <>
          <SearchField label={t('rules.search')} address={address} />
          <KindFilters types={RULE_TYPES} address={address} />
          {!vesselId && (
            <ChoiceFilter
              label={t('rules.vessels')}
              name="vessel"
              address={address}
              options={vesselChoices}
              names={vesselNames}
            />
          )}
          <ChoiceFilter
            label={t('nav.geofences')}
            name="geofence"
            address={address}
            options={(geofences.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            names={namesOf(geofences, mayListGeofences)}
          />
        </>
      }
      columns={columns}
      order={ORDER}
    />
  )
}
