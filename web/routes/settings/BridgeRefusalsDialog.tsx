import { IconMailX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Bridge, BridgeRefusal } from '#contract/wire/bridge.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useFormats } from '../../i18n/useFormats.ts'
import { type Column, DataTable } from '../../tables/DataTable.tsx'
import { Notice } from '../../ui/Notice.tsx'

type Row = BridgeRefusal & { id: string }
type Field = 'count' | 'last_at'

/** Senders whose messages a bridge brought and the gateways refused, by default the latest first. */
export function BridgeRefusalsDialog({ bridge, onClose }: { bridge: Bridge; onClose: () => void }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const [order, setOrder] = useState('last_at:desc')
  const columns: Column<Row, Field>[] = [
    {
      key: 'sender',
      phone: 'lead',
      title: t('bridges.sender'),
      cell: ({ sender }) => sender ?? t('bridges.others'),
    },
    {
      key: 'reason',
      phone: 'line',
      title: t('bridges.reason'),
      cell: ({ reason }) => t(`bridges.reasons.${reason}`),
    },
    {
      ...{ key: 'count', right: true, sort: 'count', title: t('bridges.count') },
      cell: ({ count }) => formats.number(count),
    },
    {
      ...{ key: 'last', phone: 'end', right: true, sort: 'last_at', title: t('bridges.last') },
      cell: ({ last_at }) => formats.dateTime(Date.parse(last_at)),
    },
  ]
  const rows = bridge.refused.map((one) => ({ ...one, id: `${one.reason} ${one.sender ?? ''}` }))
  return (
    <FormDialog title={t('bridges.refusedBy', { name: bridge.name })} size={820} onClose={onClose}>
      {rows.length > 0 ? (
        <>
          <p>{t('bridges.refusedHint')}</p>
          <DataTable
            label={t('bridges.refusedBy', { name: bridge.name })}
            columns={columns}
            rows={sorted(rows, order)}
            order={order}
            onOrder={setOrder}
          />
        </>
      ) : (
        <Notice icon={IconMailX} title={t('bridges.noRefusals')} />
      )}
    </FormDialog>
  )
}

function sorted(rows: readonly Row[], order: string): Row[] {
  const [field, direction] = order.split(':')
  const rank = (row: Row) => (field === 'count' ? row.count : Date.parse(row.last_at))
  const sign = direction === 'asc' ? 1 : -1
  return rows.toSorted((a, b) => sign * (rank(a) - rank(b)))
}
