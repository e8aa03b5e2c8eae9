/**
 * A restore counts once the records are there, which come last and whole. Until then the data directory and an external
 * ClickHouse carry a mark with its number. Nothing starts on them, and the next restore begins them again.
 */
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Columns } from '../columns/columns.ts'
import type { Db, Tx } from '../relational/openRecords.ts'
import { settings } from '../relational/schema.ts'

/** Some stores contain a restore that began and did not end; the message gives advice. */
export class Unfinished extends Error {}

/** In the data directory. */
const MARK = 'unfinished-restore'
/** The number is part of the name, because an empty table has nothing else to identify it. */
const TABLE = 'unfinished_restore_'
/** The setting with the number of the restore that filled the records. */
const RESTORED = 'restored'

export const isUnfinished = (dataDir: string) => existsSync(join(dataDir, MARK))
export const markFolder = (dataDir: string, number: string) => writeFile(join(dataDir, MARK), number)
export const unmarkFolder = (dataDir: string) => rm(join(dataDir, MARK), { force: true })

export const markColumns = (columns: Columns, number: string) =>
  columns.command(`CREATE TABLE telemetry.${TABLE}${number} (nothing UInt8) ENGINE = Null`)

export async function marksOf(columns: Columns): Promise<string[]> {
  const tables = await columns.rows<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = 'telemetry' AND startsWith(name, '${TABLE}')`,
  )
  return tables.map(({ name }) => name.slice(TABLE.length))
}

export async function unmarkColumns(columns: Columns, numbers: readonly string[]): Promise<void> {
  for (const number of numbers) await columns.command(`DROP TABLE IF EXISTS telemetry.${TABLE}${number}`)
}

/** Belongs in the transaction that fills the records. */
export async function noteRestored(tx: Tx, number: string): Promise<void> {
  const value = { name: RESTORED, value: { number } }
  await tx.insert(settings).values(value).onConflictDoUpdate({ target: settings.name, set: value })
}

/** Rejects with Unfinished, or removes the marks of a restore that was stopped after its last step. */
export async function requireFinished(db: Db, columns: Columns, dataDir: string): Promise<void> {
  const inFolder = await readFile(join(dataDir, MARK), 'utf8').catch(() => null)
  const inColumns = await marksOf(columns)
  const marks = [...inColumns, ...(inFolder === null ? [] : [inFolder])]
  if (marks.length === 0) return
  const [row] = await db.select().from(settings).where(eq(settings.name, RESTORED))
  const done = (row?.value as { number: string } | undefined)?.number
  if (marks.some((number) => number !== done)) {
    const place = inColumns.length > 0 ? 'The ClickHouse at CLICKHOUSE_URL' : dataDir
    throw new Unfinished(
      `${place} contains an unfinished restore: it is under way or was interrupted. Run npm run restore again, with the same settings.`,
    )
  }
  await unmarkColumns(columns, inColumns)
  await unmarkFolder(dataDir)
}
