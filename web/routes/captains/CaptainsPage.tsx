import { IconSteeringWheel } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { captainListQuery } from '../../api/captains.ts'
import { useUser } from '../../api/user.ts'
import table from '../../tables/DataTable.module.css'
import { DataTable } from '../../tables/DataTable.tsx'
import { ListPage } from '../../tables/ListPage.tsx'
import { listQuery, nameContains } from '../../tables/listQuery.ts'
import { SearchField } from '../../tables/SearchField.tsx'
import { useDepartmentOptions } from '../../tables/useDepartmentOptions.ts'
import { useListAddress } from '../../tables/useListAddress.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Missing } from '../../ui/Quantity.tsx'

const PAGE_SIZE = 20
const ORDER = 'name:asc'

export function CaptainsPage() {
  const { t } = useTranslation()
  const { company } = useUser()
  const address = useListAddress()
  const { search, change } = address
  const departments = new Map(useDepartmentOptions().map(({ value, label }) => [value, label]))
  const captains = useQuery(
    captainListQuery(listQuery(search, { size: PAGE_SIZE, order: ORDER }, nameContains(search.q))),
  )
  return (
    <ListPage
      title={t('nav.captains')}
      query={captains}
      address={address}
      filters={['q']}
      pageSize={PAGE_SIZE}
      failed={t('error.captains')}
      nothing={t('trips.noCaptain')}
      empty={<Notice icon={IconSteeringWheel} title={t('captains.none')} hint={t('captains.noneHint')} />}
      tools={<SearchField label={t('captains.search')} address={address} />}
    >
      {(rows) => (
        <DataTable
          label={t('nav.captains')}
          columns={[
            {
              key: 'name',
              title: t('common.name'),
              sort: 'name',
              cell: ({ name }) => (
                <span className={table.person}>
                  <Avatar name={name} url={null} />
                  <strong style={{ fontWeight: 500 }}>{name}</strong>
                </span>
              ),
            },
            ...(company.features.departments
              ? [
                  {
                    key: 'department',
                    phone: 'end' as const,
                    title: t('users.department'),
                    cell: ({ department_id }: { department_id: string }) =>
                      departments.get(department_id) ?? <Missing />,
                  },
                ]
              : []),
          ]}
          rows={rows}
          order={search.order ?? ORDER}
          onOrder={(order) => change({ order: order === ORDER ? undefined : order })}
        />
      )}
    </ListPage>
  )
}
