import { usePermission } from '../../../api/user.ts'
import { Comments } from '../../../comments/Comments.tsx'
import { tripInterval } from '../../../replay/tripInterval.ts'
import { NoAccess } from '../../../ui/NoAccess.tsx'
import { useTrip } from '../openTrip.ts'

export function CommentsTab() {
  const trip = useTrip()
  const { id: tripId, vessel_id: vesselId, num_comments } = trip
  const allowed = usePermission('vessel:trip-comment-view', vesselId)
  if (!allowed) return <NoAccess />
  return (
    <Comments key={tripId} about={{ tripId, vesselId }} count={num_comments} during={tripInterval(trip)} />
  )
}
