import { afterAll, beforeAll, expect, test } from 'vitest'
import { captains, geofences, vessels } from '#server/stores/relational/schema.ts'
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
let token: string

const NAMES = ['Örn', 'Zoe', 'Þór', 'Álka', 'Ægir', 'aldA', 'Oddur', 'Óðinn', 'Rib 10', 'Rib 2']
const ICELANDIC = ['aldA', 'Álka', 'Oddur', 'Óðinn', 'Rib 2', 'Rib 10', 'Zoe', 'Þór', 'Ægir', 'Örn']
const ELSEWHERE = ['Ægir', 'aldA', 'Álka', 'Oddur', 'Óðinn', 'Örn', 'Rib 2', 'Rib 10', 'Zoe', 'Þór']

beforeAll(async () => {
  api = await testApi()
  things = await twoOrganizations(api.records.db)
  const { organizationId, departmentId } = things.parent
  const place = { organizationId, departmentId }
  const { db } = api.records
  await db.insert(captains).values(NAMES.map((name) => ({ ...place, name })))
  await db.insert(vessels).values(NAMES.map((name) => ({ ...place, name })))
  await db.insert(geofences).values(
    NAMES.map((name) => ({
      ...place,
      name,
      type: 'circle',
      coordinates: [{ latitudeDeg: 64, longitudeDeg: -22 }],
    })),
  )
  for (const name of NAMES) await post('/api/departments', { ...OFFICE, name, parent_id: departmentId })
})
afterAll(() => api?.close())

const OFFICE = { contact: 'office@one.example', country: 'Iceland', region: '' }
async function ask(method: 'GET' | 'POST', url: string, language: string, body?: object) {
  token ??= await tokenOf(api.app, await signIn(api.app, emailOf('organization-admin')))
  const headers = { ...bearer(token), 'accept-language': language }
  return api.app.inject({ method, url, headers, ...(body && { payload: body }) })
}
async function post(url: string, body: object) {
  const answer = await ask('POST', url, 'en', body)
  if (answer.statusCode !== 200) throw new Error(answer.body)
}

test.each(['captains', 'vessels', 'geofences', 'departments'])(
  'orders the list of %s by the reader’s alphabet',
  async (list) => {
    const namesIn = async (language: string, order = 'order[name]=asc') => {
      const answer = await ask('GET', `/api/${list}?limit=100&${order}`, language)
      const { data } = answer.json() as { data: { name: string }[] }
      return data.map(({ name }) => name).filter((name) => NAMES.includes(name))
    }
    expect(await namesIn('is')).toEqual(ICELANDIC)
    expect(await namesIn('is', '')).toEqual(ICELANDIC)
    expect(await namesIn('it-IT,it;q=0.9')).toEqual(ELSEWHERE)
    expect(await namesIn('en')).toEqual(ELSEWHERE)
    expect(await namesIn('is', 'order[name]=desc')).toEqual(ICELANDIC.toReversed())
  },
)

test('keeps that order over several pages', async () => {
  const pages = await Promise.all(
    [0, 5, 10, 15].map((skip) => ask('GET', `/api/captains?limit=5&skip=${skip}&order[name]=asc`, 'is')),
  )
  const names = pages.flatMap((page) => (page.json().data as { name: string }[]).map(({ name }) => name))
  expect(names.filter((name) => NAMES.includes(name))).toEqual(ICELANDIC)
})
