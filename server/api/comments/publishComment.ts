import type { Bus } from '#server/platform/bus.ts'
import type { CommentRecord } from '#server/records/comments.ts'

/** Trips count what was said of them. */
export function publishComment(bus: Bus, { comment, departmentId }: CommentRecord): void {
  const { organizationId, vesselId, tripId } = comment
  if (tripId !== null) bus.publish({ type: 'trip.changed', organizationId, departmentId, vesselId, tripId })
}
