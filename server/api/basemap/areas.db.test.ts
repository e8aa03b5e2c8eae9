import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { RoleId } from '#contract/domain/permissions.ts'
import { tileAt } from '#contract/geodesy/geo.ts'
import { AREA_PROBLEMS, type Area } from '#contract/wire/area.ts'
import type { BasemapIndex } from '#contract/wire/basemap.ts'
import {
  bearer,
  emailOf,
  signIn,
  type TestApi,
  testApi,
  tokenOf,
  twoOrganizations,
} from '#server/testing/testApi.ts'
import { HARBOUR, serveWorld, type WorldServer, writeTestWorld } from '#server/testing/testWorld.ts'

const folder = mkdtempSync(join(tmpdir(), 'taffrail-areas-'))
const areasFolder = join(folder, 'areas')
const file = join(folder, 'world.pmtiles')
let world: WorldServer
let api: TestApi
let admin: string
const begin = (areasMb = 10) => testApi({ BASEMAP_SOURCE_URL: world.url, areasFolder, areasMb })
beforeAll(async () => {
  writeTestWorld(file)
  world = await serveWorld(file)
  api = await begin()
  await twoOrganizations(api.records.db)
  admin = await person('super-admin')
})
afterEach(async () => {
  world.mend()
  for (const { id } of await list()) await remove(id)
})
afterAll(async () => {
  await api.close()
  await world.close()
  rmSync(folder, { recursive: true })
})

const { latitudeDeg, longitudeDeg } = HARBOUR
/** A kilometre or so around the harbour. */
const PORT = {
  name: 'Old harbour',
  bounds: [longitudeDeg - 0.01, latitudeDeg - 0.004, longitudeDeg + 0.01, latitudeDeg + 0.004],
  maxzoom: 15,
}
const TOWN = {
  ...PORT,
  name: 'Town',
  bounds: [longitudeDeg - 0.012, latitudeDeg - 0.012, longitudeDeg + 0.004, latitudeDeg + 0.001],
}

const person = async (roleId: RoleId) => tokenOf(api.app, await signIn(api.app, emailOf(roleId)))
const send = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, token = admin) =>
  api.app.inject({
    ...{ method, url: `/api/super/${path}`, headers: bearer(token) },
    ...(payload ? { payload } : {}),
  })
const list = async () => (await send('GET', 'areas')).json<{ data: Area[] }>().data
const preview = ({ bounds, maxzoom }: Omit<typeof PORT, 'name'>) =>
  send('POST', 'areas/preview', { bounds, maxzoom })
const keep = async (area = PORT) => {
  const answer = await send('POST', 'areas', area)
  expect(answer.statusCode).toBe(200)
  return answer.json<Area>()
}
const change = async (id: string, what: 'stop' | 'resume') =>
  (await send('POST', `areas/${id}/${what}`, {})).json<Area>()
const remove = (id: string) => send('DELETE', `areas/${id}`)
const only = async () => {
  await api.areas.idle()
  const [area] = await list()
  return area as Area
}
const index = async () => (await api.app.inject({ url: '/basemap/index.json' })).json<BasemapIndex>()
const tile = async (z: number, at = HARBOUR) => {
  const { areas } = await index()
  const { x, y } = tileAt(at.latitudeDeg, at.longitudeDeg, z)
  const url = (areas?.source.url ?? '/basemap/areas/none/{z}/{x}/{y}').replace(
    '{z}/{x}/{y}',
    `${z}/${x}/${y}`,
  )
  return api.app.inject({ url })
}

test('refuses to list, plan, keep, stop or remove areas, and to search for one, except to super admins', async () => {
  for (const roleId of ['organization-admin', 'super-viewer', 'department-viewer'] as const) {
    const token = await person(roleId)
    const id = '10000000-0000-4000-8000-000000000000'
    const calls = [
      send('GET', 'areas', undefined, token),
      send('POST', 'areas/preview', { bounds: PORT.bounds, maxzoom: 15 }, token),
      send('POST', 'areas', PORT, token),
      send('POST', `areas/${id}/stop`, {}, token),
      send('POST', `areas/${id}/resume`, {}, token),
      send('DELETE', `areas/${id}`, undefined, token),
      send('GET', 'places?name=Venice', undefined, token),
    ]
    expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual(calls.map(() => 403))
  }
  expect((await api.app.inject({ url: '/api/super/areas' })).statusCode).toBe(401)
  expect(await list()).toEqual([])
  expect(world.sent.answers).toBe(0)
})

