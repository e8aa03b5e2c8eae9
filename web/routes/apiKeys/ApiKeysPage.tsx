import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ROLE_IDS } from '#contract/permissions.ts'
import { apiKeyListQuery } from '../../api/apiKeys.ts'
import { ChoiceFilter } from '../../tables/ChoiceFilter.tsx'
import { ListTable } from '../../tables/ListTable.tsx'
import { choices, listQuery, nameContains } from '../../tables/listQuery.ts'
import { SearchField } from '../../tables/SearchField.tsx'
import { useDepartmentOptions } from '../../tables/useDepartmentOptions.ts'
import { useListAddress } from '../../tables/useListAddress.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useApiKeyColumns } from './useApiKeyColumns.tsx'

const PAGE_SIZE = 10
const ORDER = 'created_at:desc'

export function ApiKeysPage() {
  const { t } = useTranslation()
  const address = useListAddress()
  const { search } = address
  const departments = useDepartmentOptions()
  const columns = useApiKeyColumns()
  const keys = useQuery(
    apiKeyListQuery(
      listQuery(search, { size: PAGE_SIZE, order: ORDER }, [
        ...nameContains(search.q),
        ...choices({ role_id: search.role, department_id: search.department }),
      ]),
    ),
  )
  return (
    <ListTable
      title={t('nav.apiKeys')}
      query={keys}
      address={address}
      filters={['q', 'role', 'department']}
      pageSize={PAGE_SIZE}
      failed={t('error.apiKeys')}
      nothing={t('users.nothing')}
      empty={<Notice icon={IconKey} title={t('later.apiKeys')} hint={t('later.apiKeysHint')} />}
      tools={
        <>
          <SearchField label={t('apiKeys.search')} address={address} />
          <ChoiceFilter
            label={t('users.role')}
            name="role"
            address={address}
            options={ROLE_IDS.map((id) => ({ value: id, label: t(`role.${id}`) }))}
          />
          <ChoiceFilter
            label={t('users.department')}
            name="department"
            address={address}
            options={departments}
          />
        </>
      }
      columns={columns}
      order={ORDER}
    />
  )
}
