/**
 * `npm run tool client [FOLDER]`: makes the typed client of the public API, `clients/typescript/dist`, from the same
 * contract that the server checks every call against. The client needs only `fetch`: the small runtime of its
 * generator is copied beside it.
 */
import { execFile } from 'node:child_process'
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { generateSource } from 'oazapfts'
import { openApiDocument } from '#server/api/openApi/openApiDocument.ts'
import { PUBLIC_DESCRIPTION } from '#server/api/publicApi/publicDescription.ts'

const near = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const folder = process.argv[2] ?? near('typescript/dist')
const RUNTIME = near('../node_modules/@oazapfts/runtime')

await rm(folder, { recursive: true, force: true })
await mkdir(join(folder, 'runtime'), { recursive: true })
for (const name of ['index', 'headers', 'query', 'util'])
  for (const ending of ['js', 'd.ts'])
    await copyFile(join(RUNTIME, `${name}.${ending}`), join(folder, 'runtime', `${name}.${ending}`))

const described = join(folder, 'openapi.json')
// Files are returned as they are, and endless answers are read event by event, as in stream.ts.
const endpoints = PUBLIC_DESCRIPTION.endpoints.filter(({ file }) => file === null)
await writeFile(described, JSON.stringify(openApiDocument({ ...PUBLIC_DESCRIPTION, endpoints })))
const source = (await generateSource(described))
  .replaceAll('"@oazapfts/runtime"', '"./runtime/index.js"')
  .replace(/"@oazapfts\/runtime\/(\w+)"/g, '"./runtime/$1.js"')
const sources = ['index.ts', 'stream.ts']
await writeFile(join(folder, 'calls.ts'), source)
for (const name of sources) await copyFile(near(`typescript/${name}`), join(folder, name))
// The compiler reads the kind of these modules from the nearest package.
await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n')
const options = ['--declaration', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022']
await promisify(execFile)(
  near('../node_modules/.bin/tsc'),
  [...options, '--lib', 'es2023,dom,dom.iterable', 'index.ts'],
  { cwd: folder },
)
for (const name of [...sources, 'calls.ts', 'openapi.json']) await rm(join(folder, name))
