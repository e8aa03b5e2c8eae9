import { IconPencil, IconPlus, IconSteeringWheel, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ListedCaptain } from '#contract/wire/captain.ts'
import { captainListQuery } from '../../api/captains.ts'
import { useUser } from '../../api/user.ts'
import { StillPreparing } from '../../preparing/StillPreparing.tsx'
import { usePreparing } from '../../preparing/usePreparing.ts'
import { ListTable } from '../../tables/ListTable.tsx'
import { listQuery, nameContains } from '../../tables/listQuery.ts'
import { RowMenu } from '../../tables/RowMenu.tsx'
import { SearchField } from '../../tables/SearchField.tsx'
import { useListAddress } from '../../tables/useListAddress.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Gate } from '../../ui/Gate.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { MenuLink } from '../../ui/MenuLink.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { passesGate } from '../../ui/passesGate.ts'
import { useCaptainColumns } from './useCaptainColumns.tsx'

const PAGE_SIZE = 20
const ORDER = 'name:asc'

/** List of the organization's captains. */
export function CaptainsPage() {
  const { t } = useTranslation()
  const address = useListAddress()
  const { search } = address
  const columns = useCaptainColumns()
  const captains = useQuery(
    captainListQuery(listQuery(search, { size: PAGE_SIZE, order: ORDER }, nameContains(search.q))),
  )
  const preparing = usePreparing({})
  const add = (
    <Gate permission="department:captain-create">
      <ButtonLink to="/captains/new" search leftSection={<Icon of={IconPlus} size={16} />}>
        {t('captains.add')}
      </ButtonLink>
    </Gate>
  )
  return (
    <>
      <ListTable
        title={t('nav.captains')}
        query={captains}
        address={address}
        filters={['q']}
        pageSize={PAGE_SIZE}
        failed={t('error.captains')}
        nothing={t('trips.noCaptain')}
        empty={
          <Notice icon={IconSteeringWheel} title={t('captains.none')} hint={t('captains.noneHint')}>
            {add}
          </Notice>
        }
        action={add}
        note={<StillPreparing sentence={preparing} />}
        tools={<SearchField label={t('captains.search')} address={address} />}
        columns={columns}
        order={ORDER}
        menu={(captain) => <CaptainRowMenu captain={captain} />}
      />
      <Outlet />
    </>
  )
}

function CaptainRowMenu({ captain: { id: captainId, name, department_id } }: { captain: ListedCaptain }) {
  const { t } = useTranslation()
  const me = useUser()
  const mayEdit = passesGate(me, { permission: 'captain:captain-edit', entityId: department_id })
  const mayDelete = passesGate(me, { permission: 'captain:captain-delete', entityId: department_id })
  if (!mayEdit && !mayDelete) return null
  return (
    <RowMenu label={t('common.actionsFor', { name })}>
      {mayEdit && (
        <MenuLink
          to="/captains/$captainId/edit"
          params={{ captainId }}
          leftSection={<Icon of={IconPencil} size={16} />}
        >
          {t('common.edit')}
        </MenuLink>
      )}
      {mayDelete && (
        <MenuLink
          to="/captains/$captainId/delete"
          params={{ captainId }}
          leftSection={<Icon of={IconTrash} size={16} />}
        >
          {t('common.delete')}
        </MenuLink>
      )}
    </RowMenu>
  )
}
