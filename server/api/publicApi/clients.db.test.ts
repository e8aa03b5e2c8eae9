/**
 * The clients that come with the product, used as a customer would: by a key, until the credits and the key are gone.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizations } from '#server/stores/relational/schema.ts'
import {
  bearer,
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
let folder: string
let admin: { authorization: string }
let env: Record<string, string>
let keyId: string
beforeAll(async () => {
  api = await testApi()
  own = (await twoOrganizations(api.records.db)).own
  const url = await api.app.listen({ port: 0, host: 'localhost' })
  admin = bearer(await tokenOf(api.app, await signIn(api.app, emailOf('organization-admin'))))
  const payload = { name: 'Client', role_id: 'department-admin', department_id: own.departmentId }
  const made = await api.app.inject({
    ...{ method: 'POST', url: '/api/public-api-keys/v2', headers: admin, payload },
  })
  keyId = made.json().id
  env = { ...(process.env as Record<string, string>), TAFFRAIL_URL: url, TAFFRAIL_KEY: made.json().key }
  folder = await mkdtemp(join(tmpdir(), 'taffrail-client-'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await run(process.execPath, ['clients/buildClient.ts', join(folder, 'dist')])
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true, force: true })
})
const grant = (apiCreditsADay: number) =>
  api.records.db
    .update(organizations)
    .set({ apiCreditsADay, apiCreditsSpent: 0 })
    .where(eq(organizations.id, own.organizationId))

/** A program by an author who has only the types of the API. */
const PROGRAM = `
import { type Captain, connect, createCaptain, deleteCaptain, listAlerts, listCaptains, listTrips, stream, updateCaptain } from './dist/index.js'

const { TAFFRAIL_URL = '', TAFFRAIL_KEY = '', DEPARTMENT_ID = '', VESSEL_ID = '' } = process.env
connect(TAFFRAIL_URL, TAFFRAIL_KEY)

const made = await createCaptain({ name: 'Nína', department_id: DEPARTMENT_ID })
if (made.status !== 200) throw new Error(made.data.message)
const id: string = made.data.id
const changed = await updateCaptain(id, { name: 'Sóley', department_id: DEPARTMENT_ID })
const listed = await listCaptains({ filterNameContains: 'sóle', orderName: 'asc', limit: 5 })
if (listed.status !== 200) throw new Error(listed.data.message)
const names: string[] = listed.data.data.map((captain) => captain.name)
const refused = await createCaptain({ name: '', department_id: DEPARTMENT_ID })
const reason: 'invalid' | string = refused.status === 400 ? refused.data.code : ''
const gone = await deleteCaptain(id)
const severe = await listAlerts({ filterSeverityIn: ['info', 'critical'], filterSeverityNe: ['warning'] })
const found = severe.status === 200 ? severe.data.total : severe.data.message
let first = ''
for await (const event of stream({ topics: ['positions'] })) {
  first = event.name
  break
}
let calls = 0
let over = 0
while (over !== 402) {
  over = (await listTrips({ filterVesselIdEq: VESSEL_ID, orderStartTime: 'desc' })).status
  calls++
}
console.log(JSON.stringify([changed.status, names, reason, gone.status, found, first, calls, over]))
`

const MISTAKES = `
import { createCaptain, listAlerts, listCaptains, listTrips, stream } from './dist/index.js'

await listTrips({ filterColourEq: 'red' })
await listTrips({ orderStartTime: 'upwards' })
await createCaptain({ department_id: '' })
const answer = await listCaptains()
if (answer.status === 200) console.log(answer.data.rows)
if (answer.status === 418) console.log(answer.data)
stream({ topics: ['sonar'] })
await listAlerts({ filterSeverityIn: ['info', 'critcal'] })
`

const tsc = (file: string) =>
  run(
    resolve('node_modules/.bin/tsc'),
    [
      ...[
        '--noEmit',
        '--pretty',
        'false',
        '--strict',
        '--skipLibCheck',
        '--module',
        'nodenext',
        '--target',
        'esnext',
      ],
      ...['--typeRoots', resolve('node_modules/@types'), '--types', 'node', file],
    ],
    { cwd: folder },
  ).then(
    () => [],
    (failed: Error & { stdout: string }) => {
      const errors = failed.stdout.split('\n').filter((line) => line.includes('error TS'))
      // The run did not come to an end, so it shows nothing about the file.
      if (errors.length === 0) throw failed
      return errors
    },
  )

test('needs nothing but its own files', async () => {
  const { dependencies } = JSON.parse(await readFile('clients/typescript/package.json', 'utf8'))
  expect(dependencies).toBeUndefined()
  for (const name of ['index.js', 'index.d.ts', 'calls.js', 'calls.d.ts', 'stream.js', 'runtime/index.js']) {
    const imported = [
      ...(await readFile(join(folder, 'dist', name), 'utf8')).matchAll(
        /^(?:import|export) .* from ["']([^"']+)/gm,
      ),
    ]
    expect(imported.filter(([, from = '']) => !from.startsWith('./')).map(([, from]) => from)).toEqual([])
  }
})

test('runs a program of the typed client until the credits are spent', async () => {
  await grant(11)
  await writeFile(join(folder, 'program.ts'), PROGRAM)
  expect(await tsc('program.ts')).toEqual([])
  const ids = { DEPARTMENT_ID: own.departmentId, VESSEL_ID: own.vesselId }
  const { stdout } = await run(process.execPath, ['program.ts'], { cwd: folder, env: { ...env, ...ids } })
  // Five calls that were answered and the stream came before: five of eleven are left.
  expect(JSON.parse(stdout)).toEqual([200, ['Sóley'], 'invalid', 200, 2, 'positions', 6, 402])
})

test('compiles no call that the server would refuse', async () => {
  await writeFile(join(folder, 'mistakes.ts'), MISTAKES)
  const lines = (await tsc('mistakes.ts')).map((error) => Number(/\((\d+),/.exec(error)?.[1]))
  expect([...new Set(lines)]).toEqual([4, 5, 6, 8, 9, 10, 11])
})

const python = () => run('python3', [resolve('clients/python/last_trips.py')], { cwd: folder, env })
const curl = () =>
  run('sh', [resolve('clients/curl/trip-csv.sh'), own.tripId, 'trip.csv'], { cwd: folder, env })
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'was not refused',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  )

test('runs the examples for curl and Python, and refuses them once the key is gone', async () => {
  await grant(100)
  expect((await curl()).stdout.trim()).toBe('trip.csv')
  expect(await readFile(join(folder, 'trip.csv'), 'utf8')).toContain('time')
  const isThere = await run('python3', ['--version']).then(
    () => true,
    () => false,
  )
  if (isThere) expect((await python()).stdout).toContain('comment by Client')
  await grant(0)
  expect(await refusal(curl())).toContain('API_LIMIT_REACHED')
  if (isThere) expect(await refusal(python())).toMatch(/API_LIMIT_REACHED .* Credits are back in \d+ s\./)
  await grant(100)
  await api.app.inject({ method: 'DELETE', url: `/api/public-api-keys/${keyId}`, headers: admin })
  expect(await refusal(curl())).toContain('not_authenticated')
  if (isThere) expect(await refusal(python())).toContain('not_authenticated')
})
