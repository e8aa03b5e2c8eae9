import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  captains,
  maintenanceTasks,
  reportDeliveries,
  serviceRecords,
  trips,
} from '#server/stores/relational/schema.ts'
import { addExport, addSchedule } from '#server/testing/addRecords.ts'
import {
  addKey,
  type Place,
  type TestApi,
  type Thing,
  testApi,
  tripOf,
  twoOrganizations,
} from '#server/testing/testApi.ts'
import { ROUTES } from '../routes.ts'

let api: TestApi
let things: Record<Place, Thing>
let headers: { authorization: string }
beforeAll(async () => {
  api = await testApi()
  things = await twoOrganizations(api.records.db)
  const { db } = api.records
  for (const thing of [things.own, things.own, things.child])
    await Promise.all([
      addExport(thing, db),
      addSchedule(thing, db),
      addDelivery(thing),
      addMaintenance(thing),
    ])
  headers = (await addKey(api.records.db, things.parent, 'organization-admin')).headers
})
afterAll(() => api.close())

async function addDelivery({ organizationId, departmentId, userId, tripId }: Thing) {
  await api.records.db.insert(reportDeliveries).values({
    ...{ organizationId, departmentId, userId, period: 'week', scheduleName: tripId },
    ...{ userName: 'Nína', email: 'nina@one.example', timeZone: 'UTC', fromDay: 20_000, untilDay: 20_006 },
    nextAt: new Date(0),
  })
}

async function addMaintenance({ organizationId, vesselId }: Thing) {
  const { db } = api.records
  const of = { organizationId, vesselId, title: 'Oil' }
  await db.insert(maintenanceTasks).values({ ...of, baseAt: new Date(0), everyMonths: 12 })
  await db.insert(serviceRecords).values({ ...of, doneAt: new Date(0) })
}

interface Page {
  data: { id?: string; comments?: { id: string }[]; name?: string; peak_impact?: number | null }[]
  total: number
  next_cursor?: string | null
}
const ask = (path: string, query: Record<string, string>) =>
  api.app.inject({ url: `/public/v1${path}?${new URLSearchParams(query)}`, headers })

/** All rows, page by page; `between` happens after each page. */
async function walk(
  path: string,
  query: Record<string, string>,
  between: (page: Page) => Promise<unknown> = async () => {},
) {
  const rows: Page['data'] = []
  for (let cursor: string | null | undefined = ''; cursor !== null && cursor !== undefined; ) {
    const answer = await ask(path, { ...query, cursor })
    expect([path, answer.statusCode]).toEqual([path, 200])
    const page = answer.json<Page>()
    rows.push(...page.data)
    cursor = page.next_cursor
    await between(page)
  }
  return rows.map(idOf)
}

/** Identifier of a row; for a group of comments, that of its newest comment. */
const idOf = ({ id, comments }: Page['data'][number]) => id ?? comments?.[0]?.id ?? ''

const lists = ROUTES.flatMap(({ endpoint: { path, list, forKeys } }) =>
  forKeys && list?.cursor ? [{ path: path.replace('/api', ''), list }] : [],
)
test('offers cursors on most lists', () => {
  expect(lists.length).toBeGreaterThan(12)
})
test.each(lists)('lists the same at $path by pages as at once, in every order', async ({ path, list }) => {
  for (const order of ['', ...list.orders.flatMap((field) => [`${field} asc`, `${field} desc`])]) {
    const [field, direction = ''] = order.split(' ')
    const asked: Record<string, string> = field ? { [`order[${field}]`]: direction } : {}
    const all: Record<string, string> = list.limit === 'all' ? {} : { limit: '100' }
    const whole = (await ask(path, { ...asked, ...all })).json<Page>()
    // A few pages of each list are enough, because many calls take long.
    const limit = String(Math.max(1, Math.floor(whole.data.length / 4)))
    expect([order, await walk(path, { ...asked, limit })]).toEqual([order, whole.data.map(idOf)])
    // No trip is under way here.
    if (path !== '/trips/live') expect(whole.data.length).toBeGreaterThan(1)
    expect('next_cursor' in whole).toBe(false)
  }
})

test('shifts nothing when rows come and go, and lists unknown values last, once', async () => {
  const { db } = api.records
  const { vesselId, organizationId } = things.own
  const vessel = { id: vesselId, organizationId }
  const at = (hour: number, peakImpactG: number | null) => ({
    ...tripOf(vessel, Date.UTC(2026, 4, 1, hour) * 1000),
    peakImpactG,
  })
  const made = await db
    .insert(trips)
    .values([at(1, 2), at(2, null), at(3, 1), at(4, null), at(5, 2), at(6, 0.5)])
    .returning()
  const query = { 'filter[vessel_id][eq]': vesselId, 'order[peak_impact]': 'desc', limit: '2' }
  const before = (await ask('/trips', { ...query, limit: '100' })).json<Page>().data.map(({ id }) => id)
  let pages = 0
  const walked = await walk('/trips', query, async ({ data }) => {
    if (pages++ > 1) return
    await db.insert(trips).values(at(10 + pages, 9))
    const first = made.find(({ id }) => id === data[0]?.id)
    if (first) await db.update(trips).set({ isDeleted: true }).where(eq(trips.id, first.id))
  })
  expect(walked).toEqual(before)
})

test('continues after any name, whatever letters it has', async () => {
  const { organizationId, departmentId } = things.child
  const names = ['Ása', 'asa', 'Árni', 'Bo 10', 'Bo 9', "O'Brien", 'Þór', 'Zoë', 'Æsa']
  await api.records.db.insert(captains).values(names.map((name) => ({ organizationId, departmentId, name })))
  for (const language of ['en', 'is']) {
    headers = { ...headers, 'accept-language': language } as typeof headers
    const whole = (await ask('/captains', { limit: '100' })).json<Page>().data.map(({ id }) => id)
    expect(await walk('/captains', { limit: '2' })).toEqual(whole)
  }
})

test('refuses a cursor of another list, another order or an invented one', async () => {
  const { next_cursor = '' } = (await ask('/trips', { cursor: '', limit: '1' })).json<Page>()
  const forged = Buffer.from(JSON.stringify(['is', "'; drop table trips; --", things.own.tripId]))
  const refused = [
    await ask('/trips', { cursor: String(next_cursor), 'order[distance]': 'desc' }),
    await ask('/trips', { cursor: 'x' }),
    await ask('/trips', { cursor: String(next_cursor), skip: '1' }),
    await ask('/vessels/map', { limit: '2' }),
    await ask('/comments/groups', { cursor: 'x' }),
    await ask('/trips', { cursor: forged.toString('base64url') }),
  ]
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400, 400, 400])
})
