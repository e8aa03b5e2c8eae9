import { Button, Menu, Skeleton } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Webhook } from '#contract/wire/notification.ts'
import { deleteWebhook, rotateWebhook, webhooksQuery } from '../../api/notifications.ts'
import { DeleteDialog } from '../../forms/DeleteDialog.tsx'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useSave } from '../../forms/useSave.ts'
import { type Column, DataTable } from '../../tables/DataTable.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { CreateWebhookDialog } from './CreateWebhookDialog.tsx'
import { DeliveriesDialog } from './DeliveriesDialog.tsx'
import { EditWebhookDialog } from './EditWebhookDialog.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { SettingsCard } from './SettingsCard.tsx'

type Open =
  | { kind: 'edit' | 'delete' | 'rotate' | 'deliveries'; webhook: Webhook }
  | { kind: 'create' }
  | { kind: 'secret'; secret: string }

/** Webhooks of the organization, which send alerts to other programs. */
export function WebhooksPage() {
  const { t } = useTranslation()
  const webhooks = useQuery(webhooksQuery)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const showSecret = ({ secret }: { secret: string }) => setOpen({ kind: 'secret', secret })
  const remove = useSave({
    save: deleteWebhook,
    success: 'webhooks.deleted',
    failure: 'webhooks.deleteFailed',
    affects: ['webhooks'],
    onSaved: close,
  })
  const rotate = useSave({
    save: rotateWebhook,
    success: () => null,
    failure: 'webhooks.rotateFailed',
    affects: [],
    onSaved: showSecret,
  })
  const columns: Column<Webhook>[] = [
    {
      key: 'name',
      phone: 'lead',
      title: t('webhooks.name'),
      cell: ({ name }) => name,
    },
    {
      key: 'url',
      phone: 'line',
      title: t('webhooks.url'),
      cell: ({ url }) => <span style={{ overflowWrap: 'anywhere' }}>{url}</span>,
    },
    {
      key: 'severities',
      title: t('webhooks.severities'),
      cell: ({ severities }) => severities.map((one) => t(`severity.${one}`)).join(', '),
    },
    {
      key: 'enabled',
      phone: 'end',
      title: t('webhooks.enabled'),
      cell: ({ enabled }) => t(enabled ? 'webhooks.enabled' : 'webhooks.off'),
    },
  ]
  return (
    <SettingsCard
      title={t('nav.webhooks')}
      hint={t('webhooks.hint')}
      actions={<Button onClick={() => setOpen({ kind: 'create' })}>{t('webhooks.add')}</Button>}
    >
      {webhooks.data ? (
        webhooks.data.data.length > 0 ? (
          <DataTable
            label={t('nav.webhooks')}
            columns={columns}
            rows={webhooks.data.data}
            menuTitle={t('common.actions')}
            menu={(webhook) => (
              <Menu position="bottom-end">
                <Menu.Target>
                  <MoreButton label={t('webhooks.menu', { name: webhook.name })} />
                </Menu.Target>
                <Menu.Dropdown>
                  {(['deliveries', 'edit', 'rotate', 'delete'] as const).map((kind) => (
                    <Menu.Item key={kind} onClick={() => setOpen({ kind, webhook })}>
                      {t(`webhooks.${kind}`)}
                    </Menu.Item>
                  ))}
                </Menu.Dropdown>
              </Menu>
            )}
          />
        ) : (
          <Notice icon={IconWebhook} title={t('webhooks.none')} hint={t('webhooks.noneHint')} />
        )
      ) : webhooks.error ? (
        <LoadFailed sentence={t('webhooks.failed')} error={webhooks.error} onRetry={webhooks.refetch} />
      ) : (
        <Skeleton height={72} />
      )}
      {open?.kind === 'create' && <CreateWebhookDialog onCreated={showSecret} onClose={close} />}
      {open?.kind === 'edit' && <EditWebhookDialog webhook={open.webhook} onClose={close} />}
      {open?.kind === 'deliveries' && <DeliveriesDialog webhook={open.webhook} onClose={close} />}
      {open?.kind === 'secret' && (
        <SecretDialog
          title="webhooks.secret"
          hint="webhooks.secretHint"
          secret={open.secret}
          copy="webhooks.copy"
          copied="webhooks.copied"
          onClose={close}
        />
      )}
      {open?.kind === 'rotate' && (
        <FormDialog
          title={t('webhooks.rotate')}
          submit={t('webhooks.rotate')}
          pending={rotate.isPending}
          onSubmit={(event) => {
            event.preventDefault()
            rotate.mutate(open.webhook.id)
          }}
          onClose={close}
        >
          <p>{t('webhooks.rotateHint')}</p>
        </FormDialog>
      )}
      {open?.kind === 'delete' && (
        <DeleteDialog
          action={t('webhooks.delete')}
          consequence={t('webhooks.gone', { name: open.webhook.name })}
          pending={remove.isPending}
          onConfirm={() => remove.mutate(open.webhook.id)}
          onClose={close}
        />
      )}
    </SettingsCard>
  )
}
