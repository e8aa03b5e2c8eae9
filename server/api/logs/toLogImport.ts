import type { LogImport } from '#contract/wire/logImport.ts'
import type { LogImportRow } from '#server/records/logImports.ts'

export function toLogImport({ import: row, userName }: LogImportRow): LogImport {
  return {
    id: row.id,
    vessel_id: row.vesselId,
    file_name: row.fileName,
    bytes: row.bytes,
    state: row.state,
    progress: row.progress,
    accepted: row.accepted,
    from: row.fromUs === null ? null : row.fromUs / 1000,
    to: row.toUs === null ? null : row.toUs / 1000,
    rejected: row.rejected,
    log_date: row.logDate,
    table: askedOf(row) === 'columns' ? row.tableTop : null,
    week_rollover:
      row.rollover && askedOf(row) === 'weeks'
        ? { log_from: row.rollover.firstUs / 1000, weeks: row.rollover.weeks }
        : null,
    weeks_added: row.weeksAdded,
    columns: row.columns,
    error: row.error,
    no_trip: row.noTrip,
    user: userName === null ? null : { name: userName },
    created_at: row.createdAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  }
}

/** The open question of an import; null without one. */
export function askedOf(
  row: Pick<LogImportRow['import'], 'state' | 'rollover' | 'weeksAdded' | 'tableTop' | 'givenColumns'>,
): 'date' | 'columns' | 'weeks' | null {
  if (row.state !== 'asking') return null
  if (row.rollover && row.weeksAdded === null) return 'weeks'
  return row.tableTop && row.givenColumns === null ? 'columns' : 'date'
}
