/** Telemetry as the parts of the embedded engine: files that never change once they are there. */
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Columns } from '../columns/columns.ts'

export interface StoredTable {
  name: string
  engine: string
  path: string
}

export interface FrozenColumns {
  /** Copies the frozen parts below the directory, one folder a table, and lets go of them. */
  copyTo(directory: string, onPart: (table: string) => void): Promise<void>
}

/** Links to all parts of all tables, made in an instant; the caller sees to it that nothing is inserted meanwhile. */
export async function freezeColumns(
  columns: Columns,
  command: (sql: string) => Promise<void>,
): Promise<FrozenColumns> {
  const path = embeddedPath(columns)
  const shadow = join(path, 'shadow')
  // A backup that was killed may have left some.
  await rm(shadow, { recursive: true, force: true })
  const stored = await storedTables(columns)
  for (const { name } of stored) await command(`ALTER TABLE telemetry.${name} FREEZE WITH NAME 'backup'`)
  return {
    async copyTo(directory, onPart) {
      for (const table of stored) {
        const frozen = join(shadow, 'backup', relative(path, table.path))
        const parts = existsSync(frozen) ? await readdir(frozen) : []
        await mkdir(join(directory, table.name), { recursive: true })
        for (const part of parts) {
          await cp(join(frozen, part), join(directory, table.name, part), { recursive: true })
          onPart(table.name)
        }
      }
      await rm(shadow, { recursive: true, force: true })
    },
  }
}

/** Puts such parts into tables that are still empty. */
export async function loadColumns(columns: Columns, directory: string): Promise<void> {
  for (const { name, path } of await storedTables(columns)) {
    const saved = join(directory, name)
    if (!existsSync(saved)) continue
    await cp(saved, join(path, 'detached'), { recursive: true })
    await columns.command(`ALTER TABLE telemetry.${name} ATTACH PARTITION ALL`)
  }
}

export async function countColumnMigrations(columns: Columns): Promise<number> {
  const [row] = await columns.rows<{ n: number }>(
    'SELECT toUInt32(max(number)) AS n FROM telemetry.migrations',
  )
  return row?.n ?? 0
}

/**
 * Tables with data. Tables that only forward rows are left out. So is the table of cached months, which
 * refers to parts by numbers that change when parts are attached elsewhere.
 */
export async function storedTables(columns: Columns): Promise<StoredTable[]> {
  return columns.rows(
    `SELECT name, engine, data_paths[1] AS path FROM system.tables
     WHERE database = 'telemetry' AND engine LIKE '%MergeTree' AND name NOT IN ('migrations', 'scalar_months') ORDER BY name`,
  )
}

function embeddedPath({ path }: Columns): string {
  if (path === null) throw new Error('files of a ClickHouse elsewhere cannot be read')
  return path
}