test('plans and fetches an area, shows it to everyone, and removes it', async () => {
  const planned = (await preview(PORT)).json()
  expect(planned).toMatchObject({ minzoom: 9, maxzoom: 15, problem: null, used_bytes: 0, limit_bytes: 10e6 })
  expect(planned.tile_count).toBeGreaterThan(10)
  expect(planned.bytes).toBeLessThan(60_000)
  expect((await index()).areas).toBeNull()
  expect((await tile(14)).statusCode).toBe(204)

  const begun = await keep()
  expect(begun).toMatchObject({ name: 'Old harbour', bytes: null, problem: null, kept_at: null })
  const kept = await only()
  expect(kept).toMatchObject({ state: 'kept', minzoom: 9, maxzoom: 15, problem: null })
  expect(kept.fetched_bytes).toBe(kept.bytes)
  const { areas } = await index()
  expect(areas).toMatchObject({
    bounds: [PORT.bounds],
    source: { kind: 'tiles', minzoom: 9, maxzoom: 15, attribution: expect.stringContaining('OpenStreetMap') },
  })
  // The index reveals neither the owner nor the name of an area.
  expect(JSON.stringify(areas)).not.toContain('harbour')

  const there = await tile(14)
  expect(there.statusCode).toBe(200)
  expect(there.headers).toMatchObject({
    'content-encoding': 'gzip',
    'cache-control': expect.stringMatching(/immutable/),
  })
  expect(gunzipSync(there.rawPayload).toString('latin1')).toContain('pier')
  // Beside the area there is nothing to draw; an address outside the grid is no tile.
  expect((await tile(14, { latitudeDeg: 10, longitudeDeg: 10 })).statusCode).toBe(204)
  expect((await tile(8)).statusCode).toBe(204)
  expect((await tile(16)).statusCode).toBe(404)
  expect((await api.app.inject({ url: '/basemap/areas/x/3/9/9' })).statusCode).toBe(404)

  expect((await remove(kept.id)).json()).toEqual({ ok: true })
  expect((await tile(14)).statusCode).toBe(204)
  expect(readdirSync(areasFolder)).toEqual([])
  expect((await remove(kept.id)).statusCode).toBe(404)
})

test('audits who changed areas', async () => {
  const { id } = await keep({ ...PORT, maxzoom: 12 })
  await change(id, 'stop')
  await change(id, 'resume')
  await remove(id)
  const lines = await api.records.db.query.auditLog.findMany()
  expect(lines.filter(({ subjectId }) => subjectId === id).map(({ act }) => act)).toEqual([
    'area.create',
    'area.stop',
    'area.resume',
    'area.delete',
  ])
})

test.each([
  ['upside down', { bounds: [longitudeDeg, latitudeDeg, longitudeDeg + 0.1, latitudeDeg - 0.1] }],
  ['back to front', { bounds: [longitudeDeg, latitudeDeg, longitudeDeg - 0.1, latitudeDeg + 0.1] }],
  ['more than round the world', { bounds: [-180, -10, 181, 10] }],
  ['at the pole', { bounds: [0, 80, 1, 88] }],
  ['west of 180°', { bounds: [-181, 0, -179, 1] }],
  ['too coarse', { maxzoom: 8 }],
  ['too deep', { maxzoom: 16 }],
  ['without a name', { name: '\u200b' }],
  ['of a name that breaks the line', { name: 'a\u2028b' }],
])('refuses an area that is %s', async (_what, wrong) => {
  expect((await send('POST', 'areas', { ...PORT, ...wrong })).statusCode).toBe(400)
  expect(await list()).toEqual([])
})

test('fetches an area across 180° like any other', async () => {
  const answer = await keep({ name: 'Fiji', bounds: [179.9, -0.1, 180.1, 0.1], maxzoom: 9 })
  // The small world of this test has no tiles there, so the area fails.
  expect(await only()).toMatchObject({ id: answer.id, state: 'failed', problem: 'areaEmpty' })
})

