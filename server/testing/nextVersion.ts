/** The next version of this program: the same one with one more migration of each store, as an update brings them. */
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const RELATIONAL = 'server/stores/relational'
const COLUMNS = 'server/stores/columns/migrateColumns.ts'

/** Puts it into a folder, and answers what `startProgram` starts of it. */
export async function nextVersion(folder: string): Promise<string> {
  for (const part of ['server', 'contract', 'words', 'protocols', 'simulator', 'basemap', 'package.json'])
    await cp(join(ROOT, part), join(folder, part), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))

  const at = (path: string) => join(folder, path)
  const migrations = `${RELATIONAL}/migrations`
  await writeFile(
    at(`${migrations}/9999_next.sql`),
    `ALTER TABLE "vessels" ADD COLUMN "next_note" text DEFAULT 'none' NOT NULL;`,
  )
  const book = JSON.parse(await readFile(at(`${migrations}/meta/_journal.json`), 'utf8'))
  const last = book.entries.at(-1)
  book.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_next' })
  await writeFile(at(`${migrations}/meta/_journal.json`), JSON.stringify(book))
  await change(
    at(`${RELATIONAL}/schema.ts`),
    /(= pgTable\(\n {2}'vessels',\n {2}\{\n)/,
    "$1nextNote: text().notNull().default('none'),\n",
  )
  await change(
    at(COLUMNS),
    /\n\]\n\nfunction unpacked/,
    "\n['ALTER TABLE telemetry.fixes ADD COLUMN IF NOT EXISTS next_note UInt8 CODEC(ZSTD(1))'],$&",
  )
  return at('server/start.sh')
}

async function change(file: string, what: RegExp, into: string) {
  const text = await readFile(file, 'utf8')
  if (!what.test(text)) throw new Error(`${file} is another one than this test knows`)
  await writeFile(file, text.replace(what, into))
}
