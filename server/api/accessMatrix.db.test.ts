/**
 * Calls every endpoint of the contract in every role, for subjects in every place. A call without the right
 * is refused, and a subject outside the scope looks as if it did not exist.
 */

import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  isSuper,
  type Permission,
  type RoleId,
  roleMay,
  seesWholeOrganization,
} from '#contract/domain/permissions.ts'
import { type AnyEndpoint, isWrite, publicPathOf } from '#contract/wire/endpoint.ts'
import { createUser } from '#server/access/createUser.ts'
import { replaceMemberships } from '#server/records/memberships.ts'
import { saveRejections } from '#server/records/rejections.ts'
import { tables } from '#server/stores/relational/openRecords.ts'
import {
  type Asker,
  anHour,
  askersOf,
  CASES,
  type Case,
  isKey,
  KEYS,
  MEMBER,
  nothingOfThings,
  PEOPLE,
  roleOf,
  scene,
} from '#server/testing/accessCases.ts'
import { contractEndpoints, nameOf } from '#server/testing/contractEndpoints.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import {
  addKey,
  bearer,
  emailOf,
  PASSWORD,
  PLACES,
  type Place,
  signIn,
  type TestApi,
  type Thing,
  testApi,
  tokenOf,
  twoOrganizations,
} from '#server/testing/testApi.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { serveWorld, type WorldServer, writeTestWorld } from '#server/testing/testWorld.ts'

let api: TestApi
let world: WorldServer
let things: Record<Place, Thing>
const tokens = {} as Record<Asker, string>
const keyIds = new Map<Asker, string>()
/** Askers that the server recognizes without a query of its records. */
const remembered = new Set<Asker>()
let asked = 0
let queries = 0
let everyRowIs: unknown
/** Number of queries when `everyRowIs` was read. */
let everyRowAfter = -1
const endpoints = await contractEndpoints()

beforeAll(async () => {
  const records = await testRecords(() => {
    queries++
  })
  // The clock stands still, so callers stay cached and repeated calls cost no query.
  const worldFile = join(tmpdir(), `taffrail-world-${process.pid}.pmtiles`)
  writeTestWorld(worldFile)
  world = await serveWorld(worldFile)
  api = await testApi({ records, clock: fixedClock(Date.now()), BASEMAP_SOURCE_URL: world.url })
  const { db } = api.records
  things = await twoOrganizations(db)
  Object.assign(scene, { api, things, keyIds })
  await addMember(db)
  for (const roleId of PEOPLE) tokens[roleId] = await tokenOf(api.app, await signIn(api.app, emailOf(roleId)))
  for (const asker of KEYS) await addKeyOf(asker)
  await noteFirstRefusals(db)
  await keepEveryRow(db)
  api.bus.subscribe('rights.changed', () => remembered.clear())
  await api.telemetry.append(Object.values(things).map(({ vesselNumber }) => anHour(vesselNumber)))
  await saveRejections(
    db,
    Object.values(things).map(({ vesselId }) => ({
      deviceId: null,
      vesselId,
      reason: 'malformed',
      detail: '',
      count: 1,
    })),
  )
})
afterAll(async () => {
  await api.close()
  await world.close()
})