test('refuses the same area twice, and keeps an overlapping area beside it', async () => {
  await keep()
  const again = await send('POST', 'areas', { ...PORT, name: 'Once more' })
  expect([again.statusCode, again.json().message]).toEqual([409, AREA_PROBLEMS.areaTwice])
  expect((await preview(PORT)).json().problem).toBe('areaTwice')
  await keep(TOWN)
  await api.areas.idle()
  expect((await list()).map(({ name, state }) => [name, state])).toEqual([
    ['Old harbour', 'kept'],
    ['Town', 'kept'],
  ])
  const onlyInTown = { latitudeDeg: latitudeDeg - 0.01, longitudeDeg }
  expect((await tile(15, onlyInTown)).statusCode).toBe(200)
  const [port] = await list()
  await remove((port as Area).id)
  // Tiles that both areas contain are still there.
  expect((await tile(15)).statusCode).toBe(200)
  expect(
    (await tile(15, { latitudeDeg: latitudeDeg + 0.0035, longitudeDeg: longitudeDeg + 0.009 })).statusCode,
  ).toBe(204)
})

test('answers no tiles below the depth of an area, so that the map enlarges its deepest ones', async () => {
  await keep({ ...PORT, maxzoom: 13 })
  await api.areas.idle()
  expect((await tile(13)).statusCode).toBe(200)
  expect((await tile(14)).statusCode).toBe(404)
})

test('reports an area that is too large before the request, and refuses it on request', async () => {
  const small = await testApi({
    BASEMAP_SOURCE_URL: world.url,
    areasMb: 0.003,
    records: api.records,
    telemetry: api.telemetry,
  })
  const call = (path: string, payload: object) =>
    small.app.inject({ method: 'POST', url: `/api/super/${path}`, headers: bearer(admin), payload })
  const { name: _, ...wanted } = PORT
  expect((await call('areas/preview', wanted)).json().problem).toBe('areaTooLarge')
  await call('areas', PORT)
  await small.areas.idle()
  expect(await small.areas.list()).toMatchObject([
    { state: 'failed', problem: 'areaTooLarge', fetched_bytes: 0 },
  ])
  const everything = await call('areas/preview', { bounds: [-180, -85, 180, 85], maxzoom: 15 })
  expect([everything.statusCode, everything.json().message]).toEqual([413, AREA_PROBLEMS.areaTooLarge])
  await small.app.close()
  await small.areas.close()
})

test('continues an interrupted fetch by itself or on request, and fetches nothing twice', async () => {
  const { bytes } = (await preview(PORT)).json()
  const before = world.sent.bytes
  // The header, the metadata and one of the batches arrive.
  world.breakAfter(17_000 + Math.round(bytes / 2))
  const { id } = await keep()
  const broken = await only()
  expect(broken).toMatchObject({ id, state: 'waiting', problem: 'areaSourceAway', bytes })
  world.mend()
  await change(id, 'resume')
  expect(await only()).toMatchObject({ state: 'kept', problem: null })
  expect(world.sent.bytes - before).toBeLessThan(2 * bytes + 60_000)
}, 20_000)

test('keeps a stopped area stopped over a restart, and continues one that was being fetched', async () => {
  world.breakAfter(0)
  const { id } = await keep()
  const other = await keep(TOWN)
  await api.areas.idle()
  expect((await change(other.id, 'stop')).state).toBe('stopped')
  await api.close()
  world.mend()
  api = await begin()
  await twoOrganizations(api.records.db)
  admin = await person('super-admin')
  await api.areas.idle()
  expect((await list()).map(({ id, state }) => [id, state])).toEqual([
    [id, 'kept'],
    [other.id, 'stopped'],
  ])
  expect((await tile(14)).statusCode).toBe(200)
})

test('reports what is wrong with an invalid source', async () => {
  world.giveWhole()
  const answer = await preview(TOWN)
  expect([answer.statusCode, answer.json().message]).toEqual([503, AREA_PROBLEMS.areaSourceNoRanges])
  await keep()
  expect(await only()).toMatchObject({ state: 'failed', problem: 'areaSourceNoRanges' })
})

test('finds towns by name, the largest first', async () => {
  const found = (await send('GET', 'places?name=reykjavi')).json<{ data: { name: string }[] }>().data
  expect(found[0]).toMatchObject({ name: 'Reykjavík', country: 'IS', lat: expect.closeTo(64.14, 1) })
  expect((await send('GET', 'places?name=x')).statusCode).toBe(400)
})
