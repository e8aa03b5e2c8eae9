import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { RoleId } from '#contract/domain/permissions.ts'
import { changeLogImport, deleteLogImport, insertLogImport } from '#server/records/logImports.ts'
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

let api: TestApi
let own: Thing
let admin: string
beforeAll(async () => {
  api = await testApi()
  own = (await twoOrganizations(api.records.db)).own
  admin = await person('organization-admin')
})
afterAll(() => api.close())

const person = async (roleId: RoleId) => tokenOf(api.app, await signIn(api.app, emailOf(roleId)))
const address = () => `/api/vessels/${own.vesselId}/logs`
function form(...names: string[]) {
  const files = new FormData()
  for (const name of names) files.append('files', new Blob(['$GPGLL,1']), name)
  return files
}
const send = (body: FormData, token = admin, url = address()) =>
  api.app.inject({ method: 'POST', url, headers: bearer(token), payload: body })
const list = async () =>
  (await api.app.inject({ url: address(), headers: bearer(admin) })).json<{ data: { id: string }[] }>().data

test('refuses logs from callers who may not pair, and shows them none', async () => {
  const viewer = await person('organization-viewer')
  expect((await send(form('a.log'), viewer)).statusCode).toBe(403)
  expect((await api.app.inject({ url: address(), headers: bearer(viewer) })).statusCode).toBe(403)
  expect(await list()).toEqual([])
})

test('stores and lists files under the name that the sender gave, and audits them', async () => {
  const answer = await send(form('a.log', '../../b.log'), admin, `${address()}?written_before=1000`)
  expect(answer.statusCode).toBe(200)
  const sent = answer.json<{ data: { file_name: string }[] }>().data
  expect(sent.map(({ file_name }) => file_name).sort()).toEqual(['a.log', 'b.log'])
  expect(sent).toContainEqual(
    expect.objectContaining({
      state: 'waiting',
      bytes: 8,
      progress: 0,
      accepted: 0,
      from: null,
      error: null,
    }),
  )
  const log = await api.app.inject({ url: '/api/audit', headers: bearer(admin) })
  expect(log.body).toContain('vessel.log')
})

