import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { RULE_TYPES } from '#contract/rule.ts'
import { geofencesQuery } from '../../../../api/geofences.ts'
import { ruleListQuery } from '../../../../api/rules.ts'
import { usePermission } from '../../../../api/user.ts'
import { useRuleColumns } from '../../../../rules/useRuleColumns.tsx'
import { ChoiceFilter } from '../../../../tables/ChoiceFilter.tsx'
import { KindFilters } from '../../../../tables/KindFilters.tsx'
import { ListTable } from '../../../../tables/ListTable.tsx'
import { choices, listQuery } from '../../../../tables/listQuery.ts'
import { SearchField } from '../../../../tables/SearchField.tsx'
import { useListAddress } from '../../../../tables/useListAddress.ts'
import { NoAccess } from '../../../../ui/NoAccess.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { useOpenVessel } from '../openVessel.ts'

const PAGE_SIZE = 20
const ORDER = 'created_at:desc'

/** What raises alerts on her: rules of hers and rules of all vessels. */
export function RulesTab() {
  const { t } = useTranslation()
  const { id: vesselId } = useOpenVessel()
  const allowed = usePermission('department:rule-view')
  const mayListGeofences = usePermission('department:geofence-view')
  const address = useListAddress()
  const { search } = address
  const columns = useRuleColumns()
  const rules = useQuery({
    ...ruleListQuery(
      listQuery(search, { size: PAGE_SIZE, order: ORDER }, [
        ...choices({
          type: search.type,
          severity: search.severity,
          geofence_id: search.geofence,
          vessel_id: vesselId,
        }),
        ...(search.q ? [{ field: 'message' as const, operator: 'contains' as const, value: search.q }] : []),
      ]),
    ),
    enabled: allowed,
  })
  const geofences = useQuery({ ...geofencesQuery, enabled: allowed && mayListGeofences })
  if (!allowed) return <NoAccess />
  return (
    <ListTable
      title={t('vessel.tab.rules')}
      nested
      query={rules}
      address={address}
      filters={['q', 'type', 'severity', 'geofence']}
      pageSize={PAGE_SIZE}
      failed={t('error.rules')}
      nothing={t('users.nothing')}
      empty={<Notice icon={IconAdjustmentsHorizontal} title={t('vessel.rulesNone')} />}
      tools={
        <>
          <SearchField label={t('common.search')} address={address} />
          <KindFilters types={RULE_TYPES} address={address} />
          <ChoiceFilter
            label={t('nav.geofences')}
            name="geofence"
            address={address}
            options={(geofences.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        </>
      }
      columns={columns}
      order={ORDER}
    />
  )
}
