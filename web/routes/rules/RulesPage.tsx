import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { SEVERITIES } from '#contract/alert.ts'
import { RULE_TYPES } from '#contract/rule.ts'
import { ruleListQuery } from '../../api/rules.ts'
import { ChoiceFilter } from '../../tables/ChoiceFilter.tsx'
import { DataTable } from '../../tables/DataTable.tsx'
import { ListPage } from '../../tables/ListPage.tsx'
import { choices, listQuery } from '../../tables/listQuery.ts'
import { useListAddress } from '../../tables/useListAddress.ts'
import { useRuleColumns } from '../../tables/useRuleColumns.tsx'
import { Notice } from '../../ui/Notice.tsx'

const PAGE_SIZE = 20
const ORDER = 'created_at:desc'

/** What raises alerts, of which vessels. */
export function RulesPage() {
  const { t } = useTranslation()
  const address = useListAddress()
  const { search, change } = address
  const columns = useRuleColumns()
  const rules = useQuery(
    ruleListQuery(
      listQuery(
        search,
        { size: PAGE_SIZE, order: ORDER },
        choices({ type: search.type, severity: search.severity }),
      ),
    ),
  )
  return (
    <ListPage
      title={t('nav.rules')}
      query={rules}
      address={address}
      filters={['type', 'severity']}
      pageSize={PAGE_SIZE}
      failed={t('error.rules')}
      nothing={t('users.nothing')}
      empty={<Notice icon={IconAdjustmentsHorizontal} title={t('later.rules')} hint={t('later.rulesHint')} />}
      tools={
        <>
          <ChoiceFilter
            label={t('alerts.type')}
            name="type"
            address={address}
            options={RULE_TYPES.map((value) => ({ value, label: t(`alerts.types.${value}`) }))}
          />
          <ChoiceFilter
            label={t('alerts.severity')}
            name="severity"
            address={address}
            options={SEVERITIES.map((value) => ({ value, label: t(`severity.${value}`) }))}
          />
        </>
      }
    >
      {(rows) => (
        <DataTable
          label={t('nav.rules')}
          columns={columns}
          rows={rows}
          order={search.order ?? ORDER}
          onOrder={(order) => change({ order: order === ORDER ? undefined : order })}
        />
      )}
    </ListPage>
  )
}
