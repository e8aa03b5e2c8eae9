import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { RoleId } from '#contract/domain/permissions.ts'
import { folderMail } from '#server/notify/folderMail.ts'
import type { Mail } from '#server/notify/mail.ts'
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

let api: TestApi
let mail: Mail
let mailFolder: string
let things: Record<Place, Thing>
const tokens: Partial<Record<RoleId, string>> = {}

beforeAll(async () => {
  mailFolder = await mkdtemp(join(tmpdir(), 'taffrail-super-'))
  mail = folderMail(mailFolder, 'Taffrail <taffrail@localhost>')
  api = await testApi({ mail })
  things = await twoOrganizations(api.records.db)
  for (const roleId of ['super-admin', 'super-viewer', 'organization-admin'] as const)
    tokens[roleId] = await tokenOf(api.app, await signIn(api.app, emailOf(roleId)))
})
afterAll(async () => {
  await api.close()
  await rm(mailFolder, { recursive: true })
})

const ask = (as: RoleId, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  api.app.inject({ method, url, headers: bearer(tokens[as] ?? ''), ...(payload ? { payload } : {}) })
const me = async (as: RoleId) => (await ask(as, 'GET', '/api/users/me')).json()
const look = async (as: RoleId, role_id: RoleId, department_id: string) =>
  (await ask(as, 'PUT', '/api/super/user-role', { role_id, department_id })).statusCode
const enter = (as: RoleId, new_company_id: string) =>
  ask(as, 'PUT', '/api/super/switch-organization', { new_company_id })

const form = { name: 'Three', contact: 'ahoy@three.example', country: 'Italy', region: 'Liguria' }

test('allows only super-admins to make, change and remove organizations', async () => {
  for (const as of ['super-viewer', 'organization-admin'] as const) {
    expect((await ask(as, 'POST', '/api/super/organizations', form)).statusCode).toBe(403)
  }
  const made = await ask('super-admin', 'POST', '/api/super/organizations', {
    ...form,
    features: { departments: false },
    settings: { has_comfort_speed: true },
  })
  expect(made.json()).toMatchObject({
    ...form,
    features: { departments: false, route_guidance: false },
    settings: { has_comfort_speed: true, force_captain_login: false },
    statistics: { number_of_trips: 0 },
    last_login: null,
  })
  const path = `/api/super/organizations/${made.json().id}`
  expect((await ask('super-admin', 'PUT', path, { name: 'Tre' })).json()).toMatchObject({
    name: 'Tre',
    region: 'Liguria',
    features: { departments: false },
  })
  expect((await ask('super-admin', 'PUT', path, { country: 'Atlantis' })).statusCode).toBe(400)
  expect((await ask('super-admin', 'PUT', path, { region: 'Vesturland' })).statusCode).toBe(400)
  expect((await ask('super-admin', 'PUT', path, { country: 'Iceland' })).json().region).toBe('')
  expect((await ask('super-admin', 'DELETE', path)).json()).toEqual({ ok: true })
  expect((await ask('super-admin', 'GET', path)).statusCode).toBe(404)
  for (const { organizationId } of [things.own, things.foreign]) {
    expect(
      (await ask('super-admin', 'DELETE', `/api/super/organizations/${organizationId}`)).statusCode,
    ).toBe(409)
  }
})

test('orders organizations by their trips and finds them by a part of their name', async () => {
  const names = async (query: string) =>
    (await ask('super-viewer', 'GET', `/api/super/organizations?${query}`))
      .json()
      .data.map(({ name }: { name: string }) => name)
  expect(await names('order[trips]=desc')).toEqual(['One', 'Two'])
  expect(await names('order[trips]=asc')).toEqual(['Two', 'One'])
  expect(await names('filter[name][contains]=TW')).toEqual(['Two'])
})

test('shows a department’s view and leads back', async () => {
  expect(await look('super-admin', 'department-viewer', things.own.departmentId)).toBe(200)
  expect(await me('super-admin')).toMatchObject({ role_id: 'department-viewer', auth_role: 'super' })
  expect((await ask('super-admin', 'GET', `/api/vessels/${things.sibling.vesselId}`)).statusCode).toBe(404)
  expect((await ask('super-admin', 'POST', '/api/users', {})).statusCode).toBe(403)
  const data = (await ask('super-admin', 'GET', '/api/super/data')).json()
  expect(data.departments.map(({ name }: { name: string }) => name)).toEqual([
    'Child',
    'One',
    'Own',
    'Sibling',
  ])
  expect(data.roles).toHaveLength(6)
  expect(await look('super-admin', 'super-admin', things.parent.departmentId)).toBe(200)
  expect((await ask('super-admin', 'GET', `/api/vessels/${things.sibling.vesselId}`)).statusCode).toBe(200)
})

test('offers each department only the roles that suit it, and a viewer only viewing ones', async () => {
  const { own, parent, foreign } = things
  expect(await look('super-admin', 'organization-admin', own.departmentId)).toBe(400)
  expect(await look('super-admin', 'department-admin', parent.departmentId)).toBe(400)
  expect(await look('super-admin', 'organization-admin', foreign.departmentId)).toBe(404)
  for (const role of ['super-admin', 'organization-admin'] as const)
    expect(await look('super-viewer', role, parent.departmentId)).toBe(403)
  expect(await look('super-viewer', 'department-admin', own.departmentId)).toBe(403)
  expect(await look('super-viewer', 'organization-viewer', parent.departmentId)).toBe(200)
  expect((await ask('super-viewer', 'GET', '/api/super/data')).json().roles).toHaveLength(3)
  expect((await ask('super-viewer', 'POST', '/api/super/organizations', form)).statusCode).toBe(403)
})

test('enters another organization as the same person', async () => {
  expect((await enter('organization-admin', things.foreign.organizationId)).statusCode).toBe(403)
  expect((await enter('super-viewer', '0199a000-0000-7000-8000-000000000000')).statusCode).toBe(404)
  expect((await enter('super-viewer', things.foreign.organizationId)).json()).toEqual({ ok: true })
  expect(await me('super-viewer')).toMatchObject({
    role_id: 'super-viewer',
    company: { name: 'Two' },
    department_id: things.foreign.departmentId,
  })
  expect((await ask('super-viewer', 'GET', `/api/vessels/${things.own.vesselId}`)).statusCode).toBe(404)
  expect((await ask('super-viewer', 'GET', `/api/vessels/${things.foreign.vesselId}`)).statusCode).toBe(200)
})

test('counts the sign-ins of people, not of super users, as use of an organization', async () => {
  const lastLogin = async (organizationId: string) =>
    (await ask('super-admin', 'GET', `/api/super/organizations/${organizationId}`)).json().last_login
  await ask('super-viewer', 'PUT', '/api/organization/update_last_login')
  expect(await lastLogin(things.foreign.organizationId)).toBeNull()
  await ask('organization-admin', 'PUT', '/api/organization/update_last_login')
  expect(await lastLogin(things.own.organizationId)).not.toBeNull()
})

test('mails a super-admin to test the mail server, and reports what prevents it', async () => {
  for (const as of ['super-viewer', 'organization-admin'] as const) {
    expect((await ask(as, 'POST', '/api/super/test-mail', {})).statusCode).toBe(403)
    expect((await ask(as, 'GET', '/api/super/installation')).statusCode).toBe(403)
  }
  const sent = await ask('super-admin', 'POST', '/api/super/test-mail', {})
  expect(sent.json()).toEqual({ to: emailOf('super-admin'), failure: null })
  expect((await api.mails())[0]).toMatchObject({
    to: emailOf('super-admin'),
    subject: 'Taffrail can send mail',
  })
  const send = vi.spyOn(mail, 'send').mockRejectedValueOnce(new Error('Invalid login: 535'))
  const refused = await ask('super-admin', 'POST', '/api/super/test-mail', {})
  expect(refused.json()).toEqual({ to: emailOf('super-admin'), failure: 'Invalid login: 535' })
  send.mockRestore()
  expect((await ask('super-admin', 'GET', '/api/super/installation')).statusCode).toBe(200)
})
