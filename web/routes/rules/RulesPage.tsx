import { IconAdjustmentsHorizontal, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RULE_TYPES } from '#contract/rule.ts'
import { geofencesQuery } from '../../api/geofences.ts'
import { ruleListQuery } from '../../api/rules.ts'
import { usePermission } from '../../api/user.ts'
import { useVessels } from '../../live/vesselStates.ts'
import { useRuleColumns } from '../../rules/useRuleColumns.tsx'
import { ChoiceFilter } from '../../tables/ChoiceFilter.tsx'
import { KindFilters } from '../../tables/KindFilters.tsx'
import { ListTable } from '../../tables/ListTable.tsx'
import { choices, listQuery } from '../../tables/listQuery.ts'
import { SearchField } from '../../tables/SearchField.tsx'
import { useListAddress } from '../../tables/useListAddress.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Gate } from '../../ui/Gate.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'

const PAGE_SIZE = 20
const ORDER = 'created_at:desc'

/** What raises alerts, of which vessels. */
export function RulesPage() {
  const { t } = useTranslation()
  const address = useListAddress()
  const { search } = address
  const columns = useRuleColumns()
  const vessels = useVessels((states) => states.all())
  const mayListGeofences = usePermission('department:geofence-view')
  const geofences = useQuery({ ...geofencesQuery, enabled: mayListGeofences })
  const rules = useQuery(
    ruleListQuery(
      listQuery(search, { size: PAGE_SIZE, order: ORDER }, [
        ...choices({
          type: search.type,
          severity: search.severity,
          vessel_id: search.vessel,
          geofence_id: search.geofence,
        }),
        ...(search.q ? [{ field: 'message' as const, operator: 'contains' as const, value: search.q }] : []),
      ]),
    ),
  )
  const add = (
    <Gate permission="department:rule-create">
      <ButtonLink to="/rules/new" search leftSection={<Icon of={IconPlus} size={16} />}>
        {t('rules.add')}
      </ButtonLink>
    </Gate>
  )
  return (
    <>
      <ListTable
        title={t('nav.rules')}
        query={rules}
        address={address}
        filters={['q', 'type', 'severity', 'vessel', 'geofence']}
        pageSize={PAGE_SIZE}
        failed={t('error.rules')}
        nothing={t('users.nothing')}
        empty={
          <Notice icon={IconAdjustmentsHorizontal} title={t('rules.none')} hint={t('rules.noneHint')}>
            {add}
          </Notice>
        }
        action={add}
        tools={
          <>
            <SearchField label={t('rules.search')} address={address} />
            <KindFilters types={RULE_TYPES} address={address} />
            <ChoiceFilter
              label={t('rules.vessels')}
              name="vessel"
              address={address}
              options={vessels.map(({ id, name }) => ({ value: id, label: name }))}
            />
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
      <Outlet />
    </>
  )
}