describe.each(
  endpoints.filter(({ access }) => access !== 'anyone').map((one) => [nameOf(one), one] as const),
)('%s', (name, endpoint) => {
  const known = CASES[name] ?? nothingOfThings

  test('refuses every call without a valid token', async () => {
    for (const authorization of [undefined, 'Bearer ', 'Bearer x.y.z', `Basic ${tokens['super-admin']}`]) {
      const answer = await ask(endpoint, things.own, authorization ? { authorization } : {})
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'not_authenticated'])
    }
  })

  test('refuses keys on people’s endpoints, and people on keys’ endpoints', async () => {
    const atConsole = await ask(endpoint, things.own, bearer(tokens['key organization-admin']))
    expect([atConsole.statusCode, atConsole.json().code]).toEqual([401, 'not_authenticated'])
    for (const asker of ['organization-admin', 'key organization-admin'] as const) {
      if (endpoint.forKeys && isKey(asker)) continue
      const answer = await ask(endpoint, things.own, bearer(tokens[asker]), 'key organization-admin')
      // An unknown path may look like the id of something that exists.
      expect([asker, endpoint.forKeys ? [401] : [401, 404]]).toEqual([
        asker,
        expect.arrayContaining([answer.statusCode]),
      ])
    }
  })

  test.each(askersOf(endpoint))('shows %s what they may see and nothing else', async (roleId) => {
    const missing = Object.fromEntries(
      Object.keys(things.own).map((name) => [name, randomUUID()]),
    ) as unknown as Thing
    let toNothing: Awaited<ReturnType<typeof counted>> | undefined
    for (const place of PLACES) {
      const thing = { ...things[place], ...(await known.fresh?.(things[place], roleId)) }
      const before = endpoint.method === 'GET' ? null : await everyRow()
      const answer = await counted(endpoint, thing, roleId)
      asked++
      if (before && answer.statusCode >= 400) expect(await everyRow()).toEqual(before)
      const answered = [roleId, place, answer.statusCode]
      if (!mayAsk(endpoint, roleId)) {
        expect([...answered, answer.json().code]).toEqual([roleId, place, 403, 'not_allowed'])
      } else if (known.seesAll || (sees(known, endpoint, roleId, place) && !known.seesNone)) {
        expect(answered).toEqual([roleId, place, 200])
        if (known.shows) expect([...answered, known.shows(answer.body, thing)]).toEqual([...answered, true])
      } else {
        expect(answered).toEqual([roleId, place, known.hidden])
        // Neither the answer nor the number of queries distinguishes another organization's subject from a
        // missing one.
        if (known.hidden !== 200) {
          toNothing ??= await counted(endpoint, missing, roleId)
          const work = known.isOwn ? toNothing.queries : answer.queries
          expect([...answered, answer.body, work]).toEqual([...answered, toNothing.body, toNothing.queries])
        }
        if (known.shows) expect([...answered, known.shows(answer.body, thing)]).toEqual([...answered, false])
        for (const id of [thing.vesselId, thing.tripId, thing.captainId, thing.userId, thing.alertId])
          expect(answer.body).not.toContain(id)
      }
    }
  })
})

const cases = endpoints
  .filter(({ access }) => access !== 'anyone')
  .reduce((sum, endpoint) => sum + askersOf(endpoint).length * PLACES.length, 0)
test(`asked in all ${cases} cases`, () => expect(asked).toBe(cases))

/** An answer and its number of queries, without the queries that identify the caller. */
async function counted(endpoint: AnyEndpoint, thing: Thing, roleId: Asker) {
  const headers = bearer(tokens[roleId])
  if (!isKey(roleId) && !remembered.has(roleId)) {
    await api.app.inject({ url: '/api/roles/options', headers })
    remembered.add(roleId)
  }
  const before = queries
  const answer = await ask(endpoint, thing, headers, roleId)
  return {
    statusCode: answer.statusCode,
    body: answer.body,
    json: () => answer.json(),
    queries: queries - before,
  }
}

function ask(
  endpoint: AnyEndpoint,
  thing: Thing,
  headers: Record<string, string>,
  roleId: Asker = 'super-admin',
) {
  const { params = {}, query, body } = CASES[nameOf(endpoint)]?.call?.(thing, roleId) ?? {}
  const address = isKey(roleId) ? publicPathOf(endpoint) : endpoint.path
  const path = address.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  const url = query ? `${path}?${new URLSearchParams(query)}` : path
  // The page also lists rows that other tests of this suite made.
  const whole = endpoint.list && endpoint.list.limit !== 'all' ? `${url}?limit=100` : url
  const payload = endpoint.method === 'GET' ? {} : { payload: body ?? {} }
  return api.app.inject({ method: endpoint.method, url: whole, headers, ...payload })
}

/**
 * Number of rows of all tables, and their sum: unchanged when nothing was written. Without a query since the last
 * answer, nothing can have been written.
 */
