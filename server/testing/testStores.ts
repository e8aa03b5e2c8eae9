import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { engineModule, START_SETTINGS } from '#server/stores/relational/engineModule.ts'
import { type Db, type Records, tables } from '#server/stores/relational/openRecords.ts'
import { overEmbedded } from '#server/stores/relational/overEmbedded.ts'
import { MIGRATIONS_FOLDER, migrationsFingerprint } from '#server/stores/relational/preparedRecords.ts'

// A test asks little of the engine, so V8 optimises only functions that run twice as long as it usually demands.
setFlagsFromString('--wasm-tiering-budget=25000000')

/** Migrated records in memory, for tests that ask for rows and not for durability. */
export async function testRecords(onQuery?: () => void): Promise<Records> {
  const engine = (await emptied(givenBack.pop())) ?? (await newEngine())
  const records: Records = {
    db: engine.db,
    engine: 'pglite',
    pglite: null,
    async close() {
      if (engine.holder !== records) return
      engine.holder = null
      giveBack(engine)
    },
  }
  engine.holder = records
  engine.onQuery = onQuery
  return records
}

interface TestEngine {
  client: PGlite
  db: Db
  /** Definition of a migrated database, to detect whether a test has changed it. */
  schema: string
  holder: Records | null
  onQuery?: (() => void) | undefined
}

/**
 * Engines that finished test files leave to later ones in a process: emptying takes a fifth of the time of starting.
 */
const givenBack: TestEngine[] = []
/**
 * Time that a free engine is kept, in ms. Files follow each other at once, and a free engine would keep its process
 * from ending.
 */
const KEPT_MS = 1000

function giveBack(engine: TestEngine): void {
  givenBack.push(engine)
  const end = () => {
    const at = givenBack.indexOf(engine)
    if (at < 0) return
    givenBack.splice(at, 1)
    void engine.client.close()
  }
  setTimeout(end, KEPT_MS).unref()
}

async function newEngine(): Promise<TestEngine> {
  const client = await testEngine()
  const logger = { logQuery: () => engine.onQuery?.() }
  const db = overEmbedded(client, { schema: tables, casing: 'snake_case', logger }) as unknown as Db
  const engine: TestEngine = { client, db, schema: await schemaOf(client), holder: null }
  const { query, transaction } = client
  const whileOpen =
    <Given extends unknown[], Answer>(ask: (...given: Given) => Promise<Answer>) =>
    async (...given: Given) => {
      if (!engine.holder) throw new Error('the records are closed')
      return ask(...given)
    }
  client.query = whileOpen(query.bind(client)) as typeof query
  client.transaction = whileOpen(transaction.bind(client)) as typeof transaction
  return engine
}

/** As its migrations left it; null, where that takes a new one. */
async function emptied(engine?: TestEngine): Promise<TestEngine | null> {
  if (!engine) return null
  const { client, schema } = engine
  if ((await schemaOf(client)) !== schema) {
    await client.close()
    return null
  }
  const filled = await client.exec(`unlisten *; reset all; select pg_advisory_unlock_all();
    select oid::regclass as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`)
  const names = filled.at(-1)?.rows.map(({ name }) => name) ?? []
  if (names.length > 0) await client.exec(`truncate ${names.join(', ')} cascade`)
  await client.exec(`select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
    from pg_sequences where last_value is not null`)
  return engine
}

async function schemaOf(client: PGlite): Promise<string> {
  const [result] = await client.exec(`select concat_ws(' ',
    (select count(*) from pg_class), (select count(*) from pg_constraint), (select count(*) from pg_trigger),
    (select count(*) from pg_proc),
    (select md5(string_agg(concat_ws(' ', attrelid, attname, atttypid, attnotnull), ',' order by attrelid, attnum))
      from pg_attribute where attrelid >= 16384)) as schema`)
  return String(result?.rows[0]?.schema)
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
  // Keep the unpacked data of each engine small: a log of a megabyte, and none of the template databases.
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
