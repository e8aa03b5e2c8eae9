import { Button } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Comment } from '#contract/wire/comment.ts'
import { type CommentSubject, conversationQuery } from '../api/comments.ts'
import { usePermission } from '../api/user.ts'
import type { Interval } from '../replay/player.ts'
import { ListSkeleton } from '../tables/ListSkeleton.tsx'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { Notice } from '../ui/Notice.tsx'
import { CommentForm } from './CommentForm.tsx'
import { CommentItem } from './CommentItem.tsx'
import classes from './Comments.module.css'
import { DeleteCommentDialog } from './DeleteCommentDialog.tsx'

interface Props {
  about: CommentSubject
  /** Number of comments according to other queries; a change of the number reloads the comments. */
  count?: number
  /** Time of the trip: a comment written during it leads to its moment on the map. */
  during?: Interval
}

/** Comments on a trip or a vessel, oldest first, with the form for a new one. */
export function Comments({ about, count, during }: Props) {
  const { t } = useTranslation()
  const mayWrite = usePermission('vessel:comment-create', about.vesselId)
  const conversation = useInfiniteQuery(conversationQuery(about))
  const { data, error, refetch, isFetching } = conversation
  const differs = count !== undefined && data !== undefined && data.total !== count
  // biome-ignore lint/correctness/useExhaustiveDependencies: refetches once for each new count
  useEffect(() => {
    if (differs && !isFetching) void refetch()
  }, [count])
  return (
    <div className={classes.panel}>
      {data ? (
        data.comments.length > 0 ? (
          <Conversation comments={data.comments} more={conversation} during={during} />
        ) : (
          <Notice icon={IconMessageCircle} title={t('comments.none')} />
        )
      ) : error ? (
        <LoadFailed sentence={t('error.comments')} error={error} onRetry={refetch} />
      ) : (
        <ListSkeleton rows={3} />
      )}
      {mayWrite && !error && <CommentForm key={about.tripId ?? about.vesselId} about={about} />}
    </div>
  )
}

function Conversation({
  comments,
  during,
  more: { hasNextPage, isFetchingNextPage, fetchNextPage },
}: {
  comments: readonly Comment[]
  during: Interval | undefined
  more: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}) {
  const { t } = useTranslation()
  const [deleting, setDeleting] = useState<Comment | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const latest = comments.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the end whenever the latest comment changes
  useLayoutEffect(() => {
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
  }, [latest])
  return (
    <section
      ref={scroller}
      className={classes.scroller}
      aria-label={t('trip.tab.comments')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrolling element
      tabIndex={0}
    >
      {hasNextPage && (
        <Button
          variant="default"
          className={classes.earlier ?? ''}
          loading={isFetchingNextPage}
          onClick={() => fetchNextPage()}
        >
          {t('comments.earlier')}
        </Button>
      )}
      <ol className={classes.list}>
        {comments.map((comment) => (
          <CommentItem
            key={comment.id}
            comment={comment}
            during={during}
            onDelete={() => setDeleting(comment)}
          />
        ))}
      </ol>
      {deleting && <DeleteCommentDialog comment={deleting} onClose={() => setDeleting(null)} />}
    </section>
  )
}
