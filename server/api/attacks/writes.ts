/** Every write of the contract that a person's session reaches, with a body it accepts, for attacks on all of them. */
import { randomUUID } from 'node:crypto'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { SubscribedNotifications } from '#contract/user.ts'
import { insertCompany } from '#server/records/companies.ts'
import { insertDepartment } from '#server/records/departments.ts'
import { ROUTES } from '../routes.ts'
import { addPerson, type TestApi, type Thing } from '../testApi.ts'

export interface Write {
  url: string
  body: object
}

const organization = { name: 'One', contact: 'ahoy@one.example', country: 'Iceland', region: '' }

/** What a super-admin may send to each write; `thing` is theirs, and what a call uses up is made for it. */
export const WRITES: Readonly<Record<string, (thing: Thing, api: TestApi) => Write | Promise<Write>>> = {
  'POST /api/users': ({ departmentId }) => ({ url: '/api/users', body: person(departmentId) }),
  'PUT /api/users/:id': ({ userId, departmentId }) => ({
    url: `/api/users/${userId}`,
    body: { name: 'Nína', role_id: 'department-viewer', department_id: departmentId },
  }),
  'DELETE /api/users/:id': async (thing, { records }) => {
    const id = await records.db.transaction((tx) => addPerson(tx, thing, 'department-viewer'))
    return { url: `/api/users/${id}`, body: {} }
  },
  'PUT /api/users/me': () => ({ url: '/api/users/me', body: { name: 'Me' } }),
  'PUT /api/users/user_subscribed_notifications': () => ({
    url: '/api/users/user_subscribed_notifications',
    body: Object.fromEntries(Object.keys(SubscribedNotifications.shape).map((name) => [name, true])),
  }),
  'PUT /api/users/read_unread_announcments': () => ({
    url: '/api/users/read_unread_announcments',
    body: {},
  }),
  'PUT /api/users/read_unread_alerts': () => ({ url: '/api/users/read_unread_alerts', body: {} }),
  'PUT /api/organization': () => ({ url: '/api/organization', body: organization }),
  'PUT /api/organization/update_last_login': () => ({
    url: '/api/organization/update_last_login',
    body: {},
  }),
  'POST /api/departments': ({ departmentId }) => ({
    url: '/api/departments',
    body: { ...organization, name: 'New', parent_id: departmentId },
  }),
  'PUT /api/departments/:id': ({ departmentId }) => ({
    url: `/api/departments/${departmentId}`,
    body: { name: 'Renamed' },
  }),
  'DELETE /api/departments/:id': async ({ companyId, departmentId: parentId }, { records }) => {
    const id = await insertDepartment(records.db, { companyId, parentId, name: 'Gone' })
    return { url: `/api/departments/${id}`, body: {} }
  },
  'POST /api/super/organizations': () => ({ url: '/api/super/organizations', body: organization }),
  'PUT /api/super/organizations/:id': ({ companyId }) => ({
    url: `/api/super/organizations/${companyId}`,
    body: organization,
  }),
  'DELETE /api/super/organizations/:id': async (_thing, { records }) => {
    const { companyId } = await records.db.transaction((tx) => insertCompany(tx, { name: 'Gone' }))
    return { url: `/api/super/organizations/${companyId}`, body: {} }
  },
  'PUT /api/super/switch-organization': ({ companyId }) => ({
    url: '/api/super/switch-organization',
    body: { new_company_id: companyId },
  }),
  'PUT /api/trips/:id': ({ tripId, captainId }) => ({
    url: `/api/trips/${tripId}`,
    body: { captain_id: captainId },
  }),
  'PUT /api/sensors/:id': ({ sensorId }) => ({
    url: `/api/sensors/${sensorId}`,
    body: { description: 'Bow', use_with_safety_speed: true },
  }),
  'PUT /api/super/user-role': async ({ companyId }, { records }) => {
    const top = await records.db.query.departments.findFirst({
      where: (row, { and, eq, isNull }) => and(eq(row.companyId, companyId), isNull(row.parentId)),
    })
    return { url: '/api/super/user-role', body: { role_id: 'super-admin', department_id: top?.id } }
  },
}

const person = (department_id: string) => ({
  name: 'Nína',
  email: `${randomUUID()}@one.example`,
  role_id: 'department-viewer',
  department_id,
})

const nameOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`

/** Posted because a question is too long for an address. */
const QUESTIONS = ['POST /api/trips/:id/impact_report']

/** Names of all endpoints below /api that change something for whoever is signed in. */
export const writeNames = ROUTES.map(({ endpoint }) => endpoint)
  .filter(({ method, path, access }) => method !== 'GET' && access !== 'anyone' && path.startsWith('/api/'))
  .map(nameOf)
  .filter((name) => !QUESTIONS.includes(name))
