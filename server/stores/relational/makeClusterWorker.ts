/** Makes an empty cluster in the directory given as the argument, and ends. */
import { PGlite } from '@electric-sql/pglite'

const [directory] = process.argv.slice(2)
if (!directory) throw new Error('a directory is wanted')
const client = new PGlite({ dataDir: directory })
await client.waitReady
await client.close()
