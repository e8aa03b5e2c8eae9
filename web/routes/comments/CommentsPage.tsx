import { IconMessageCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { commentListQuery } from '../../api/comments.ts'
import { CommentImages } from '../../comments/CommentImages.tsx'
import { DateRangePicker } from '../../forms/DateRangePicker.tsx'
import { useFormats } from '../../i18n/useFormats.ts'
import { useVessels } from '../../live/vesselStates.ts'
import table from '../../tables/DataTable.module.css'
import { DataTable } from '../../tables/DataTable.tsx'
import { ListPage } from '../../tables/ListPage.tsx'
import { daysBetween, listQuery } from '../../tables/listQuery.ts'
import { useListAddress } from '../../tables/useListAddress.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Notice } from '../../ui/Notice.tsx'

const PAGE_SIZE = 20
const ORDER = 'created_at:desc'

/** Everything that was said of trips and vessels, newest first. */
export function CommentsPage() {
  const { t } = useTranslation()
  const formats = useFormats()
  const address = useListAddress()
  const { search, change } = address
  const vessels = useVessels((states) => states.all())
  const names = new Map(vessels.map(({ id, name }) => [id, name]))
  const comments = useQuery(
    commentListQuery(listQuery(search, { size: PAGE_SIZE, order: ORDER }, daysBetween('created_at', search))),
  )
  return (
    <ListPage
      title={t('nav.comments')}
      query={comments}
      address={address}
      filters={['from', 'to']}
      pageSize={PAGE_SIZE}
      failed={t('error.comments')}
      nothing={t('users.nothing')}
      empty={<Notice icon={IconMessageCircle} title={t('later.comments')} hint={t('later.commentsHint')} />}
      tools={<DateRangePicker from={search.from} to={search.to} onChange={change} />}
    >
      {(rows) => (
        <DataTable
          label={t('nav.comments')}
          columns={[
            {
              key: 'text',
              phone: 'line',
              title: t('comments.text'),
              cell: ({ text, image_references: images }) => (
                <>
                  {text}
                  {images.length > 0 && <CommentImages images={images} small />}
                </>
              ),
            },
            {
              key: 'who',
              phone: 'lead',
              title: t('comments.who'),
              cell: ({ user }) =>
                user ? (
                  <span className={table.person}>
                    <Avatar name={user.name} url={user.profile_picture_url} />
                    {user.name}
                  </span>
                ) : (
                  t('comments.deletedUser')
                ),
            },
            {
              key: 'about',
              title: t('comments.about'),
              cell: ({ vessel_id, trip_id }) => {
                const vessel = names.get(vessel_id) ?? '–'
                return trip_id ? (
                  <Link
                    to="/trips/$tripId/comments"
                    params={{ tripId: trip_id }}
                    className={table.link ?? ''}
                  >
                    {t('comments.onTrip', { vessel })}
                  </Link>
                ) : (
                  vessel
                )
              },
            },
            {
              key: 'when',
              phone: 'end',
              title: t('comments.when'),
              sort: 'created_at',
              cell: ({ created_at }) => formats.dateTime(Date.parse(created_at)),
            },
          ]}
          rows={rows}
          order={search.order ?? ORDER}
          onOrder={(order) => change({ order: order === ORDER ? undefined : order })}
        />
      )}
    </ListPage>
  )
}
