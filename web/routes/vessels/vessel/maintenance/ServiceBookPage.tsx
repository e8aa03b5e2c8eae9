import { Button, Menu } from '@mantine/core'
import { IconBook2, IconFileTypeCsv, IconFileTypePdf, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SERVICE_BOOK_FORMATS, type ServiceRecord } from '#contract/wire/maintenance.ts'
import { deleteServiceRecord, serviceBookFile, serviceRecordsQuery } from '../../../../api/maintenance.ts'
import { usePermission } from '../../../../api/user.ts'
import { DeleteDialog } from '../../../../forms/DeleteDialog.tsx'
import { useSave } from '../../../../forms/useSave.ts'
import { useFormats } from '../../../../i18n/useFormats.ts'
import classes from '../../../../maintenance/maintenance.module.css'
import type { Column } from '../../../../tables/DataTable.tsx'
import { ListTable } from '../../../../tables/ListTable.tsx'
import { listQuery } from '../../../../tables/listQuery.ts'
import { RowMenu } from '../../../../tables/RowMenu.tsx'
import { useListAddress } from '../../../../tables/useListAddress.ts'
import { Icon } from '../../../../ui/Icon.tsx'
import { NoAccess } from '../../../../ui/NoAccess.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { Missing } from '../../../../ui/Quantity.tsx'
import { useOpenVessel } from '../openVessel.ts'

const PAGE_SIZE = 20
const ORDER = 'done_at:desc'

/** Work that was done on the vessel, the newest first. */
export function ServiceBookPage() {
  const { id } = useOpenVessel()
  return usePermission('vessel:maintenance-view', id) ? <ServiceBook vesselId={id} /> : <NoAccess />
}

function ServiceBook({ vesselId }: { vesselId: string }) {
  const { t } = useTranslation()
  const address = useListAddress()
  const columns = useBookColumns()
  const mayEdit = usePermission('vessel:maintenance-edit', vesselId)
  const [leaving, setLeaving] = useState<ServiceRecord | null>(null)
  const book = useQuery(
    serviceRecordsQuery(
      listQuery(address.search, { size: PAGE_SIZE, order: ORDER }, [
        { field: 'vessel_id' as const, operator: 'eq' as const, value: vesselId },
      ]),
    ),
  )
  return (
    <>
      <ListTable
        title={t('maintenance.book')}
        query={book}
        address={address}
        filters={[]}
        pageSize={PAGE_SIZE}
        nested
        failed={t('maintenance.failed')}
        nothing={t('maintenance.bookNone')}
        empty={
          <Notice icon={IconBook2} title={t('maintenance.bookNone')} hint={t('maintenance.bookNoneHint')} />
        }
        always={SERVICE_BOOK_FORMATS.map((format) => (
          <Button
            key={format}
            component="a"
            href={serviceBookFile(vesselId, format)}
            download
            variant="default"
            leftSection={<Icon of={format === 'pdf' ? IconFileTypePdf : IconFileTypeCsv} size={16} />}
          >
            {t(`seaService.${format}`)}
          </Button>
        ))}
        columns={columns}
        order={ORDER}
        menu={
          mayEdit
            ? (row) => (
                <RowMenu label={t('common.actionsFor', { name: row.title })}>
                  <Menu.Item
                    color="var(--tf-sev-critical)"
                    leftSection={<Icon of={IconTrash} size={16} />}
                    onClick={() => setLeaving(row)}
                  >
                    {t('common.delete')}
                  </Menu.Item>
                </RowMenu>
              )
            : undefined
        }
      />
      {leaving && <RemoveLine line={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

function useBookColumns(): readonly Column<ServiceRecord>[] {
  const { t } = useTranslation()
  const formats = useFormats()
  const two = (first: string | null, second: string | null) =>
    first === null && second === null ? (
      <Missing />
    ) : (
      <span className={classes.two}>
        {first}
        <span className={classes.quiet}>{second}</span>
      </span>
    )
  return [
    {
      key: 'title',
      phone: 'lead',
      title: t('maintenance.task'),
      cell: ({ title, engine, note }) =>
        two(
          title,
          [engine && t('maintenance.engine', { number: engine.instance }), note].filter(Boolean).join(' · '),
        ),
    },
    {
      key: 'date',
      phone: 'end',
      title: t('maintenance.doneOn'),
      sort: 'done_at',
      cell: ({ done_on }) => formats.date(Date.parse(`${done_on}T12:00`)),
    },
    {
      key: 'hours',
      right: true,
      title: t('maintenance.hours'),
      cell: ({ hours }) => formats.quantity(hours, 'h', 1),
    },
    {
      key: 'sailed',
      right: true,
      title: t('maintenance.sailed'),
      cell: ({ sailed_nmi }) => formats.quantity(sailed_nmi, 'nmi', 0),
    },
    {
      key: 'cost',
      right: true,
      title: t('maintenance.cost'),
      cell: ({ cost, currency }) => (cost === null ? <Missing /> : `${formats.number(cost, 2)} ${currency}`),
    },
    { key: 'parts', phone: 'line', title: t('maintenance.parts'), cell: ({ parts }) => parts ?? <Missing /> },
    {
      key: 'by',
      title: t('maintenance.doneBy'),
      cell: ({ done_by, user, api_key }) => two(done_by, user?.name ?? api_key?.name ?? null),
    },
  ]
}

function RemoveLine({ line, onClose }: { line: ServiceRecord; onClose: () => void }) {
  const { t } = useTranslation()
  const save = useSave({
    save: () => deleteServiceRecord(line.id),
    success: 'maintenance.lineDeleted',
    failure: 'maintenance.saveFailed',
    affects: ['maintenance'],
    onSaved: onClose,
  })
  return (
    <DeleteDialog
      action={t('maintenance.deleteLine')}
      consequence={t('maintenance.deleteLineMeans', { title: line.title })}
      pending={save.isPending}
      onConfirm={() => save.mutate()}
      onClose={onClose}
    />
  )
}
