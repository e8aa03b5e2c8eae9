import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROLE_IDS, type RoleId } from '#contract/domain/permissions.ts'
import type { VesselModel } from '#contract/wire/model.ts'
import {
  bearer,
  emailOf,
  type Place,
  signIn,
  type TestApi,
  type Thing,
  testApi,
  tokenOf,
  twoOrganizations,
} from '#server/testing/testApi.ts'
import { testGlb } from '#server/testing/testGlb.ts'

let api: TestApi
let things: Record<Place, Thing>
const tokens = {} as Record<RoleId, string>
beforeAll(async () => {
  api = await testApi()
  things = await twoOrganizations(api.records.db)
  for (const roleId of ROLE_IDS)
    tokens[roleId] = await tokenOf(api.app, await signIn(api.app, emailOf(roleId)))
})
afterAll(() => api.close())

function form(...files: Buffer[]): FormData {
  const sent = new FormData()
  for (const bytes of files) sent.append('files', new Blob([new Uint8Array(bytes)]), '../../Skuggi.glb')
  return sent
}
const upload = (as: RoleId, vesselId: string, payload: FormData) =>
  api.app.inject({
    method: 'POST',
    url: `/api/vessels/${vesselId}/model`,
    headers: bearer(tokens[as]),
    payload,
  })
const get = (as: RoleId, url: string, headers: Record<string, string> = {}) =>
  api.app.inject({ url, headers: { ...bearer(tokens[as]), ...headers } })

test('shows a model only to those who may see the vessel, and answers others not found', async () => {
  const { url } = (
    await upload('organization-admin', things.parent.vesselId, form(testGlb()))
  ).json<VesselModel>()
  expect((await api.app.inject({ url })).statusCode).toBe(401)
  expect((await get('organization-viewer', url)).statusCode).toBe(200)
  expect((await get('department-viewer', url)).statusCode).toBe(404)
  expect(
    (await get('organization-viewer', url.replace(things.parent.vesselId, things.foreign.vesselId)))
      .statusCode,
  ).toBe(404)
  const listed = await get('department-viewer', '/api/models')
  expect(listed.json().data).toEqual([])
})

test('returns a model as it was sent, and not again to a client that has it', async () => {
  const glb = testGlb()
  const sent = await upload('department-admin', things.own.vesselId, form(glb))
  expect(sent.statusCode).toBe(200)
  const model = sent.json<VesselModel>()
  expect(model).toMatchObject({ file_name: 'Skuggi.glb', triangles: 1, bytes: glb.length })
  const answer = await get('department-viewer', model.url)
  expect(answer.rawPayload.equals(glb)).toBe(true)
  expect(answer.headers['content-type']).toBe('model/gltf-binary')
  expect(answer.headers['content-security-policy']).toContain('sandbox')
  const again = await get('department-viewer', model.url, { 'if-none-match': String(answer.headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('replaces the old model, and removes the file of a replaced or deleted one', async () => {
  const first = (await upload('department-admin', things.own.vesselId, form(testGlb()))).json<VesselModel>()
  const second = (await upload('department-admin', things.own.vesselId, form(testGlb()))).json<VesselModel>()
  expect((await get('department-admin', first.url)).statusCode).toBe(404)
  expect((await get('department-admin', second.url)).statusCode).toBe(200)
  const remove = () =>
    api.app.inject({
      method: 'DELETE',
      url: `/api/vessels/${things.own.vesselId}/model`,
      headers: bearer(tokens['department-admin']),
    })
  expect((await remove()).statusCode).toBe(200)
  expect((await get('department-admin', second.url)).statusCode).toBe(404)
  expect((await remove()).statusCode).toBe(404)
})

test.each([
  ['nothing', form()],
  ['two files', form(testGlb(), testGlb())],
  ['no GLB', form(Buffer.from('solid boat'))],
  ['one that asks elsewhere', form(testGlb((gltf) => ({ ...gltf, images: [{ uri: '//evil.example/x' }] })))],
])('refuses %s and leaves nothing behind', async (_, payload) => {
  const answer = await upload('department-admin', things.own.vesselId, payload)
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid'])
  const listed = await get('department-admin', `/api/models?filter[vessel_id][eq]=${things.own.vesselId}`)
  expect(listed.json().data).toEqual([])
})

test('refuses a model of more than ten megabytes by its size', async () => {
  const answer = await upload('department-admin', things.own.vesselId, form(Buffer.alloc(10_485_761)))
  expect([answer.statusCode, answer.json().message]).toEqual([413, 'Model can not be more than 10 MB'])
})
