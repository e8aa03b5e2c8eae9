import { Button, Progress } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { exportFilePath, type FleetExport, type listExports } from '#contract/wire/fleetExport.ts'
import type { OrderOf } from '#contract/wire/list.ts'
import { useUser } from '../../api/user.ts'
import { here } from '../../base.ts'
import { fileSize } from '../../i18n/fileSize.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import type { Column } from '../../tables/DataTable.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Missing } from '../../ui/Quantity.tsx'
import classes from './exports.module.css'

export function useExportColumns(): readonly Column<FleetExport, OrderOf<typeof listExports>>[] {
  const { t } = useTranslation()
  const formats = useFormats()
  const { company } = useUser()
  return [
    {
      key: 'what',
      phone: 'lead',
      title: t('exports.what'),
      cell: ({ kind, vessel, department }) => (
        <span className={classes.what}>
          {t(`exports.kinds.${kind}`)}
          <span className={classes.of}>{vessel?.name ?? department?.name ?? company.name}</span>
        </span>
      ),
    },
    {
      key: 'days',
      title: t('exports.days'),
      cell: ({ start, end }) => {
        const [from, to] = [Date.parse(start), Date.parse(end)]
        const last = formats.date(to - 1)
        if (from === 0) return t('exports.until', { end: last })
        const first = formats.date(from)
        return first === last ? first : `${first} – ${last}`
      },
    },
    { key: 'format', title: t('download.format'), cell: ({ format }) => t(`exports.formats.${format}`) },
    { key: 'state', phone: 'line', title: t('exports.state'), cell: (row) => <State row={row} /> },
    {
      key: 'rows',
      title: t('exports.rows'),
      right: true,
      cell: ({ rows, state }) =>
        state === 'waiting' || state === 'failed' ? <Missing /> : formats.number(rows),
    },
    {
      key: 'created',
      title: t('exports.created'),
      sort: 'created_at',
      cell: ({ created_at, user, api_key }) => (
        <span className={classes.what}>
          {formats.dateTime(Date.parse(created_at))}
          <span className={classes.of}>{(user ?? api_key)?.name}</span>
        </span>
      ),
    },
  ]
}

/** Progress of an export, or its file with expiry, or the reason of its failure. */
function State({ row }: { row: FleetExport }) {
  const { t } = useTranslation()
  const formats = useFormats()
  switch (row.state) {
    case 'waiting':
      return t('exports.states.waiting')
    case 'running':
      return (
        <span className={classes.running}>
          <span>{formats.quantity(100 * row.progress, '%', 0)}</span>
          <Progress
            value={100 * row.progress}
            size={4}
            aria-label={t('exports.progressOf', { file: row.file_name })}
          />
        </span>
      )
    case 'failed':
      return <span className={classes.failed}>{t(`exports.failures.${row.error ?? 'broken'}`)}</span>
    case 'done':
      if (row.rows === 0) return <span className={classes.of}>{t('exports.empty')}</span>
      return (
        <span className={classes.done}>
          <Button
            component="a"
            href={here(exportFilePath(row.id))}
            download={row.file_name}
            variant="default"
            size="compact-sm"
            leftSection={<Icon of={IconDownload} size={14} />}
            aria-label={t('exports.downloadFile', { file: row.file_name })}
          >
            {fileSize(row.bytes ?? 0, formats)}
          </Button>
          {row.expires_at && (
            <span className={classes.of}>
              {t('exports.expires', { day: formats.date(Date.parse(row.expires_at)) })}
            </span>
          )}
        </span>
      )
  }
}
