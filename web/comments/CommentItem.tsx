import { IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Comment } from '#contract/wire/comment.ts'
import { usePermission, useUser } from '../api/user.ts'
import { useFormats } from '../i18n/useFormats.ts'
import type { Interval } from '../replay/player.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { CommentImages } from './CommentImages.tsx'
import classes from './Comments.module.css'

interface Props {
  comment: Comment
  /** Time of the trip: a comment written during it leads to its moment on the map. */
  during?: Interval | undefined
  onDelete: () => void
}

export function CommentItem({ comment, during, onDelete }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { user, api_key: key, text, created_at, image_references: images } = comment
  const author = user ?? key
  const createdMs = Date.parse(created_at)
  const isDuring = during && createdMs >= during.fromMs && createdMs <= during.toMs
  const time = <time dateTime={created_at}>{formats.dateTime(createdMs)}</time>
  return (
    <li className={classes.comment}>
      <Avatar name={author?.name ?? ''} url={user?.profile_picture_url ?? null} size={32} />
      <div className={classes.written}>
        <p className={classes.head}>
          <span className={classes.author} data-gone={!author || undefined}>
            {author?.name ?? t('comments.deletedUser')}
          </span>
          {isDuring && comment.trip_id ? (
            <Link
              to="/map/trips/$tripId"
              params={{ tripId: comment.trip_id }}
              search={{ t: createdMs }}
              title={t('trips.viewOnMap')}
            >
              {time}
            </Link>
          ) : (
            time
          )}
        </p>
        {text && <p className={classes.text}>{text}</p>}
        {images.length > 0 && <CommentImages images={images} />}
      </div>
      {useMayDelete(comment) && (
        <IconButton icon={IconTrash} label={t('comments.delete')} size={28} onClick={onDelete} />
      )}
    </li>
  )
}

function useMayDelete({ user, vessel_id }: Comment): boolean {
  const me = useUser()
  const any = usePermission('vessel:comment-delete-any', vessel_id)
  const own = usePermission('vessel:comment-delete-own', vessel_id)
  return any || (own && user?.id === me.id)
}
