/** Two people change one subject, in each call with a form of many fields. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RoleId } from '#contract/domain/permissions.ts'
import { addSchedule, addWebhook } from '#server/testing/addRecords.ts'
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
let things: Record<Place, Thing>
let scheduleId: string
let webhookId: string
const tokens: Partial<Record<RoleId, string>> = {}
const ROLES = ['super-admin', 'organization-admin', 'organization-viewer'] as const
beforeAll(async () => {
  api = await testApi()
  things = await twoOrganizations(api.records.db)
  for (const roleId of ROLES) tokens[roleId] = await tokenOf(api.app, await signIn(api.app, emailOf(roleId)))
  scheduleId = await addSchedule(things.own, api.records.db)
  webhookId = await addWebhook(things.own, api)
})
afterAll(() => api.close())

const put = async (as: RoleId, url: string, payload: object) => {
  const answer = await api.app.inject({ method: 'PUT', url, headers: bearer(tokens[as] ?? ''), payload })
  return [answer.statusCode, answer.json()]
}

interface Edited {
  as: RoleId
  url: (own: Thing) => string
  /** A field with its new value from one person and from another, and a second field. */
  field: string
  theirs: unknown
  mine: unknown
  other: [name: string, value: unknown]
}
const EDITED: Record<string, Edited> = {
  person: {
    ...{ as: 'organization-admin', url: ({ userId }) => `/api/users/${userId}` },
    ...{ field: 'name', theirs: 'Nína', mine: 'Nína Ösp', other: ['phone_number', '+354 555 0199'] },
  },
  'scheduled report': {
    ...{ as: 'organization-admin', url: () => `/api/report-schedules/${scheduleId}` },
    ...{ field: 'name', theirs: 'Fleet, weekly', mine: 'Mondays', other: ['enabled', false] },
  },
  webhook: {
    ...{ as: 'organization-admin', url: () => `/api/webhooks/${webhookId}` },
    ...{ field: 'name', theirs: 'Duty desk', mine: 'Coast guard', other: ['severities', ['critical']] },
  },
  vessel: {
    ...{ as: 'organization-admin', url: ({ vesselId }) => `/api/vessels/${vesselId}` },
    ...{ field: 'impact_limit', theirs: 4, mine: 5, other: ['manufacturer', 'Rafnar'] },
  },
  captain: {
    ...{ as: 'organization-admin', url: ({ captainId }) => `/api/captains/${captainId}` },
    ...{ field: 'name', theirs: 'Nína', mine: 'Nína Ösp' },
    get other(): [string, unknown] {
      return ['department_id', things.sibling.departmentId]
    },
  },
  department: {
    ...{ as: 'organization-admin', url: ({ departmentId }) => `/api/departments/${departmentId}` },
    ...{ field: 'contact', theirs: 'they@one.example', mine: 'me@one.example', other: ['name', 'Rescue'] },
  },
  'own organization': {
    ...{ as: 'organization-admin', url: () => '/api/organization' },
    ...{ field: 'settings', theirs: { force_captain_login: true }, mine: { force_captain_login: false } },
    other: ['contact', 'harbour@one.example'],
  },
  organization: {
    ...{ as: 'super-admin', url: ({ organizationId }) => `/api/super/organizations/${organizationId}` },
    ...{ field: 'features', theirs: { departments: true, route_guidance: true } },
    ...{ mine: { departments: false, route_guidance: false }, other: ['country', 'Iceland'] },
  },
}

test.each(Object.entries(EDITED))(
  '%s: refuses to overwrite what another person has changed',
  async (_, edited) => {
    const { as, field, theirs, mine, other } = edited
    const url = edited.url(things.own)
    expect((await put('organization-viewer', url, { [field]: mine }))[0]).toBe(403)
    const [, before] = await put(as, url, {})
    const seen = (body: Record<string, unknown>, name: string) =>
      [body, body.specs, body.system_settings]
        .map((part) => (part as typeof body)?.[name])
        .find((is) => is !== undefined)
    const expected = { [field]: seen(before, field), [other[0]]: seen(before, other[0]) }
    expect((await put(as, url, { [field]: theirs, expected }))[0]).toBe(200)
    // A change of another field succeeds, and fields that were not sent stay.
    const [status, both] = await put(as, url, { [other[0]]: other[1], expected })
    expect([status, seen(both, field), seen(both, other[0])]).toMatchObject([200, theirs, other[1]])
    expect(await put(as, url, { [field]: mine, expected })).toEqual([
      409,
      { code: 'conflict', message: `Changed by somebody else in the meantime: ${field}.` },
    ])
    expect(seen((await put(as, url, {}))[1], field)).toMatchObject(theirs as object)
    const [, after] = await put(as, url, { [field]: mine, expected: { [field]: seen(both, field) } })
    expect(seen(after, field)).toMatchObject(mine as object)
  },
)
