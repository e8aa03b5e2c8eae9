import { IconShare, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { OrderOf } from '#contract/wire/list.ts'
import { type listShareLinks, SHARE_STATES, type ShareLink } from '#contract/wire/shareLink.ts'
import { revokeShareLink, shareLinkListQuery } from '../../api/shareLinks.ts'
import { usePermission } from '../../api/user.ts'
import { DateRangePicker } from '../../forms/DateRangePicker.tsx'
import { useSave } from '../../forms/useSave.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { ChoiceFilter } from '../../tables/ChoiceFilter.tsx'
import table from '../../tables/DataTable.module.css'
import type { Column } from '../../tables/DataTable.tsx'
import { ListTable } from '../../tables/ListTable.tsx'
import { choices, daysBetween, listQuery, oneOf } from '../../tables/listQuery.ts'
import { useListAddress } from '../../tables/useListAddress.ts'
import { NoAccess } from '../../ui/NoAccess.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Again } from './Again.tsx'

const PAGE_SIZE = 20
const ORDER = 'created_at:desc'

/** Share links for people without an account: creator, expiry and number of views. */
export function ShareLinksPage() {
  const allowed = usePermission('vessel:trip-edit')
  return allowed ? <ShareLinkList /> : <NoAccess />
}

function ShareLinkList() {
  const { t } = useTranslation()
  const formats = useFormats()
  const address = useListAddress()
  const { search, change } = address
  const links = useQuery(
    shareLinkListQuery(
      listQuery(search, { size: PAGE_SIZE, order: ORDER }, [
        ...choices({ state: oneOf(SHARE_STATES, search.status) }),
        ...daysBetween('created_at', search),
      ]),
    ),
  )
  const revoke = useSave({
    save: revokeShareLink,
    success: 'share.revoked',
    failure: 'share.revokeFailed',
    affects: ['share-links'],
  })
  const at = (time: string) => formats.dateTime(Date.parse(time))
  const columns: Column<ShareLink, OrderOf<typeof listShareLinks>>[] = [
    {
      key: 'what',
      phone: 'lead',
      title: t('shareLinks.what'),
      cell: (link) => <Shown link={link} />,
    },
    {
      key: 'created_at',
      title: t('shareLinks.made'),
      sort: 'created_at',
      cell: ({ created_at, user }) => (
        <>
          {user?.name ?? t('comments.deletedUser')} · {at(created_at)}
        </>
      ),
    },
    {
      key: 'expires_at',
      phone: 'line',
      title: t('shareLinks.state'),
      sort: 'expires_at',
      cell: ({ state, expires_at }) =>
        state === 'active' ? t('share.until', { time: at(expires_at) }) : t(`share.state.${state}`),
    },
    {
      key: 'openings',
      phone: 'line',
      title: t('shareLinks.openings'),
      sort: 'openings',
      cell: ({ openings, last_opened_at }) => (
        <>
          {openings === 0 ? t('share.neverOpened') : t('share.openings', { count: openings })}
          {last_opened_at && ` · ${t('share.lastOpened', { time: at(last_opened_at) })}`}
        </>
      ),
    },
  ]
  return (
    <ListTable
      title={t('nav.shareLinks')}
      query={links}
      address={address}
      filters={['status', 'from', 'to']}
      pageSize={PAGE_SIZE}
      failed={t('share.listFailed')}
      nothing={t('users.nothing')}
      empty={<Notice icon={IconShare} title={t('shareLinks.none')} hint={t('shareLinks.hint')} />}
      nested
      tools={
        <>
          <ChoiceFilter
            label={t('shareLinks.state')}
            name="status"
            address={address}
            options={SHARE_STATES.map((value) => ({ value, label: t(`shareLinks.states.${value}`) }))}
          />
          <DateRangePicker from={search.from} to={search.to} onChange={change} />
        </>
      }
      columns={columns}
      menu={({ id, state, vessel }) =>
        state === 'active' && (
          <Again
            icon={IconX}
            words={t('share.revoke')}
            label={t('shareLinks.revokeOf', { name: vessel.name })}
            pending={revoke.isPending}
            onClick={() => revoke.mutate(id)}
          />
        )
      }
      order={ORDER}
    />
  )
}

/** Vessel and shared trip or impact, with a link while the trip exists. */
function Shown({ link }: { link: ShareLink }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { trip_id: tripId, vessel, event_time: eventTime, trip_start_time: startTime } = link
  const at = (time: string) => formats.dateTime(Date.parse(time))
  if (startTime === null)
    return (
      <>
        {vessel.name}
        {eventTime && ` · ${t('share.ofImpact', { time: at(eventTime) })}`}
      </>
    )
  return eventTime ? (
    <Link className={table.link ?? ''} to="/trips/$tripId/impacts/$eventTime" params={{ tripId, eventTime }}>
      {vessel.name} · {t('share.ofImpact', { time: at(eventTime) })}
    </Link>
  ) : (
    <Link className={table.link ?? ''} to="/trips/$tripId" params={{ tripId }}>
      {vessel.name} · {t('shareLinks.tripOf', { time: at(startTime) })}
    </Link>
  )
}
