import { distinctNames } from '#contract/text/distinctNames.ts'
import type { DashboardStatistics } from '#contract/wire/statistics.ts'
import type { ReportRow } from '#contract/words/reportRows.ts'
import { dashboard } from '#server/analytics/statistics/dashboard.ts'
import type { Scope } from '#server/records/scope.ts'
import { namedCaptains, namedVessels } from '#server/records/statistics.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'

export interface ReportRange {
  fromMs: number
  toMs: number
  /** Time zone whose days divide the range. */
  timezone: string
}

/** Content of the Reports page for a range: the same figures from the same function, with names. */
export interface Report {
  stats: DashboardStatistics['stats']
  vessels: ReportRow[]
  captains: ReportRow[]
}

export async function readReport(
  { db, telemetry }: { db: Db; telemetry: Telemetry },
  scope: { vessels: Scope; captains: Scope },
  range: ReportRange,
): Promise<Report> {
  const [vessels, captains] = [await namedVessels(db, scope.vessels), await namedCaptains(db, scope.captains)]
  const idsOf = (rows: readonly { id: string; number: number }[]) =>
    new Map(rows.map(({ id, number }) => [number, id]))
  const { stats } = await dashboard(telemetry, {
    ...{ vesselIds: idsOf(vessels), captainIds: idsOf(captains) },
    ...range,
  })
  const nameOf = new Map([
    ...distinctNames(vessels, ({ department }) => department),
    ...captains.map(({ id, name }) => [id, name] as const),
  ])
  const { vessel_stats, captain_stats } = stats.table_stats
  const named = (id: string) => ({ id, name: nameOf.get(id) ?? null })
  return {
    stats,
    vessels: vessel_stats.map(({ vessel_id, ...row }) => ({ ...named(vessel_id), ...row })),
    captains: captain_stats.map(({ captain_id, ...row }) => ({ ...named(captain_id), ...row })),
  }
}
