import { Skeleton } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Webhook, WebhookDelivery } from '#contract/wire/notification.ts'
import { deliveriesQuery, retryMessages } from '../../api/notifications.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useSave } from '../../forms/useSave.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { type Column, DataTable } from '../../tables/DataTable.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Again } from './Again.tsx'

/** Each delivery attempt of a webhook, with the answer. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const deliveries = useQuery(deliveriesQuery(webhook.id))
  const again = useSave({
    save: retryMessages,
    success: 'webhooks.queued',
    failure: 'messages.againFailed',
    affects: ['webhooks'],
  })
  const columns: Column<WebhookDelivery>[] = [
    {
      key: 'at',
      phone: 'lead',
      title: t('webhooks.tried'),
      cell: ({ at }) => formats.dateTimeSeconds(Date.parse(at)),
    },
    {
      key: 'alert',
      phone: 'line',
      title: t('messages.about'),
      cell: ({ alert }) => `${alert.vessel}: ${alert.text}`,
    },
    {
      key: 'status',
      title: t('messages.state'),
      cell: ({ status, error, took_ms }) =>
        `${status === null ? error : t('webhooks.answered', { status })} · ${t('webhooks.took', { ms: formats.number(took_ms) })}`,
    },
  ]
  const rows = deliveries.data?.data
  return (
    <FormDialog title={`${t('webhooks.deliveries')}: ${webhook.name}`} size={820} onClose={onClose}>
      {rows ? (
        rows.length > 0 ? (
          <DataTable
            label={t('webhooks.deliveries')}
            columns={columns}
            rows={rows}
            menuTitle={t('common.actions')}
            menu={({ message_id, alert }) => (
              <Again
                words={t('webhooks.again')}
                label={t('webhooks.againFor', { text: alert.text })}
                pending={again.isPending}
                onClick={() => again.mutate([message_id])}
              />
            )}
          />
        ) : (
          <Notice icon={IconWebhook} title={t('webhooks.noDeliveries')} />
        )
      ) : deliveries.error ? (
        <LoadFailed
          sentence={t('webhooks.deliveriesFailed')}
          error={deliveries.error}
          onRetry={deliveries.refetch}
        />
      ) : (
        <Skeleton height={120} />
      )}
    </FormDialog>
  )
}
