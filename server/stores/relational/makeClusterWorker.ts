/** Makes an empty cluster in the directory given as the argument, brings it onto the disk, and ends. */
import '#server/platform/quickModules.ts'
import { PGlite } from '@electric-sql/pglite'
import { closeTree } from '#server/platform/ownerOnly.ts'
import { syncTree } from '../syncTree.ts'
import { engineModule } from './engineModule.ts'

const [directory] = process.argv.slice(2)
if (!directory) throw new Error('a directory is needed')
const client = new PGlite({ dataDir: directory, pgliteWasmModule: await engineModule() })
await client.waitReady
// This program never makes another database. Without the templates, the cluster has half as many files.
await client.query("update pg_database set datistemplate = false where datname <> 'postgres'")
for (const name of ['template0', 'template1']) await client.query(`drop database ${name}`)
await client.close()
closeTree(directory)
syncTree(directory)
