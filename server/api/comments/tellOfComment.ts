import type { Bus } from '#server/platform/bus.ts'
import type { CommentRecord } from '#server/records/comments.ts'

/** Trips count what was said of them. */
export function tellOfComment(bus: Bus, { comment, departmentId }: CommentRecord): void {
  const { companyId, vesselId, tripId } = comment
  if (tripId !== null) bus.publish({ type: 'trip.changed', companyId, departmentId, vesselId, tripId })
}
