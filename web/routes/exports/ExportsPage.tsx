import { Menu } from '@mantine/core'
import { IconDatabaseExport, IconDownload, IconPlus, IconTrash, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EXPORT_KINDS, EXPORT_STATES, exportFilePath, type FleetExport } from '#contract/wire/fleetExport.ts'
import { deleteExport, exportListQuery, isUnderWay } from '../../api/exports.ts'
import { usePermission, useUser } from '../../api/user.ts'
import { here } from '../../base.ts'
import { useSave } from '../../forms/useSave.ts'
import { ChoiceFilter } from '../../tables/ChoiceFilter.tsx'
import { ListTable } from '../../tables/ListTable.tsx'
import { choices, listQuery, oneOf } from '../../tables/listQuery.ts'
import { RowMenu } from '../../tables/RowMenu.tsx'
import { useListAddress } from '../../tables/useListAddress.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { NoAccess } from '../../ui/NoAccess.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useExportColumns } from './useExportColumns.tsx'

const PAGE_SIZE = 20
const ORDER = 'created_at:desc'

/** List of exports in progress, ready and failed; the dialog for a new one opens over the list. */
export function ExportsPage() {
  const allowed = usePermission('department:trip-view')
  return allowed ? <ExportList /> : <NoAccess />
}

function ExportList() {
  const { t } = useTranslation()
  const address = useListAddress()
  const { search } = address
  const columns = useExportColumns()
  const exports = useQuery(
    exportListQuery(
      listQuery(search, { size: PAGE_SIZE, order: ORDER }, [
        ...choices({
          kind: oneOf(EXPORT_KINDS, search.type),
          state: oneOf(EXPORT_STATES, search.status),
        }),
      ]),
    ),
  )
  const add = (
    <ButtonLink to="/exports/new" search leftSection={<Icon of={IconPlus} size={16} />}>
      {t('exports.create')}
    </ButtonLink>
  )
  return (
    <>
      <ListTable
        title={t('nav.exports')}
        query={exports}
        address={address}
        filters={['type', 'status']}
        pageSize={PAGE_SIZE}
        failed={t('error.exports')}
        nothing={t('exports.nothing')}
        empty={
          <Notice icon={IconDatabaseExport} title={t('exports.none')} hint={t('exports.noneHint')}>
            {add}
          </Notice>
        }
        action={add}
        tools={
          <>
            <ChoiceFilter
              label={t('exports.what')}
              name="type"
              address={address}
              options={EXPORT_KINDS.map((value) => ({ value, label: t(`exports.kinds.${value}`) }))}
            />
            <ChoiceFilter
              label={t('exports.state')}
              name="status"
              address={address}
              options={EXPORT_STATES.map((value) => ({ value, label: t(`exports.states.${value}`) }))}
            />
          </>
        }
        columns={columns}
        order={ORDER}
        menu={(row) => <ExportMenu row={row} />}
      />
      <Outlet />
    </>
  )
}

/** The file is a link, so that a browser can resume an interrupted download. */
function ExportMenu({ row }: { row: FleetExport }) {
  const { t } = useTranslation()
  const { id } = useUser()
  const mayDeleteAny = usePermission('department:department-edit')
  const open = isUnderWay(row)
  const remove = useSave({
    save: () => deleteExport(row.id),
    success: open ? 'exports.cancelled' : 'exports.deleted',
    failure: 'exports.deleteFailed',
    affects: ['exports'],
  })
  const mayDelete = mayDeleteAny || row.user?.id === id
  const isDone = row.state === 'done'
  if (!isDone && !mayDelete) return null
  return (
    <RowMenu label={t('common.actionsFor', { name: row.file_name })}>
      {isDone && (
        <Menu.Item
          component="a"
          href={here(exportFilePath(row.id))}
          download={row.file_name}
          leftSection={<Icon of={IconDownload} size={16} />}
        >
          {t('exports.download')}
        </Menu.Item>
      )}
      {mayDelete && (
        <Menu.Item
          {...(open ? {} : { color: 'var(--tf-sev-critical)' })}
          leftSection={<Icon of={open ? IconX : IconTrash} size={16} />}
          disabled={remove.isPending}
          onClick={() => remove.mutate(undefined)}
        >
          {t(open ? 'exports.cancel' : 'common.delete')}
        </Menu.Item>
      )}
    </RowMenu>
  )
}
