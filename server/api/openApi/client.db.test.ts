import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generateSource } from 'oazapfts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  emailOf,
  signIn,
  type TestApi,
  type Thing,
  testApi,
  tokenOf,
  twoOrganizations,
} from '#server/testing/testApi.ts'

const run = promisify(execFile)
let api: TestApi
let own: Thing
let url: string
let folder: string
beforeAll(async () => {
  api = await testApi()
  own = (await twoOrganizations(api.records.db)).own
  url = await api.app.listen({ port: 0, host: 'localhost' })
  folder = await mkdtemp(join(tmpdir(), 'binnacle-client-'))
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'client.ts'), await generateSource(`${url}/api/openapi.json`))
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true, force: true })
})

/** What somebody else would write, who knows the interface by its description alone. */
const PROGRAM = `
import * as client from './client.ts'

const [baseUrl = '', token = '', departmentId = '', vesselId = ''] = process.argv.slice(2)
client.defaults.baseUrl = baseUrl

const stranger = await client.listCaptains()
client.defaults.headers = { authorization: 'Bearer ' + token }

const made = await client.createCaptain({ name: 'Nína', department_id: departmentId })
if (made.status !== 200) throw new Error(made.data.message)
const id: string = made.data.id
const changed = await client.updateCaptain(id, { name: 'Sóley', department_id: departmentId })
const listed = await client.listCaptains({ filterNameContains: 'sóle', orderName: 'asc', limit: 5 })
if (listed.status !== 200) throw new Error(listed.data.message)
const names: string[] = listed.data.data.map((captain) => captain.name)
const ordered = await client.listTrips({ filterVesselIdEq: vesselId, orderStartTime: 'desc' })
const trips: number | null = ordered.status === 200 ? ordered.data.total : null
const refused = await client.createCaptain({ name: '', department_id: departmentId })
const reason: 'invalid' | string = refused.status === 400 ? refused.data.code : ''
await client.deleteCaptain(id)
const gone = await client.getCaptain(id)

console.log(JSON.stringify([stranger.status, changed.status, names, trips, reason, gone.status]))
`

const MISTAKES = `
import * as client from './client.ts'

await client.listTrips({ filterColourEq: 'red' })
await client.listTrips({ orderStartTime: 'upwards' })
await client.createCaptain({ department_id: '' })
const answer = await client.listCaptains()
if (answer.status === 200) console.log(answer.data.rows)
if (answer.status === 418) console.log(answer.data)
`

const tsc = (file: string) =>
  run(
    join(process.cwd(), 'node_modules/.bin/tsc'),
    [
      ...['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'esnext'],
      ...['--allowImportingTsExtensions', '--types', 'node', file],
    ],
    { cwd: folder },
  ).then(
    () => [],
    ({ stdout }: { stdout: string }) => stdout.split('\n').filter((line) => line.includes('error TS')),
  )

test('a typed client made of the description calls the server', async () => {
  await writeFile(join(folder, 'program.ts'), PROGRAM)
  expect(await tsc('program.ts')).toEqual([])
  const token = await tokenOf(api.app, await signIn(api.app, emailOf('organization-admin')))
  const { stdout } = await run(process.execPath, ['program.ts', url, token, own.departmentId, own.vesselId], {
    cwd: folder,
  })
  expect(JSON.parse(stdout)).toEqual([401, 200, ['Sóley'], 1, 'invalid', 404])
})

test('what the server would not understand does not compile', async () => {
  await writeFile(join(folder, 'mistakes.ts'), MISTAKES)
  const lines = (await tsc('mistakes.ts')).map((error) => Number(/\((\d+),/.exec(error)?.[1]))
  expect([...new Set(lines)]).toEqual([4, 5, 6, 8, 9])
})
