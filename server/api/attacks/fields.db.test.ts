/** Sends fields that a caller may not set: to every write, as a user with nearly all rights. */
import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tables } from '#server/stores/relational/openRecords.ts'
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
import { prepareWrites, WRITES } from '#server/testing/writes.ts'

let api: TestApi
let things: Record<Place, Thing>
let admin: string
beforeAll(async () => {
  api = await testApi()
  things = await twoOrganizations(api.records.db)
  prepareWrites(api, things)
  admin = await tokenOf(api.app, await signIn(api.app, emailOf('super-admin')))
})
afterAll(() => api.close())

/** Columns that a call of its own accord makes new each time. */
const VOLATILE =
  /"(\w*_at|at|\w*until|id|number|identity_id|device_id|from_us|fold_us|email|name|code|first_digits|last_digits|password|revision|version|subject_\w+|secret\w*|fileKey|uploadedAtMs)":\s*("[^"]*"|\d+|null)/g
/** Matches names of files and hashes of tokens made by the server; values of a caller look different. */
const MADE = /"([\w-]{43}|[\w-]{32}\.jpg)"/g

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g

/** Every row except audit lines, sorted, without values that differ each time. */
async function state(): Promise<string[]> {
  const { db } = api.records
  const all = Object.values(tables).flatMap((table) => {
    if (!is(table, PgTable) || table === tables.auditLog || table === tables.attempts) return []
    return [
      sql`select ${getTableName(table)} as name, row_to_json("row")::text as row from ${table} as "row"`,
    ]
  })
  const { rows } = (await db.execute(sql.join(all, sql` union all `))) as unknown as {
    rows: { name: string; row: string }[]
  }
  const ids = new Set(Object.values(things).flatMap((thing) => Object.values(thing)))
  const known = (id: string) => (ids.has(id) ? id : 'new')
  return rows
    .map(
      ({ name, row }) =>
        `${name} ${row.replace(VOLATILE, '"$1":').replace(MADE, '"made"').replace(UUID, known)}`,
    )
    .sort()
}

const foreignFields = () => ({
  id: things.foreign.userId,
  user_id: things.foreign.userId,
  userId: things.foreign.userId,
  company_id: things.foreign.organizationId,
  companyId: things.foreign.organizationId,
  organizationId: things.foreign.organizationId,
  company: { id: things.foreign.organizationId },
  department_id: things.foreign.departmentId,
  departmentId: things.foreign.departmentId,
  parentId: things.foreign.departmentId,
  vessel_id: things.foreign.vesselId,
  created_by: things.foreign.userId,
  role_id: 'super-admin',
  roleId: 'super-admin',
  role: { id: 'super-admin' },
  auth_role: 'super',
  super_role_id: 'super-viewer',
  superRoleId: 'super-viewer',
  permissions: ['department:api-key-create:*'],
  unread_messages: { alert_count: 99, announcement_count: 99 },
  remaining_credits: 1_000_000,
  public_api_info: { max_credits: 1_000_000 },
  is_deleted: true,
  isDeleted: true,
  visible: false,
  contact: 'changed@two.example',
  pictureFile: '../../etc/passwd',
  profile_picture_url: 'https://evil.example/x.png',
  passwordHash: 'x',
  emailVerified: false,
  hasComfortSpeed: true,
  statistics: { number_of_trips: 5 },
})

test.each(Object.entries(WRITES))('sets no field that %s does not list', async (name, make) => {
  const method = name.split(' ')[0] as 'POST' | 'PUT' | 'DELETE'
  const call = async (extra: object) => {
    const before = await state()
    const { url, body } = await make(things.own)
    const answer = await api.app.inject({
      method,
      url,
      headers: bearer(admin),
      payload: body instanceof FormData ? withFields(body, extra) : { ...extra, ...body },
    })
    expect([name, answer.statusCode]).toEqual([name, 200])
    return { before, after: await state() }
  }
  const listed = Object.keys((await make(things.own)).body)
  const optional = OPTIONAL[name] ?? []
  const extra = Object.entries(foreignFields()).filter(([field]) => ![...listed, ...optional].includes(field))
  await call({})
  const plain = await call({})
  const attacked = await call(Object.fromEntries(extra))
  const added = ({ before, after }: typeof plain) => without(after, before)
  expect(added(attacked)).toEqual(added(plain))
  expect(without(attacked.before, attacked.after)).toEqual(without(plain.before, plain.after))
})

