import { Button, Skeleton } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Comment, CommentGroup } from '#contract/wire/comment.ts'
import { type CommentFilter, commentGroupsQuery, vesselCommentsQuery } from '../api/comments.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { Late } from '../ui/Late.tsx'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { Notice } from '../ui/Notice.tsx'
import classes from './CommentGroups.module.css'
import { CommentItem } from './CommentItem.tsx'
import { DeleteCommentDialog } from './DeleteCommentDialog.tsx'

/** Comments grouped by their subject, newest first. */
export function CommentGroups({ filter, nothing }: { filter: CommentFilter[]; nothing: string }) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(commentGroupsQuery(filter))
  const [deleting, setDeleting] = useState<Comment | null>(null)
  const { data, error, refetch } = query
  if (!data) {
    if (error) return <LoadFailed sentence={t('error.comments')} error={error} onRetry={refetch} />
    return (
      <Late>
        <div className={classes.groups} aria-busy="true">
          <Skeleton height={148} radius={8} />
          <Skeleton height={96} radius={8} />
          <Skeleton height={96} radius={8} />
        </div>
      </Late>
    )
  }
  if (data.length === 0) return <Notice icon={IconMessageCircle} title={nothing} />
  return (
    <div className={classes.groups}>
      {data.map((group) => (
        <Group key={group.trip?.id ?? group.vessel.id} group={group} filter={filter} onDelete={setDeleting} />
      ))}
      <More of={query} />
      {deleting && <DeleteCommentDialog comment={deleting} onClose={() => setDeleting(null)} />}
    </div>
  )
}

interface GroupProps {
  group: CommentGroup
  filter: CommentFilter[]
  onDelete: (comment: Comment) => void
}

function Group({ group, filter, onDelete }: GroupProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { trip, vessel, count, comments } = group
  const [isOpen, setOpen] = useState(false)
  const viewAll = t('comments.viewAll', { count })
  return (
    <section className={classes.group}>
      <header className={classes.head}>
        <h2>
          {trip ? (
            <Link to="/trips/$tripId/comments" params={{ tripId: trip.id }}>
              {t('comments.tripOn', {
                vessel: vessel.name,
                date: formats.dateTime(Date.parse(trip.start_time)),
              })}
            </Link>
          ) : (
            <Link to="/vessels/$vesselId/comments" params={{ vesselId: vessel.id }}>
              {vessel.name}
            </Link>
          )}
        </h2>
        {count > comments.length &&
          !isOpen &&
          (trip ? (
            <Link to="/trips/$tripId/comments" params={{ tripId: trip.id }} className={classes.all ?? ''}>
              {viewAll}
            </Link>
          ) : (
            <button type="button" className={classes.all} onClick={() => setOpen(true)}>
              {viewAll}
            </button>
          ))}
      </header>
      {isOpen ? (
        <AllOfVessel group={group} filter={filter} onDelete={onDelete} />
      ) : (
        <Timeline comments={comments} onDelete={onDelete} />
      )}
    </section>
  )
}

/** Shows all comments on a vessel; the newest stay visible while the others load. */
function AllOfVessel({ group, filter, onDelete }: GroupProps) {
  const all = useInfiniteQuery(vesselCommentsQuery(group.vessel.id, filter))
  return (
    <>
      <Timeline comments={all.data ?? group.comments} onDelete={onDelete} />
      <More of={all} />
    </>
  )
}

const Timeline = ({
  comments,
  onDelete,
}: {
  comments: readonly Comment[]
  onDelete: (comment: Comment) => void
}) => (
  <ol className={classes.timeline}>
    {comments.map((comment) => (
      <CommentItem key={comment.id} comment={comment} onDelete={() => onDelete(comment)} />
    ))}
  </ol>
)

interface Paged {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

function More({ of: { hasNextPage, isFetchingNextPage, fetchNextPage } }: { of: Paged }) {
  const { t } = useTranslation()
  if (!hasNextPage) return null
  return (
    <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
      {t('comments.more')}
    </Button>
  )
}
