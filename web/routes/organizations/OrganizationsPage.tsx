import { IconBuildingCommunity, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { organizationListQuery } from '../../api/organizations.ts'
import { useUser } from '../../api/user.ts'
import { ListTable } from '../../tables/ListTable.tsx'
import { listQuery, nameContains } from '../../tables/listQuery.ts'
import { ManageMenu } from '../../tables/ManageMenu.tsx'
import { SearchField } from '../../tables/SearchField.tsx'
import { useListAddress } from '../../tables/useListAddress.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useOrganizationColumns } from './useOrganizationColumns.tsx'

const PAGE_SIZE = 20
const ORDER = 'name:asc'

/** All organizations of the installation, for super users; a super-viewer only reads. */
export function OrganizationsPage() {
  const { t } = useTranslation()
  const address = useListAddress()
  const { search } = address
  const columns = useOrganizationColumns()
  const organizations = useQuery(
    organizationListQuery(listQuery(search, { size: PAGE_SIZE, order: ORDER }, nameContains(search.q))),
  )
  const mayChange = useUser().role_id === 'super-admin'
  const add = mayChange && (
    <ButtonLink to="/organizations/new" search leftSection={<Icon of={IconPlus} size={16} />}>
      {t('organizations.add')}
    </ButtonLink>
  )
  return (
    <>
      <ListTable
        title={t('organizations.title')}
        query={organizations}
        address={address}
        filters={['q']}
        pageSize={PAGE_SIZE}
        failed={t('error.organization')}
        nothing={t('users.nothing')}
        empty={
          <Notice icon={IconBuildingCommunity} title={t('organizations.none')}>
            {add}
          </Notice>
        }
        action={add}
        tools={<SearchField label={t('organizations.search')} address={address} />}
        columns={columns}
        order={ORDER}
        menu={
          mayChange
            ? (organization) => <ManageMenu of="/organizations" row={organization} mayEdit mayDelete />
            : undefined
        }
      />
      <Outlet />
    </>
  )
}
