import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { hashPassword } from 'better-auth/crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RoleId } from '#contract/domain/permissions.ts'
import type { Chart } from '#contract/wire/chart.ts'
import { insertUser } from '#server/records/users.ts'
import {
  bearer,
  emailOf,
  PASSWORD,
  signIn,
  type TestApi,
  type Thing,
  testApi,
  tokenOf,
  twoOrganizations,
} from '#server/testing/testApi.ts'
import { PNG, writeMbtiles } from '#server/testing/testChart.ts'

let api: TestApi
let own: Thing
let admin: string
let stranger: string
const WEB = { name: 'Depths', url: 'https://tiles.example/{z}/{x}/{y}.png', attribution: '© Depths' }
beforeAll(async () => {
  api = await testApi({ CHART_SOURCES: JSON.stringify([WEB]) })
  const things = await twoOrganizations(api.records.db)
  own = things.own
  admin = await person('organization-admin')
  stranger = await strangerOf(things.foreign)
})
afterAll(() => api.close())

const person = async (roleId: RoleId) => tokenOf(api.app, await signIn(api.app, emailOf(roleId)))
const file = (name = 'faxafloi.mbtiles') => join(api.chartsFolder, name)
const chart = (tiles = [{ z: 0, x: 0, y: 0, tile: PNG }], metadata = {}) => {
  const path = join(api.scratch, `made-${Math.random()}`)
  writeMbtiles(path, tiles, metadata)
  return readFileSync(path)
}
const form = (name: string, bytes: Buffer) => {
  const body = new FormData()
  body.append('files', new Blob([new Uint8Array(bytes)]), name)
  return body
}
const send = (body: FormData, token = admin) =>
  api.app.inject({ method: 'POST', url: '/api/charts', headers: bearer(token), payload: body })
const list = async (token = admin) =>
  (await api.app.inject({ url: '/api/charts', headers: bearer(token) })).json<{ data: Chart[] }>().data
const remove = (id: string, token = admin) =>
  api.app.inject({ method: 'DELETE', url: `/api/charts/${id}`, headers: bearer(token) })
const tile = (address: string, at: string, token: string | null = admin) =>
  api.app.inject({
    url: address.replace('{z}/{x}/{y}', at),
    ...(token ? { headers: bearer(token) } : {}),
  })

test('refuses to upload or remove charts without the right, and to show one without an account', async () => {
  const viewer = await person('organization-viewer')
  expect((await send(form('a.mbtiles', chart()), viewer)).statusCode).toBe(403)
  expect((await api.app.inject({ url: '/api/charts' })).statusCode).toBe(401)
  expect((await tile('/api/charts/a/b/{z}/{x}/{y}', '0/0/0', null)).statusCode).toBe(401)
  expect((await list()).map(({ name }) => name)).toEqual(['Depths'])
})

test('shows an administrator’s chart to the whole organization, and to no one else', async () => {
  const answer = await send(form('Höfn & Co/../Faxaflói.mbtiles', chart(undefined, { name: 'Faxaflói' })))
  expect(answer.statusCode).toBe(200)
  const [sent] = answer.json<{ data: Chart[] }>().data as [Chart]
  expect(sent).toMatchObject({
    name: 'Faxaflói',
    format: 'raster',
    origin: 'organization',
    minzoom: 0,
    maxzoom: 0,
  })
  const viewer = await person('department-viewer')
  expect((await list(viewer)).map(({ name }) => name)).toEqual(['Depths', 'Faxaflói'])
  const seen = await tile(sent.tiles, '0/0/0', viewer)
  expect([seen.statusCode, seen.headers['content-type'], seen.rawPayload.equals(PNG)]).toEqual([
    200,
    'image/png',
    true,
  ])
  expect((await tile(sent.tiles, '1/0/0')).statusCode).toBe(404)

  expect((await list(stranger)).map(({ name }) => name)).toEqual(['Depths'])
  expect((await tile(sent.tiles, '0/0/0', stranger)).statusCode).toBe(404)
  expect((await remove(sent.id, stranger)).statusCode).toBe(404)
  expect((await remove(sent.id, viewer)).statusCode).toBe(403)

  expect((await remove(sent.id)).statusCode).toBe(200)
  expect((await tile(sent.tiles, '0/0/0')).statusCode).toBe(404)
  expect(await list()).toHaveLength(1)
  const log = await api.app.inject({ url: '/api/audit', headers: bearer(admin) })
  expect(log.body).toContain('chart.create')
  expect(log.body).toContain('chart.delete')
})

test('replaces a chart of the same name, under the same id and another address', async () => {
  const [before] = (await send(form('a.mbtiles', chart()))).json().data as [Chart]
  const other = chart([{ z: 0, x: 0, y: 0, tile: Buffer.concat([PNG, Buffer.from('new')]) }])
  const [after] = (await send(form('a.mbtiles', other))).json().data as [Chart]
  expect(after.id).toBe(before.id)
  expect(after.tiles).not.toBe(before.tiles)
  expect((await tile(after.tiles, '0/0/0')).body).toContain('new')
  expect((await tile(before.tiles, '0/0/0')).statusCode).toBe(404)
  await remove(after.id)
})

test('shows a chart in the operator’s folder to everyone at once, and no administrator removes it', async () => {
  mkdirSync(api.chartsFolder, { recursive: true })
  writeMbtiles(file(), [{ z: 0, x: 0, y: 0, tile: gzipSync('vectors') }], { name: 'Outer', format: 'pbf' })
  writeFileSync(file('broken.mbtiles'), 'no chart')
  const [chart] = (await list(stranger)).filter(({ name }) => name === 'Outer') as [Chart]
  expect(chart).toMatchObject({ origin: 'server', format: 'vector' })
  const answer = await tile(chart.tiles, '0/0/0', stranger)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/vnd.mapbox-vector-tile',
    'content-encoding': 'gzip',
  })
  expect((await remove(chart.id)).statusCode).toBe(404)
  expect(api.logged.filter((line) => line.includes('broken.mbtiles'))).toHaveLength(1)
  rmSync(file())
  expect(await list(stranger)).toHaveLength(1)
})

test('refuses a file that is no chart with advice, and leaves nothing', async () => {
  const refused = await send(form('a.mbtiles', Buffer.from('%PDF-1.7')))
  expect([refused.statusCode, refused.json().message]).toEqual([
    400,
    'This is no chart that can be read. Use an MBTiles or PMTiles file.',
  ])
  expect((await send(form('chart.exe', chart()))).statusCode).toBe(400)
  expect((await send(new FormData())).statusCode).toBe(400)
  const cutOff = await api.app.inject({
    ...{ method: 'POST', url: '/api/charts' },
    headers: { ...bearer(admin), 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x\r\ncontent-disposition: form-data; name="files"; filename="a.mbtiles"\r\n\r\nSQLite',
  })
  expect(cutOff.statusCode).toBe(400)
  expect(readdirSync(join(api.chartsFolder, own.organizationId))).toEqual([])
})

test('allows pages to fetch from the addresses that an operator names, and no others', async () => {
  const { headers } = await api.app.inject({ url: '/health' })
  expect(headers['content-security-policy']).toContain('https://tiles.example')
})

async function strangerOf({ organizationId, departmentId }: Thing) {
  const email = 'stranger@two.example'
  const who = { organizationId, departmentId, roleId: 'organization-admin' as const, name: 'Stranger', email }
  const passwordHash = await hashPassword(PASSWORD)
  await api.records.db.transaction((tx) => insertUser(tx, { ...who, identityId: randomUUID(), passwordHash }))
  return tokenOf(api.app, await signIn(api.app, email))
}