async function everyRow(): Promise<unknown> {
  if (queries !== everyRowAfter) {
    const found = await api.records.db.execute(sql`select rows, total from every_row`)
    everyRowIs = (found as unknown as { rows: unknown[] }).rows[0]
    everyRowAfter = queries
  }
  return everyRowIs
}

/** The audit log notes a caller's refused writes once a minute. The clock stands still, so later ones write nothing. */
async function noteFirstRefusals(db: TestApi['records']['db']) {
  let refused = 0
  for (const asker of [...PEOPLE, ...KEYS]) {
    const mayNot = (one: AnyEndpoint) => askersOf(one).includes(asker) && !mayAsk(one, asker)
    const endpoint = endpoints.find((one) => isWrite(one) && mayNot(one))
    if (!endpoint) continue
    await ask(endpoint, things.own, bearer(tokens[asker]), asker)
    refused++
  }
  const noted = () => db.$count(tables.auditLog, eq(tables.auditLog.act, 'access.refused'))
  await vi.waitFor(async () => expect(await noted()).toBe(refused))
}

/** Lets the engine keep `everyRow`; a transaction that is rolled back takes its share along. */
async function keepEveryRow(db: TestApi['records']['db']) {
  await db.execute(sql`create table every_row (rows int8 not null, total int8 not null)`)
  await db.execute(sql`insert into every_row values (0, 0)`)
  await db.execute(sql`create function add_row() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        update every_row set rows = rows - 1, total = total - hashtext(tg_relid || old::text);
      end if;
      if tg_op <> 'DELETE' then
        update every_row set rows = rows + 1, total = total + hashtext(tg_relid || new::text);
      end if;
      return null;
    end $$`)
  for (const table of Object.values(tables)) {
    if (!is(table, PgTable) || table === tables.attempts) continue
    await db.execute(
      sql`create trigger add_row after insert or update or delete on ${table} for each row execute function add_row()`,
    )
  }
}

const mayAsk = (endpoint: AnyEndpoint, roleId: Asker) => {
  const { access } = endpoint
  if (access === 'anyone' || access === 'signed-in') return true
  if (access === 'super') return roleId !== 'member' && isSuper(roleOf(roleId))
  if (access === 'super-admin') return roleId === 'super-admin'
  return roleId === 'member' ? reachOfMember(access).length > 0 : roleMay(roleOf(roleId), access)
}

const reachOfMember = (permission: Permission): Place[] =>
  MEMBER.flatMap(([place, role]) => (roleMay(role, permission) ? [place] : []))

const sees = ({ ofOrganization }: Case, endpoint: AnyEndpoint, roleId: Asker, place: Place) =>
  ofOrganization ? place !== 'foreign' : isVisibleTo(endpoint, roleId, place)

function isVisibleTo({ access }: AnyEndpoint, roleId: Asker, place: Place): boolean {
  if (roleId !== 'member')
    return seesWholeOrganization(roleOf(roleId)) ? place !== 'foreign' : place === 'own' || place === 'child'
  const places = access.includes(':') ? reachOfMember(access as Permission) : MEMBER.map(([one]) => one)
  return places.includes(place)
}

async function addKeyOf(asker: (typeof KEYS)[number]) {
  const place = seesWholeOrganization(roleOf(asker)) ? 'parent' : 'own'
  const { id, secret } = await addKey(api.records.db, things[place], roleOf(asker))
  tokens[asker] = secret
  keyIds.set(asker, id)
}

async function addMember(db: TestApi['records']['db']) {
  const [[place, roleId] = ['own', 'department-viewer'], ...further] = MEMBER
  const { organizationId, departmentId } = things[place as Place]
  await db.transaction(async (tx) => {
    const person = {
      organizationId,
      departmentId,
      roleId: roleId as RoleId,
      name: 'member',
      password: PASSWORD,
    }
    const { id } = await createUser({ db: tx }, { ...person, email: emailOf('member') })
    const elsewhere = further.map(([where, role]) => ({
      departmentId: things[where].departmentId,
      roleId: role,
    }))
    await replaceMemberships(tx, id, elsewhere)
  })
}
