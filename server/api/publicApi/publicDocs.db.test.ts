/** Runs every example of the reference in a shell, as a user would. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { publicPathOf } from '#contract/wire/endpoint.ts'
import { openStream } from '#contract/wire/publicStream.ts'
import { openExportQueue } from '#server/downloads/exports/exportQueue.ts'
import { exportKey } from '#server/files/sharedKeys.ts'
import { systemClock } from '#server/platform/clock.ts'
import { fleetExports, organizations } from '#server/stores/relational/schema.ts'
import { CASES } from '#server/testing/accessCases.ts'
import { addExport, addSchedule } from '#server/testing/addRecords.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import {
  addKey,
  type Place,
  type TestApi,
  type Thing,
  testApi,
  twoOrganizations,
} from '#server/testing/testApi.ts'
import { prepareWrites, WRITES } from '#server/testing/writes.ts'
import type { OpenApiDocument } from '../openApi/openApiDocument.ts'
import { FILE_ROUTES, ROUTES } from '../routes.ts'

const run = promisify(execFile)
let api: TestApi
let things: Record<Place, Thing>
let document: OpenApiDocument
let page: string
let folder: string
let env: Record<string, string>
beforeAll(async () => {
  api = await testApi()
  const { db } = api.records
  things = await twoOrganizations(db)
  prepareWrites(api, things)
  await db.update(organizations).set({ apiCreditsADay: 100_000 })
  const { secret } = await addKey(db, things.parent, 'organization-admin')
  document = (await api.app.inject({ url: '/public/openapi.json' })).json()
  page = (await api.app.inject({ url: '/public/docs' })).body
  folder = await mkdtemp(join(tmpdir(), 'taffrail-docs-'))
  // People see curl's output; here a refusal ends the command.
  await writeFile(join(folder, '.curlrc'), 'silent\nshow-error\nfail-with-body\n')
  env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    TAFFRAIL_URL: await api.app.listen({ port: 0, host: 'localhost' }),
    TAFFRAIL_KEY: secret,
    ...namesOf(things.own),
    ...namesOf({ exportId: await addExport(things.own, db), scheduleId: await addSchedule(things.own, db) }),
  }
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true, force: true })
})

/** `vesselId` is `$VESSEL_ID`. */
const namesOf = (thing: Partial<Thing>) =>
  Object.fromEntries(
    Object.entries(thing).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
      String(value),
    ]),
  )
const shell = (source: string, more: Record<string, string> = {}) =>
  run('/bin/sh', ['-euc', source], { cwd: folder, env: { ...env, ...more } })

const CALLS = ROUTES.map(({ endpoint }) => endpoint).filter(({ forKeys }) => forKeys)
const FILES = FILE_ROUTES.map(({ endpoint }) => endpoint).filter(({ forKeys }) => forKeys)

test('has every call that keys may make and no other', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const served = [...CALLS, ...FILES, openStream].map(
    (endpoint) => `${endpoint.method} ${publicPathOf(endpoint).replace(/:(\w+)/g, '{$1}')}`,
  )
  expect(described.sort()).toEqual(served.sort())
  expect(described.every((name) => name.includes(' /public/v1/'))).toBe(true)
  expect(JSON.stringify(document.paths)).toContain('API_LIMIT_REACHED')
})

test('describes the events of the stream, and how to resume it', () => {
  const { get } = document.paths[openStream.path] ?? {}
  expect(get?.responses['200']?.content).toMatchObject({
    'text/event-stream': { schema: { type: 'array', items: { $ref: '#/components/schemas/StreamEvent' } } },
  })
  expect(get?.parameters.map(({ name, in: place }) => [name, place])).toEqual([
    ['topics', 'query'],
    ['every', 'query'],
    ['last-event-id', 'header'],
  ])
  expect(get?.tags).toEqual(['stream'])
  expect(get?.['x-codeSamples']?.[0]?.source).toContain('curl -N ')
  expect(document.components.schemas.StreamEvent?.oneOf).toHaveLength(3)
})

