import { Button } from '@mantine/core'
import { IconDeviceTv, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderOf } from '#contract/wire/list.ts'
import { type listWallLinks, WALL_STATES, type WallLink } from '#contract/wire/wallLink.ts'
import { usePermission } from '../../api/user.ts'
import { endWallLink, wallLinkListQuery } from '../../api/wallLinks.ts'
import { fromAnywhere } from '../../base.ts'
import { useSave } from '../../forms/useSave.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { ChoiceFilter } from '../../tables/ChoiceFilter.tsx'
import type { Column } from '../../tables/DataTable.tsx'
import { ListTable } from '../../tables/ListTable.tsx'
import { choices, listQuery, oneOf } from '../../tables/listQuery.ts'
import { useListAddress } from '../../tables/useListAddress.ts'
import { NoAccess } from '../../ui/NoAccess.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Again } from './Again.tsx'
import { CreateWallLinkDialog } from './CreateWallLinkDialog.tsx'
import { SecretDialog } from './SecretDialog.tsx'

const PAGE_SIZE = 20
const ORDER = 'created_at:desc'

/** Links of wall screens, for those who may change the organization. */
export function WallLinksPage() {
  const allowed = usePermission('company:company-edit')
  return allowed ? <WallLinkList /> : <NoAccess />
}

function WallLinkList() {
  const { t } = useTranslation()
  const formats = useFormats()
  const address = useListAddress()
  const { search } = address
  const [isAdding, setAdding] = useState(false)
  const [path, setPath] = useState<string | null>(null)
  const links = useQuery(
    wallLinkListQuery(
      listQuery(search, { size: PAGE_SIZE, order: ORDER }, [
        ...choices({ state: oneOf(WALL_STATES, search.status) }),
      ]),
    ),
  )
  const end = useSave({
    save: endWallLink,
    success: 'wallLinks.ended',
    failure: 'wallLinks.endFailed',
    affects: ['wall-links'],
  })
  const at = (time: string) => formats.dateTime(Date.parse(time))
  const columns: Column<WallLink, OrderOf<typeof listWallLinks>>[] = [
    {
      key: 'name',
      phone: 'lead',
      title: t('wallLinks.name'),
      cell: ({ name }) => name,
    },
    {
      key: 'department',
      phone: 'line',
      title: t('wallLinks.department'),
      cell: ({ department }) => department.name,
    },
    {
      key: 'created_at',
      title: t('wallLinks.made'),
      sort: 'created_at',
      cell: ({ created_at, user }) => `${user?.name ?? t('comments.deletedUser')} · ${at(created_at)}`,
    },
    {
      key: 'state',
      phone: 'end',
      title: t('wallLinks.state'),
      cell: ({ state, ended_at }) =>
        ended_at ? t('wallLinks.endedAt', { time: at(ended_at) }) : t(`wallLinks.states.${state}`),
    },
    {
      key: 'last_seen_at',
      phone: 'line',
      title: t('wallLinks.seen'),
      cell: ({ last_seen_at }) => (last_seen_at ? at(last_seen_at) : t('wallLinks.neverSeen')),
    },
  ]
  const add = <Button onClick={() => setAdding(true)}>{t('wallLinks.add')}</Button>
  return (
    <>
      <ListTable
        title={t('nav.wallLinks')}
        query={links}
        address={address}
        filters={['status']}
        pageSize={PAGE_SIZE}
        failed={t('wallLinks.listFailed')}
        nothing={t('users.nothing')}
        empty={
          <Notice icon={IconDeviceTv} title={t('wallLinks.none')} hint={t('wallLinks.hint')}>
            {add}
          </Notice>
        }
        nested
        action={add}
        tools={
          <ChoiceFilter
            label={t('wallLinks.state')}
            name="status"
            address={address}
            options={WALL_STATES.map((value) => ({ value, label: t(`wallLinks.states.${value}`) }))}
          />
        }
        columns={columns}
        menu={({ id, state, name }) =>
          state === 'active' && (
            <Again
              icon={IconX}
              words={t('wallLinks.end')}
              label={t('wallLinks.endOf', { name })}
              pending={end.isPending}
              onClick={() => end.mutate(id)}
            />
          )
        }
        order={ORDER}
      />
      {isAdding && (
        <CreateWallLinkDialog
          onCreated={({ wall_path }) => {
            setAdding(false)
            setPath(wall_path)
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {path !== null && (
        <SecretDialog
          title="wallLinks.created"
          hint="wallLinks.once"
          secret={fromAnywhere(path)}
          copy="users.copyLink"
          copied="wallLinks.copied"
          onClose={() => setPath(null)}
        />
      )}
    </>
  )
}
