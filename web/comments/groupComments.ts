import type { Comment } from '#contract/comment.ts'

/** What was said of one trip or, without one, of a vessel herself. */
export interface CommentGroup {
  tripId: string | null
  vesselId: string
  comments: Comment[]
}

/** In the order of the first comment of each. */
export function groupComments(comments: readonly Comment[]): CommentGroup[] {
  const groups = new Map<string, CommentGroup>()
  for (const comment of comments) {
    const { trip_id: tripId, vessel_id: vesselId } = comment
    const key = tripId ?? vesselId
    const group = groups.get(key) ?? { tripId, vesselId, comments: [] }
    group.comments.push(comment)
    groups.set(key, group)
  }
  return [...groups.values()]
}
