import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { engineModule, START_SETTINGS } from '#server/stores/relational/engineModule.ts'
import { type Db, MIGRATIONS_FOLDER, type Records, tables } from '#server/stores/relational/openRecords.ts'
import { overEmbedded } from '#server/stores/relational/overEmbedded.ts'

// Most tests ask too little of the engine for optimising it to pay: only what runs twenty times as often as V8 asks for is.
setFlagsFromString('--wasm-tiering-budget=250000000')

/** Migrated records in memory, for tests that ask for rows and not for durability. */
export async function testRecords(onQuery?: () => void): Promise<Records> {
  const client = await testEngine()
  const logger = onQuery ? { logQuery: onQuery } : false
  const db = overEmbedded(client, { schema: tables, casing: 'snake_case', logger })
  return { db: db as unknown as Db, engine: 'pglite', pglite: null, close: () => client.close() }
}

/** The engine alone, with migrated records in it. */
export async function testEngine(): Promise<PGlite> {
  return PGlite.create({
    loadDataDir: new Snapshot(await migratedSnapshot()),
    pgliteWasmModule: await engineModule(),
    startParams: [...PGlite.defaultStartParams, ...START_SETTINGS],
  })
}

/** Handed over as it is: a blob would copy all of it for each engine. */
class Snapshot extends Blob {
  readonly #bytes: Buffer<ArrayBuffer>

  constructor(bytes: Buffer<ArrayBuffer>) {
    super([])
    this.#bytes = bytes
  }

  override async arrayBuffer() {
    return this.#bytes.buffer
  }
}

export const SNAPSHOTS = fileURLToPath(new URL('../../node_modules/.cache/records', import.meta.url))

/**
 * The data directory of migrated records. Making a cluster and migrating it takes four seconds of a processor, reading
 * what an earlier test made of the same migrations half a second.
 */
async function migratedSnapshot(): Promise<Buffer<ArrayBuffer>> {
  const file = join(SNAPSHOTS, `${migrationsFingerprint()}.small.tar`)
  const known = await readFile(file).catch(() => null)
  if (known) return known
  // What has to be unpacked for each engine is kept small: a log of a megabyte, and none of the databases that others are made of.
  const client = await PGlite.create({
    pgliteWasmModule: await engineModule(),
    initDbStartParams: ['--wal-segsize=1'],
  })
  await migrate(drizzle(client), { migrationsFolder: MIGRATIONS_FOLDER })
  await client.query("update pg_database set datistemplate = false where datname <> 'postgres'")
  for (const name of ['template0', 'template1']) await client.query(`drop database ${name}`)
  await client.query('checkpoint')
  const made = Buffer.from(await (await client.dumpDataDir('none')).arrayBuffer())
  await client.close()
  await mkdir(SNAPSHOTS, { recursive: true })
  // Several tests may begin at once; each sees a whole file or none.
  const partial = `${file}.${process.pid}`
  await writeFile(partial, made)
  await rename(partial, file)
  return made
}

/** Names the engine and all migrations. */
export function migrationsFingerprint(): string {
  const hash = createHash('sha256').update(readFileSync(ENGINE))
  for (const name of readdirSync(MIGRATIONS_FOLDER)
    .filter((one) => one.endsWith('.sql'))
    .sort())
    hash.update(name).update(readFileSync(join(MIGRATIONS_FOLDER, name)))
  return hash.digest('hex').slice(0, 16)
}

/** It holds the engine's version. */
const ENGINE = join(createRequire(import.meta.url).resolve('@electric-sql/pglite'), '../../package.json')
