import { rankOf } from '#contract/domain/rank.ts'
import type { Captain, ListedCaptain } from '#contract/wire/captain.ts'
import { type CaptainRow, sailedBy } from '#server/records/captains.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'

export function toListedCaptain({
  captain,
  department,
  points,
  trips,
}: CaptainRow & { points: number; trips: number }): ListedCaptain {
  const { level, title } = rankOf(points)
  return {
    id: captain.id,
    name: captain.name,
    department_id: captain.departmentId,
    department,
    rank: { level, title, rp: points },
    count: { trips },
  }
}

/** A captain with the sums of their trips. */
export async function readCaptain(db: Db | Tx, row: CaptainRow): Promise<Captain> {
  const { points, meanPoints, meanScore, figures } = await sailedBy(db, row.captain.id)
  const listed = toListedCaptain({ ...row, points, trips: figures.nr_trips })
  return {
    ...listed,
    rank: { ...listed.rank, avg_rp: meanPoints, avg_trip_score: meanScore },
    stats: figures,
  }
}
