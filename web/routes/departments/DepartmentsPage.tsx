import { IconPlus, IconSitemap } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type CountedDepartment, isTopLevel } from '#contract/wire/department.ts'
import { departmentListQuery } from '../../api/departments.ts'
import { useUser } from '../../api/user.ts'
import { ListTable } from '../../tables/ListTable.tsx'
import { listQuery, nameContains } from '../../tables/listQuery.ts'
import { ManageMenu } from '../../tables/ManageMenu.tsx'
import { SearchField } from '../../tables/SearchField.tsx'
import { useListAddress } from '../../tables/useListAddress.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Gate } from '../../ui/Gate.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { passesGate } from '../../ui/passesGate.ts'
import { useDepartmentColumns } from './useDepartmentColumns.tsx'

const PAGE_SIZE = 20
const ORDER = 'name:asc'

/** Departments of the organization with their contents; dialogs open over the page. */
export function DepartmentsPage() {
  const { t } = useTranslation()
  const address = useListAddress()
  const { search } = address
  const columns = useDepartmentColumns()
  const departments = useQuery(
    departmentListQuery(listQuery(search, { size: PAGE_SIZE, order: ORDER }, nameContains(search.q))),
  )
  const add = (
    <Gate permission="department:department-create">
      <ButtonLink to="/departments/new" search leftSection={<Icon of={IconPlus} size={16} />}>
        {t('departments.add')}
      </ButtonLink>
    </Gate>
  )
  // The top level always exists; if it is alone, there are no departments yet.
  const onlyTop = !search.q && departments.data?.data.every(isTopLevel)
  const shown = onlyTop && departments.data ? { ...departments, data: { data: [], total: 0 } } : departments
  return (
    <>
      <ListTable
        title={t('departments.title')}
        query={shown}
        address={address}
        filters={['q']}
        pageSize={PAGE_SIZE}
        failed={t('error.departments')}
        nothing={t('users.nothing')}
        empty={
          <Notice icon={IconSitemap} title={t('departments.none')} hint={t('departments.noneHint')}>
            {add}
          </Notice>
        }
        action={add}
        tools={<SearchField label={t('departments.search')} address={address} />}
        columns={columns}
        order={ORDER}
        menu={(department) => <DepartmentMenu department={department} />}
      />
      <Outlet />
    </>
  )
}

function DepartmentMenu({ department }: { department: CountedDepartment }) {
  const me = useUser()
  const may = (permission: 'department:department-edit' | 'department:department-delete') =>
    passesGate(me, { permission, entityId: department.id })
  return (
    <ManageMenu
      of="/departments"
      row={department}
      mayEdit={may('department:department-edit')}
      mayDelete={!isTopLevel(department) && may('department:department-delete')}
    />
  )
}