function withFields(form: FormData, fields: object): FormData {
  // A form has at most ten fields; the other writes send the rest.
  for (const [field, value] of Object.entries(fields).slice(0, 9)) form.append(field, JSON.stringify(value))
  return form
}

/** Fields that a call lists although the bodies here leave them out. */
const OPTIONAL: Readonly<Record<string, string[]>> = {
  'POST /api/exports': ['department_id'],
  'PUT /api/departments/:id': ['contact'],
  'POST /api/super/organizations': ['public_api_info'],
  'PUT /api/super/organizations/:id': ['public_api_info'],
}

function without(all: readonly string[], known: readonly string[]): string[] {
  const left = [...known]
  return all.filter((row) => {
    const at = left.indexOf(row)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

test('makes no super user from anything that looks like a super role', async () => {
  const token = await tokenOf(api.app, await signIn(api.app, emailOf('organization-admin')))
  const roles = [
    'super-admin',
    'super-viewer',
    'Super-Admin',
    'super-admin ',
    ' super-admin',
    'super-admin\0',
    'ѕuper-admin',
    'super‐admin',
    'super-admin:*',
    '*',
    '',
    0,
    null,
    ['super-admin'],
    ['organization-viewer', 'super-admin'],
    { id: 'super-admin' },
    '__proto__',
    'constructor',
  ]
  for (const [n, role_id] of roles.entries()) {
    const payload = {
      name: 'Eve',
      email: `eve${n}@one.example`,
      role_id,
      department_id: things.parent.departmentId,
    }
    const made = await api.app.inject({ method: 'POST', url: '/api/users', headers: bearer(token), payload })
    expect([role_id, [400, 403].includes(made.statusCode)]).toEqual([role_id, true])
    const url = `/api/users/${things.parent.userId}`
    const changed = await api.app.inject({ method: 'PUT', url, headers: bearer(token), payload })
    expect([role_id, [400, 403].includes(changed.statusCode)]).toEqual([role_id, true])
  }
})

/** Rounds of replaced values in every write; the soak `calls` makes more, from another seed. */
const ROUNDS = Number(process.env.CALL_ROUNDS ?? 3)
const SEED = Number(process.env.CALL_SEED ?? 1)

const hostileValue = fc.oneof(
  fc.constantFrom<unknown>(null, true, [], {}, [[[]]], '', '\0', '\ud800', '__proto__', 'x'.repeat(20_000)),
  fc.constantFrom<unknown>(
    -1,
    0.5,
    -0,
    1e308,
    2 ** 53,
    '2026-02-30T99:99:99Z',
    '+275760-09-13T00:00:00.001Z',
  ),
  fc.uuid(),
  fc.integer(),
  fc.double(),
  fc.string({ unit: 'binary' }),
  fc.json().map((text) => JSON.parse(text)),
  fc.array(fc.integer(), { minLength: 1000, maxLength: 1000 }),
)

/** Places of all values of a body, from the outermost inwards. */
function placesOf(value: unknown, place: readonly string[] = []): string[][] {
  const inner =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, one]) => placesOf(one, [...place, name]))
      : []
  return [[...place], ...inner]
}

function replaced(value: unknown, [name, ...inner]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by
  const copy = structuredClone(value) as Record<string, unknown>
  copy[name] = replaced(copy[name], inner, by)
  return copy
}

test('answers a write with any values in any places, and never with a server error', async () => {
  const failures: unknown[] = []
  const draws = fc.sample(fc.tuple(fc.nat(), hostileValue), {
    seed: SEED,
    numRuns: ROUNDS * Object.keys(WRITES).length,
  })
  for (const [name, make] of Object.entries(WRITES)) {
    const method = name.split(' ')[0] as 'POST' | 'PUT' | 'DELETE'
    for (const [draw, by] of draws.splice(0, ROUNDS)) {
      const { url, body } = await make(things.own)
      if (body instanceof FormData) continue
      const places = placesOf(body)
      const place = places[draw % places.length] ?? []
      const { statusCode } = await api.app.inject({
        ...{ method, url, headers: { ...bearer(admin), 'content-type': 'application/json' } },
        payload: JSON.stringify(replaced(body, place, by)) ?? '',
      })
      if (statusCode >= 500) failures.push([name, place.join('.'), by, statusCode])
    }
  }
  expect(failures).toEqual([])
  expect(Object.keys(Object.prototype)).toEqual([])
})
