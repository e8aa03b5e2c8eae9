import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { OrderOf } from '#contract/wire/list.ts'
import { CHANNELS, MESSAGE_STATES, UNANSWERED } from '#contract/wire/message.ts'
import type { listMessages, OutboxMessage } from '#contract/wire/notification.ts'
import { messageListQuery, retryMessages } from '../../api/notifications.ts'
import { DateRangePicker } from '../../forms/DateRangePicker.tsx'
import { useSave } from '../../forms/useSave.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { ChoiceFilter } from '../../tables/ChoiceFilter.tsx'
import table from '../../tables/DataTable.module.css'
import type { Column } from '../../tables/DataTable.tsx'
import { ListTable } from '../../tables/ListTable.tsx'
import { choices, daysBetween, listQuery, oneOf } from '../../tables/listQuery.ts'
import { useListAddress } from '../../tables/useListAddress.ts'
import { Notice } from '../../ui/Notice.tsx'
import { SeverityIcon } from '../../ui/SeverityIcon.tsx'
import { Again } from './Again.tsx'

const PAGE_SIZE = 20
const ORDER = 'created_at:desc'

/** Log of alert messages: recipients, failures and their reasons. */
export function MessagesPage() {
  const { t } = useTranslation()
  const formats = useFormats()
  const address = useListAddress()
  const { search, change } = address
  const messages = useQuery(
    messageListQuery(
      listQuery(search, { size: PAGE_SIZE, order: ORDER }, [
        ...choices({
          state: oneOf(MESSAGE_STATES, search.status),
          channel: oneOf(CHANNELS, search.type),
        }),
        ...daysBetween('created_at', search),
      ]),
    ),
  )
  const retry = useSave({
    save: retryMessages,
    success: 'messages.queued',
    failure: 'messages.againFailed',
    affects: ['messages'],
  })
  const columns: Column<OutboxMessage, OrderOf<typeof listMessages>>[] = [
    {
      key: 'created_at',
      phone: 'end',
      title: t('messages.when'),
      sort: 'created_at',
      cell: ({ created_at }) => formats.dateTimeSeconds(Date.parse(created_at)),
    },
    {
      key: 'to',
      phone: 'lead',
      title: t('messages.to'),
      cell: ({ to }) => to,
    },
    {
      key: 'channel',
      title: t('messages.channel'),
      cell: ({ channel }) => t(`messages.channels.${channel}`),
    },
    {
      key: 'state',
      title: t('messages.state'),
      cell: ({ state, attempts, maybe_twice, next_at, waits_for }) => (
        <>
          {waits_for ? t(`messages.waitsFor.${waits_for}`) : t(`messages.states.${state}`)}
          {attempts > 1 && ` · ${t('messages.attempts', { count: attempts })}`}
          {maybe_twice && ` · ${t('messages.maybeTwice')}`}
          {next_at &&
            ` · ${waits_for ? formats.dateTime(Date.parse(next_at)) : formats.timeSeconds(Date.parse(next_at))}`}
        </>
      ),
    },
    {
      key: 'alert',
      phone: 'line',
      title: t('messages.about'),
      cell: ({ alert }) => (
        <Link className={table.link ?? ''} to="/alerts/$alertId" params={{ alertId: alert.id }}>
          <SeverityIcon severity={alert.severity} /> {alert.vessel}: {alert.text}
        </Link>
      ),
    },
    {
      key: 'error',
      phone: 'line',
      title: t('messages.error'),
      cell: ({ last_error }) => (last_error === UNANSWERED ? t('messages.unanswered') : last_error),
    },
  ]
  return (
    <ListTable
      title={t('nav.messages')}
      query={messages}
      address={address}
      filters={['status', 'type', 'from', 'to']}
      pageSize={PAGE_SIZE}
      failed={t('messages.failedToLoad')}
      nothing={t('users.nothing')}
      empty={<Notice icon={IconMail} title={t('messages.none')} hint={t('messages.hint')} />}
      nested
      tools={
        <>
          <ChoiceFilter
            label={t('messages.state')}
            name="status"
            address={address}
            options={MESSAGE_STATES.map((value) => ({ value, label: t(`messages.states.${value}`) }))}
          />
          <ChoiceFilter
            label={t('messages.channel')}
            name="type"
            address={address}
            options={CHANNELS.map((value) => ({ value, label: t(`messages.channels.${value}`) }))}
          />
          <DateRangePicker from={search.from} to={search.to} onChange={change} />
        </>
      }
      columns={columns}
      menu={({ id, state, to }) =>
        (state === 'dead' || state === 'failed') && (
          <Again
            words={t('messages.again')}
            label={t('messages.againFor', { to })}
            pending={retry.isPending}
            onClick={() => retry.mutate([id])}
          />
        )
      }
      order={ORDER}
    />
  )
}
