import type { Columns } from '#server/stores/columns/columns.ts'
import { integer } from './rowReader.ts'

/**
 * Marks every row of a vessel as gone, in all tables that have rows of vessels; the engine leaves them out of every
 * answer at once and drops them when it merges next. Rewriting the parts instead would rewrite those of the whole fleet.
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
