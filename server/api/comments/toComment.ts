import type { Comment } from '#contract/wire/comment.ts'
import { keyOf } from '#server/records/actor.ts'
import type { CommentRecord } from '#server/records/comments.ts'
import { pictureUrl } from '#server/records/pictureUrl.ts'
import { toImageReference } from '../images/toImageReference.ts'

export const toComment = ({ comment, user, images }: CommentRecord): Comment => ({
  id: comment.id,
  text: comment.text,
  created_at: comment.createdAt.toISOString(),
  user: user && { id: user.id, name: user.name, profile_picture_url: pictureUrl(user.pictureFile) },
  api_key: keyOf(comment),
  vessel_id: comment.vesselId,
  trip_id: comment.tripId,
  image_references: images.map(toImageReference),
})
