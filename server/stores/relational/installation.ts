/** Identity of an installation, which separates it from others on the same NATS or in the same bucket. */
import { hash, randomUUID } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { type Db, type Records, rowsOf } from './openRecords.ts'
import { settings } from './schema.ts'

export interface InstallationIdentity {
  /** Made at the first start, and copied with the records. */
  id: string
  /** Names the database itself: a copy has the same `id` and another database. */
  database: string
}

/** Another database with the same id uses the same NATS or bucket; the message gives advice. */
export class SameInstallation extends Error {}

const SETTING = 'installation.id'
/** File with the id in the data directory, for commands that do not open the records. */
const FILE = 'installation'

export async function identify(
  { db, engine }: Pick<Records, 'db' | 'engine'>,
  dataDir: string,
): Promise<InstallationIdentity> {
  await db.insert(settings).values({ name: SETTING, value: randomUUID() }).onConflictDoNothing()
  const [row] = await db.select().from(settings).where(eq(settings.name, SETTING))
  const id = String(row?.value)
  await writeFile(join(dataDir, FILE), `${id}\n`)
  return { id, database: engine === 'pglite' ? await folderOf(dataDir) : await databaseOf(db) }
}

/** Null before the first start on this data directory. */
export const knownInstallation = (dataDir: string): Promise<string | null> =>
  readFile(join(dataDir, FILE), 'utf8').then(
    (content) => content.trim() || null,
    () => null,
  )

/** Names the data directory with an embedded database by its file number, which a copy of the directory does not have. */
async function folderOf(dataDir: string): Promise<string> {
  return hash('sha256', `folder ${(await stat(dataDir)).ino}`).slice(0, 16)
}

/** PostgreSQL gives each cluster a number that a dump does not copy, and each database in it another one. */
async function databaseOf(db: Db): Promise<string> {
  const [own] = await rowsOf<{ oid: string }>(
    db,
    sql`select oid::text as oid from pg_database where datname = current_database()`,
  )
  const cluster = await rowsOf<{ number: string }>(
    db,
    sql`select system_identifier::text as number from pg_control_system()`,
    // Some hosts do not let their customers read it.
  ).catch(() => [])
  return hash('sha256', `${cluster[0]?.number} ${own?.oid}`).slice(0, 16)
}

/** Sentence for the operator of a second database with the same id, which `place` was shared with. */
export const sameInstallation = (place: string) =>
  new SameInstallation(
    `Another database with the same installation id uses ${place}. If this database is a copy, for a test or after a trial restore, give it an id of its own before it starts: delete from settings where name = '${SETTING}'. If the other one is to end, stop its processes first.`,
  )
