import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConditionFacts } from '#contract/wire/alert.ts'
import { wordsOfAlert } from '#contract/words/alertText.ts'
import { countAlertsAsTimely } from '#server/records/alerts.ts'
import { messageOf } from '#server/records/messages.ts'
import { alerts, instanceNames, messages, users } from '#server/stores/relational/schema.ts'
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
import { alertSpeech } from '#server/words/wordsIn.ts'

let api: TestApi
let things: Record<Place, Thing>
let token: string

beforeAll(async () => {
  api = await testApi()
  things = await twoOrganizations(api.records.db)
  token = await tokenOf(api.app, await signIn(api.app, emailOf('organization-admin')))
})
afterAll(() => api?.close())

const FACTS = { kind: 'impact', impact: 3.94, limit: 3 } as const
const set = (change: Partial<typeof alerts.$inferInsert>) =>
  api.records.db.update(alerts).set(change).where(eq(alerts.id, things.parent.alertId))

async function textsIn(language: string): Promise<string[]> {
  const headers = { ...bearer(token), 'accept-language': language }
  const { alertId } = things.parent
  const one = await api.app.inject({ url: `/api/alerts/${alertId}`, headers })
  const list = await api.app.inject({ url: `/api/alerts?filter[id][eq]=${alertId}`, headers })
  return [one.json().text, list.json().data[0].text]
}

test('words facts in each reader’s language, alone and in the list', async () => {
  await set({ text: null, facts: FACTS })
  expect(await textsIn('en')).toEqual(Array(2).fill('Impact of 3.9 g, above the limit of 3 g'))
  expect(await textsIn('it-IT,it;q=0.9')).toEqual(Array(2).fill('Impatto di 3,9 g, oltre il limite di 3 g'))
  expect(await textsIn('is')).toEqual(Array(2).fill('Högg upp á 3,9 g, yfir mörkunum 3 g'))
})

test('calls a battery by the name that the boat’s own system gives it, wherever its alert is read', async () => {
  const { db } = api.records
  const { alertId, vesselId } = things.parent
  const condition: ConditionFacts = {
    ...({ source: 'time-series', type: 'instant', field: 'battery_voltage' } as const),
    ...({ operation: 'less_than', threshold: 12, value: 11.5, period_sec: null } as const),
  }
  const facts = { kind: 'threshold', fence: null, conditions: [condition] } as const
  await set({ text: null, facts: { ...facts, conditions: [condition] }, instance: 1 })
  expect((await textsIn('en'))[0]).toBe('Battery voltage 1 below 12 V: 11.5 V')
  await db.insert(instanceNames).values({ vesselId, family: 'batteries', name: 'house', number: 1 })
  expect(await textsIn('en')).toEqual(Array(2).fill('Battery voltage house below 12 V: 11.5 V'))
  const one = await api.app.inject({ url: `/api/alerts/${alertId}`, headers: bearer(token) })
  expect(one.json().names).toEqual({ battery_voltage_1: 'house' })
  // A rule may name the battery itself.
  await set({
    facts: { ...facts, conditions: [{ ...condition, field: 'battery_voltage_1' }] },
    instance: null,
  })
  expect((await textsIn('it'))[1]).toContain(' house ')
  const [row] = await db
    .select()
    .from(users)
    .where(eq(users.email, emailOf('organization-admin')))
  const { organizationId } = things.parent
  const at = new Date()
  await db.insert(messages).values({
    ...{ organizationId, alertId, userId: row?.id ?? '', channel: 'email', reason: 'rule', nextAt: at },
  })
  const [message] = await db.select({ id: messages.id }).from(messages)
  const [read] = await messageOf(db, message?.id ?? '')
  expect(read && wordsOfAlert(read.alert, alertSpeech('en'))).toBe('Battery voltage house below 12 V: 11.5 V')
  await db.delete(messages)
  await set({ instance: null })
})

test('tells what the computer on board reports during a silence, beside the words of a rule too', async () => {
  const silent: ConditionFacts = {
    ...({ source: 'vessel-status', type: 'instant', field: 'age' } as const),
    ...({ operation: 'more_than', threshold: 7200, value: null, period_sec: null } as const),
  }
  await set({ text: null, facts: { kind: 'threshold', fence: null, conditions: [silent] }, board: 'waiting' })
  expect(await textsIn('en')).toEqual(Array(2).fill('No data for 2 h (data wait on board)'))
  await set({ board: 'reporting' })
  expect((await textsIn('it'))[0]).toContain('(il computer di bordo risponde, ma non ne riceve)')
  await set({ text: 'Call Viðey', board: 'dark' })
  expect((await textsIn('en'))[0]).toBe('Call Viðey (the computer on board is silent as well)')
  const url = `/api/alerts/${things.parent.alertId}`
  expect((await api.app.inject({ url, headers: bearer(token) })).json().board).toBe('dark')
  await set({ board: null })
  expect((await api.app.inject({ url, headers: bearer(token) })).json()).not.toHaveProperty('board')
})

test('leaves text that a person chose unchanged', async () => {
  await set({ text: 'Slow down at Viðey', facts: null })
  expect(await textsIn('it')).toEqual(Array(2).fill('Slow down at Viðey'))
})

test('orders alerts by arrival, except those that count as received at their own time', async () => {
  const { db } = api.records
  const { organizationId, alertId } = things.parent
  const newest = async () => {
    const url = '/api/alerts?order[received_at]=desc&limit=1'
    return (await api.app.inject({ url, headers: bearer(token) })).json().data[0].id
  }
  const longAgoUs = Date.UTC(2020, 0) * 1000
  await set({ triggerUs: longAgoUs, createdAt: new Date(Date.now() + 60_000) })
  expect(await newest()).toBe(alertId)
  await countAlertsAsTimely(db, organizationId, new Date(Date.UTC(2019, 0)))
  expect(await newest()).toBe(alertId)
  await countAlertsAsTimely(db, organizationId, new Date(Date.UTC(2021, 0)))
  expect(await newest()).not.toBe(alertId)
  const one = await api.app.inject({ url: `/api/alerts/${alertId}`, headers: bearer(token) })
  expect(one.json().received_at).toBe('2020-01-01T00:00:00.000Z')
})
