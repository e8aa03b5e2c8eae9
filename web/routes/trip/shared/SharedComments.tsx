import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { conversationQuery } from '../../../api/comments.ts'
import { CommentItem } from '../../../comments/CommentItem.tsx'
import comments from '../../../comments/Comments.module.css'
import { ListSkeleton } from '../../../tables/ListSkeleton.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { useTrip } from '../openTrip.ts'
import classes from './SharedPage.module.css'

/** Shared comments, oldest first. */
export function SharedComments() {
  const { t } = useTranslation()
  const { id: tripId, vessel_id: vesselId } = useTrip()
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(
    conversationQuery({ tripId, vesselId }),
  )
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  if (!data && error) return <LoadFailed sentence={t('error.comments')} error={error} onRetry={refetch} />
  if (!data) return <ListSkeleton rows={3} />
  return (
    <section className={classes.comments} aria-label={t('trip.tab.comments')}>
      <ol className={comments.list}>
        {data.comments.map((comment) => (
          <CommentItem key={comment.id} comment={comment} onDelete={() => {}} />
        ))}
      </ol>
    </section>
  )
}
