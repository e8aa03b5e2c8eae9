/** Makes an empty cluster in the directory given as the argument, brings it onto the disk, and ends. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { syncByPath } from './syncingNodeFs.ts'

const [directory] = process.argv.slice(2)
if (!directory) throw new Error('a directory is wanted')
const client = new PGlite({ dataDir: directory })
await client.waitReady
await client.close()
for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
  syncByPath(join(directory, name))
}
syncByPath(directory)