test('is valid OpenAPI 3.1 to a linter', async () => {
  const config = await createConfig({ extends: ['minimal'], rules: { 'no-unused-components': 'error' } })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

test('serves a page without internet and without a script', async () => {
  expect(page).not.toMatch(/<script|src=/)
  const elsewhere = [...page.matchAll(/href="([^#"][^"]*)"/g)].map(([, link]) => link)
  expect(elsewhere).toEqual(['/public/openapi.json'])
})

test.each(CALLS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  'does at %s what its example shows',
  async (name, endpoint) => {
    const path = publicPathOf(endpoint).replace(/:(\w+)/g, '{$1}')
    const operation = document.paths[path]?.[endpoint.method.toLowerCase()]
    const source = operation?.['x-codeSamples']?.[0]?.source ?? ''
    expect(page).toContain(source.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;'))
    const { stdout } = await shell(source, await freshFor(name, endpoint.path))
    const answer = endpoint.output.safeParse(JSON.parse(stdout))
    expect(answer.error?.issues ?? []).toEqual([])
  },
)

test.each(FILES.map((endpoint) => [endpoint.path, endpoint] as const))(
  'stores the file of %s in its example',
  async (_path, endpoint) => {
    const path = publicPathOf(endpoint).replace(/:(\w+)/g, '{$1}')
    const source = document.paths[path]?.get?.['x-codeSamples']?.[0]?.source ?? ''
    const cwd = await mkdtemp(join(folder, 'kept-'))
    const given = { EXPORT_ID: await written(), TOKEN: (await asked()).download_link.split('/').at(-1) ?? '' }
    await run('/bin/sh', ['-euc', source], { cwd, env: { ...env, ...given } })
    const [kept = ''] = await readdir(cwd)
    expect(endpoint.file?.map((type) => type.replace(/.*\W/, ''))).toContain(extname(kept).slice(1))
    expect((await readFile(join(cwd, kept))).length).toBeGreaterThan(0)
  },
)

/** The id of an export that is done. */
async function written(): Promise<string> {
  const id = await addExport(things.own, api.records.db)
  await api.sharedFiles.put(exportKey(id), Buffer.from('PK'))
  await api.records.db.update(fleetExports).set({ state: 'done' }).where(eq(fleetExports.id, id))
  return id
}

/** Fresh records for a write that uses these up, by their names in the example. */
async function freshFor(name: string, path: string): Promise<Record<string, string>> {
  const fresh = name === 'GET /downloads/:id' ? { DOWNLOAD_ID: (await asked()).id } : {}
  if (name === 'GET /api/engines/:id/hours') {
    const { engineId = '' } = (await CASES[name]?.fresh?.(things.own, 'super-admin')) ?? {}
    return { ENGINE_ID: engineId }
  }
  const write = WRITES[name]
  if (!write || name.startsWith('POST /api/vessels/')) return fresh
  const { url, body } = await write(things.own)
  const nouns = [...path.matchAll(/(?:(\w+)s\/:id|:(\w+)Id)/g)].map(([, noun, other]) => noun ?? other ?? '')
  const pattern = new RegExp(`^${path.replace(/:\w+/g, '([^/?]+)')}`)
  const ids = pattern.exec(url)?.slice(1) ?? []
  const other = (body as { with_trip_id?: string }).with_trip_id
  return {
    ...Object.fromEntries(nouns.map((noun, at) => [`${noun.toUpperCase()}_ID`, ids[at] ?? ''])),
    ...(other ? { OTHER_TRIP_ID: other } : {}),
    MODIFIED_AT: new Date().toISOString(),
  }
}

async function asked(): Promise<{ id: string; download_link: string }> {
  const payload = { trip_id: things.own.tripId, requestType: 'calc' }
  const headers = { authorization: `Bearer ${env.TAFFRAIL_KEY}` }
  const url = '/public/v1/downloads/raw-data'
  return (await api.app.inject({ method: 'POST', url, headers, payload })).json().data
}

test('runs what the guide shows', async () => {
  const { records, telemetry, bus, sharedFiles: files, scratch } = api
  const opened = { db: records.db, telemetry, clock: systemClock, log: silentLog, bus, files, scratch }
  const queue = await openExportQueue({ ...opened, freeBytes: 0 })
  onTestFinished(() => queue.close())
  const guide = page.slice(page.indexOf('id="guide"'), page.indexOf('</section>'))
  const examples = [...guide.matchAll(/<pre class="example">([\s\S]*?)<\/pre>/g)].map(([, source = '']) =>
    source.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  )
  expect(examples.length).toBeGreaterThan(2)
  for (const example of examples.filter((one) => !one.includes('/stream'))) {
    const { stdout, stderr } = await shell(example)
    expect([example, stderr]).toEqual([example, ''])
    expect(stdout).not.toContain('"code"')
  }
  const head = async (name: string) => String((await readFile(join(folder, name))).subarray(0, 4))
  expect([await head('logbook.pdf'), await head('export.zip')]).toEqual(['%PDF', 'PK\u0003\u0004'])
  const stream = examples.find((one) => one.includes('/stream')) ?? ''
  // The stream never ends, so the command stops after a second.
  await writeFile(join(folder, '.curlrc'), 'silent\nmax-time = 1\n')
  const given = await shell(stream).catch((error: { code: number; stdout: string }) => error)
  expect(given).toMatchObject({ code: 28, stdout: expect.stringContaining('event: positions') })
})
