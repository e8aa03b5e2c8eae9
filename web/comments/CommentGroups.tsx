import { Button } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Comment } from '#contract/comment.ts'
import { type CommentFilter, gatheredCommentsQuery } from '../api/comments.ts'
import { tripsQuery } from '../api/trips.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { useVessels } from '../live/vesselStates.ts'
import { ListSkeleton } from '../tables/ListSkeleton.tsx'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { Notice } from '../ui/Notice.tsx'
import classes from './CommentGroups.module.css'
import { CommentItem } from './CommentItem.tsx'
import { DeleteCommentDialog } from './DeleteCommentDialog.tsx'
import { type CommentGroup, groupComments } from './groupComments.ts'

/** Of each trip or vessel this many are shown here; all of them are with it. */
const SHOWN = 3

/** What was said, gathered by what it is about, the newest first. */
export function CommentGroups({ filter, nothing }: { filter: CommentFilter[]; nothing: string }) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(gatheredCommentsQuery(filter))
  const [deleting, setDeleting] = useState<Comment | null>(null)
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  if (!data) {
    if (error) return <LoadFailed sentence={t('error.comments')} error={error} onRetry={refetch} />
    return <ListSkeleton rows={3} />
  }
  const groups = groupComments(data)
  if (groups.length === 0) return <Notice icon={IconMessageCircle} title={nothing} />
  return (
    <div className={classes.groups}>
      {groups.map((group) => (
        <Group key={group.tripId ?? group.vesselId} group={group} onDelete={setDeleting} />
      ))}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {t('comments.more')}
        </Button>
      )}
      {deleting && <DeleteCommentDialog comment={deleting} onClose={() => setDeleting(null)} />}
    </div>
  )
}

function Group({ group, onDelete }: { group: CommentGroup; onDelete: (comment: Comment) => void }) {
  const { t } = useTranslation()
  const { tripId, vesselId, comments } = group
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? comments : comments.slice(0, SHOWN)
  return (
    <section className={classes.group}>
      <header className={classes.head}>
        <h2>{tripId ? <TripName tripId={tripId} vesselId={vesselId} /> : <VesselName id={vesselId} />}</h2>
        {comments.length > SHOWN &&
          (tripId ? (
            <Link to="/trips/$tripId/comments" params={{ tripId }} className={classes.all ?? ''}>
              {t('comments.viewAll', { count: comments.length })}
            </Link>
          ) : (
            !isOpen && (
              <button type="button" className={classes.all} onClick={() => setOpen(true)}>
                {t('comments.viewAll', { count: comments.length })}
              </button>
            )
          ))}
      </header>
      <ol className={classes.timeline}>
        {shown.map((comment) => (
          <CommentItem key={comment.id} comment={comment} onDelete={() => onDelete(comment)} />
        ))}
      </ol>
    </section>
  )
}

const useVesselName = (id: string) => useVessels((states) => states.get(id)?.name)

function VesselName({ id }: { id: string }) {
  return (
    <Link to="/vessels/$vesselId" params={{ vesselId: id }}>
      {useVesselName(id) ?? '–'}
    </Link>
  )
}

function TripName({ tripId, vesselId }: { tripId: string; vesselId: string }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const vessel = useVesselName(vesselId) ?? '–'
  const trip = useQuery(
    tripsQuery({ limit: 1, filter: [{ field: 'id', operator: 'eq', value: tripId }] }),
  ).data?.data.find(({ id }) => id === tripId)
  return (
    <Link to="/trips/$tripId/comments" params={{ tripId }}>
      {trip
        ? t('comments.tripOn', { vessel, date: formats.dateTime(Date.parse(trip.start_time)) })
        : t('comments.onTrip', { vessel })}
    </Link>
  )
}
