import type { Columns } from '#server/stores/columns/columns.ts'
import { integer } from './rowReader.ts'

/**
 * Marks every row of a vessel as deleted, in all tables with rows of vessels. The engine omits the rows from
 * every query at once and drops them at its next merge. A mutation would rewrite parts of the whole fleet
 * instead.
 */
export async function removeVessel(columns: Columns, vesselNumber: number): Promise<void> {
  const tables = await columns.rows<{ table: string }>(
    `SELECT c.table AS table FROM system.columns AS c
     INNER JOIN system.tables AS t ON t.database = c.database AND t.name = c.table
     WHERE c.database = 'telemetry' AND c.name = 'vessel' AND t.engine LIKE '%MergeTree' ORDER BY table`,
  )
  for (const { table } of tables)
    await columns.command(`DELETE FROM telemetry.${table} WHERE vessel = ${integer(vesselNumber)}`)
}