test('refuses a form without a file, and too many files at once', async () => {
  expect((await send(form())).statusCode).toBe(400)
  const isCutOff = await api.app.inject({
    ...{ method: 'POST', url: address() },
    headers: { ...bearer(admin), 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x\r\ncontent-disposition: form-data; name="files"; filename="a.log"\r\n\r\n$GPG',
  })
  expect([isCutOff.statusCode, isCutOff.json().code]).toEqual([400, 'invalid'])
  const { db } = api.records
  const waiting = { vesselId: own.vesselId, userId: null, fileName: 'w', bytes: 1, createdAt: new Date(0) }
  const ids = Array.from({ length: 48 }, () => randomUUID())
  for (const id of ids) await insertLogImport(db, { id, ...waiting })
  expect((await send(form('c.log'))).statusCode).toBe(429)
  for (const id of ids) await deleteLogImport(db, id)
})

test('accepts the meaning of columns only when asked for, complete and in known units', async () => {
  const id = randomUUID()
  const row = { vesselId: own.vesselId, userId: null, fileName: 't.csv', bytes: 1, createdAt: new Date() }
  await insertLogImport(api.records.db, { id, ...row })
  const url = `${address()}/${id}`
  const sendColumns = (columns: object[], token = admin) =>
    api.app.inject({ method: 'PUT', url, headers: bearer(token), payload: { columns } })
  const column = (meaning: string, detail: string | null = null) => ({
    heading: `H ${meaning}`,
    meaning,
    detail,
  })
  const needed = ['time', 'latitude', 'longitude'].map((meaning) => column(meaning))
  expect((await sendColumns(needed, await person('organization-viewer'))).statusCode).toBe(403)
  expect((await sendColumns(needed)).statusCode).toBe(409)
  const tableTop = [{ heading: 'H time', meaning: null, cells: ['1'] }]
  await changeLogImport(api.records.db, id, { state: 'asking', tableTop })
  expect((await api.app.inject({ url: address(), headers: bearer(admin) })).json().data[0].table).toEqual(
    tableTop,
  )
  const day = await api.app.inject({
    method: 'PUT',
    url,
    headers: bearer(admin),
    payload: { log_date: '2026-05-01' },
  })
  expect(day.statusCode).toBe(409)
  for (const wrong of [
    needed.slice(1),
    [...needed, column('time')],
    [...needed, column('sog', 'furlongs')],
    [...needed, column('happiness')],
  ])
    expect((await sendColumns(wrong)).statusCode).toBe(400)
  const given = [...needed, column('sog', 'km/h'), column('vessel', '7')]
  expect((await sendColumns(given)).json()).toMatchObject({ state: 'waiting', table: null })
  const audit = await api.app.inject({ url: '/api/audit', headers: bearer(admin) })
  expect(audit.body).toContain('vessel.log-columns')
  await deleteLogImport(api.records.db, id)
})

test('accepts a day only when asked for, and removes a log that is taken back', async () => {
  const [first] = await list()
  const url = `${address()}/${first?.id}`
  const sendAnswer = () =>
    api.app.inject({ method: 'PUT', url, headers: bearer(admin), payload: { log_date: '2026-05-01' } })
  expect((await sendAnswer()).statusCode).toBe(409)
  await changeLogImport(api.records.db, first?.id ?? '', { state: 'asking', logDate: '2026-04-01' })
  expect((await sendAnswer()).json()).toMatchObject({ state: 'waiting', log_date: '2026-05-01' })
  expect((await api.app.inject({ method: 'DELETE', url, headers: bearer(admin) })).statusCode).toBe(200)
  expect((await list()).map(({ id }) => id)).not.toContain(first?.id)
})

test('adds weeks only when the import asks about dates, and not into the future', async () => {
  const id = randomUUID()
  const row = { vesselId: own.vesselId, userId: null, fileName: 'w.nmea', bytes: 1, createdAt: new Date() }
  await insertLogImport(api.records.db, { id, ...row })
  const url = `${address()}/${id}`
  const sendAnswer = (payload: object, token = admin) =>
    api.app.inject({ method: 'PUT', url, headers: bearer(token), payload })
  expect((await sendAnswer({ weeks_added: 0 }, await person('organization-viewer'))).statusCode).toBe(403)
  expect((await sendAnswer({ weeks_added: 0 })).statusCode).toBe(409)
  const rollover = { firstUs: Date.UTC(2006, 10, 2) * 1e3, weeks: 1024 }
  await changeLogImport(api.records.db, id, { state: 'asking', rollover })
  expect((await list())[0]).toMatchObject({
    week_rollover: { log_from: Date.UTC(2006, 10, 2), weeks: 1024 },
    weeks_added: null,
  })
  expect((await sendAnswer({ log_date: '2026-05-01' })).statusCode).toBe(409)
  for (const weeks_added of [-1024, 7, 2048, null])
    expect((await sendAnswer({ weeks_added })).statusCode).toBe(400)
  expect((await sendAnswer({ weeks_added: 1024 })).json()).toMatchObject({
    ...{ state: 'waiting', week_rollover: null, weeks_added: 1024 },
  })
  const audit = await api.app.inject({ url: '/api/audit', headers: bearer(admin) })
  expect(audit.body).toContain('vessel.log-weeks')
  await deleteLogImport(api.records.db, id)
})

test('writes a log to disk while it is still being sent', async () => {
  const url = await api.app.listen({ port: 0, host: '127.0.0.1' })
  const sending = request(`${url}${address()}`, {
    method: 'POST',
    headers: { ...bearer(admin), 'content-type': 'multipart/form-data; boundary=x' },
  })
  const answered = once(sending, 'response')
  sending.write('--x\r\ncontent-disposition: form-data; name="files"; filename="long.log"\r\n\r\n')
  sending.write(Buffer.alloc(4_000_000, '$'))
  await vi.waitFor(
    async () => {
      const names = await readdir(api.scratch)
      const sizes = await Promise.all(names.map(async (name) => (await stat(join(api.scratch, name))).size))
      expect(Math.max(...sizes)).toBeGreaterThan(3_000_000)
    },
    { timeout: 10_000 },
  )
  sending.end('\r\n--x--\r\n')
  const [answer] = (await answered) as [IncomingMessage]
  answer.resume()
  expect(answer.statusCode).toBe(200)
})
