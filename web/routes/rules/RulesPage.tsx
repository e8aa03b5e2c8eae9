import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { RULE_TYPES } from '#contract/rule.ts'
import { ruleListQuery } from '../../api/rules.ts'
import { KindFilters } from '../../tables/KindFilters.tsx'
import { ListTable } from '../../tables/ListTable.tsx'
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
  const { search } = address
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
    <ListTable
      title={t('nav.rules')}
      query={rules}
      address={address}
      filters={['type', 'severity']}
      pageSize={PAGE_SIZE}
      failed={t('error.rules')}
      nothing={t('users.nothing')}
      empty={<Notice icon={IconAdjustmentsHorizontal} title={t('later.rules')} hint={t('later.rulesHint')} />}
      tools={<KindFilters types={RULE_TYPES} address={address} />}
      columns={columns}
      order={ORDER}
    />
  )
}
