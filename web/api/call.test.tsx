import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listAlerts, SEVERITIES } from '#contract/wire/alert.ts'
import { assignAlert } from '#contract/wire/alertCase.ts'
import { Problem } from '#contract/wire/errors.ts'
import { fetchImpactReport } from '#contract/wire/impact.ts'
import { fetchPaths } from '#contract/wire/timeSeries.ts'
import { getTrip, listTrips } from '#contract/wire/trip.ts'
import { createUser, requestCode } from '#contract/wire/user.ts'
import { updateVessel } from '#contract/wire/vessel.ts'
import { serverClock } from '../live/serverClock.ts'
import { queryClient } from '../session/queryClient.ts'
import { session } from '../session/session.ts'
import { call } from './call.ts'
import { departmentChoice } from './departmentChoice.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const OTHER = '00000000-0000-4000-8000-000000000002'
/** Test files share one process, and the first user of a page stays its user: the person of testConsole.tsx. */
const PERSON = '30000000-0000-4000-8000-000000000000'
let answers: Response[]
let asked: { url: string; init: RequestInit }[]
let tokens: number

beforeEach(() => {
  answers = []
  asked = []
  tokens = 0
  session.begin()
  departmentChoice.set(null)
  queryClient.clear()
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/identity/token') {
      tokens += 1
      const payload = btoa(JSON.stringify({ sub: PERSON, exp: Date.now() / 1000 + 600 }))
      return Response.json({ token: `h.${payload}.${tokens}` })
    }
    asked.push({ url, init })
    return answers.shift() ?? Response.json({ ok: true })
  })
})
afterEach(() => vi.unstubAllGlobals())

const sentBody = (index = 0) => JSON.parse(String(asked[index]?.init.body))
const refused = () => Response.json({ code: 'not_authenticated', message: 'x' }, { status: 401 })

test('puts parameters into the path and the token into the header', async () => {
  await call(getTrip, { params: { id: ID } })
  expect(asked[0]?.url).toBe(`/api/trips/${ID}`)
  expect(new Headers(asked[0]?.init.headers).get('authorization')).toMatch(/^Bearer h\..+\.1$/)
})

test('sends no token to an endpoint that is open to anyone', async () => {
  await call(requestCode, { body: { email: 'a@b.is' } })
  expect(tokens).toBe(0)
  expect(sentBody()).toEqual({ email: 'a@b.is' })
})

test("adds the chosen department to lists and bodies, and the user's own department to bodies only", async () => {
  const body = { trip_ids: [ID], points: 9 }
  queryClient.setQueryData(['users', 'me'], { department_id: ID })
  await call(fetchPaths, { body })
  await call(listTrips, { list: { limit: 5 } })
  departmentChoice.set(OTHER)
  await call(fetchPaths, { body })
  await call(listTrips, { list: { limit: 5 } })
  expect(sentBody(0)).toEqual({ ...body, department_id: ID })
  expect(asked[1]?.url).toBe('/api/trips?limit=5')
  expect(sentBody(2)).toEqual({ ...body, department_id: OTHER })
  expect(decodeURIComponent(asked[3]?.url ?? '')).toBe(
    `/api/trips?limit=5&filter[department_id][eq]=${OTHER}`,
  )
})

test('adds no department to an update, so that the record stays in its department', async () => {
  queryClient.setQueryData(['users', 'me'], { department_id: ID })
  departmentChoice.set(OTHER)
  await call(updateVessel, { params: { id: ID }, body: { name: 'Kría' } })
  const form = new FormData()
  form.set('name', 'Kría')
  await call(updateVessel, { params: { id: ID }, body: form })
  expect(sentBody(0)).toEqual({ name: 'Kría' })
  expect(Object.fromEntries(asked[1]?.init.body as FormData)).toEqual({ name: 'Kría' })
})

test('adds the department to every body except updates and deletions', async () => {
  queryClient.setQueryData(['users', 'me'], { department_id: ID })
  await call(assignAlert, { params: { id: ID }, body: { user_id: OTHER } })
  expect(sentBody()).toEqual({ user_id: OTHER, department_id: ID })
})

test('adds no department when the caller asks for all departments', async () => {
  departmentChoice.set(OTHER)
  await call(listTrips, { list: { limit: 5 }, everyDepartment: true })
  await call(fetchPaths, { body: { trip_ids: [ID], points: 9 }, everyDepartment: true })
  expect(asked[0]?.url).toBe('/api/trips?limit=5')
  expect(sentBody(1)).toEqual({ trip_ids: [ID], points: 9 })
})

test('adds the chosen department to a form, and sets no content type', async () => {
  departmentChoice.set(OTHER)
  const form = new FormData()
  form.set('name', 'Kría')
  await call(fetchPaths, { body: form })
  expect(Object.fromEntries(asked[0]?.init.body as FormData)).toEqual({ name: 'Kría', department_id: OTHER })
  expect(new Headers(asked[0]?.init.headers).has('content-type')).toBe(false)
})

test('throws when the id of the record is missing', async () => {
  await expect(call(getTrip, { params: { id: '' } })).rejects.toThrow('Trip ID is required')
  expect(asked).toEqual([])
})

test('reloads the user after a call that creates something, and not after a query', async () => {
  queryClient.setQueryData(['users', 'me'], {})
  const isOld = () => queryClient.getQueryState(['users', 'me'])?.isInvalidated
  await call(fetchPaths, { body: { trip_ids: [ID], points: 9 } })
  const thresholds = { impact_threshold: 0.5, nearby_vessels_threshold_meters: 25 }
  await call(fetchImpactReport, { params: { id: ID }, body: thresholds })
  expect(isOld()).toBe(false)
  await call(createUser, {
    body: { name: 'Sif', email: 'sif@example.com', role_id: 'department-viewer', department_id: ID },
  })
  expect(isOld()).toBe(true)
})

test('retries once with a new token, then ends the session', async () => {
  const ended = vi.fn()
  const stop = session.onEnd(ended)
  answers = [refused()]
  await call(getTrip, { params: { id: ID } })
  expect(tokens).toBe(2)
  expect(ended).not.toHaveBeenCalled()
  answers = [refused(), refused()]
  await expect(call(getTrip, { params: { id: ID } })).rejects.toThrow(Problem)
  expect(asked).toHaveLength(4)
  expect(ended).toHaveBeenCalledTimes(1)
  stop()
})

test('throws the error code and message of the server', async () => {
  answers = [Response.json({ code: 'not_allowed', message: 'No.' }, { status: 403 })]
  await expect(call(getTrip, { params: { id: ID } })).rejects.toMatchObject({
    code: 'not_allowed',
    message: 'No.',
  })
  answers = [new Response('<html>', { status: 502 })]
  await expect(call(getTrip, { params: { id: ID } })).rejects.toMatchObject({
    code: 'internal',
    message: 'Network response was not ok',
  })
})

test('rejects an unknown order or filter at compile time', () => {
  const asks = () => [
    call(listTrips, { list: { order: [{ field: 'distance', direction: 'asc' }] } }),
    // @ts-expect-error: the list has no such order
    call(listTrips, { list: { order: [{ field: 'distanse', direction: 'asc' }] } }),
    // @ts-expect-error: nor such a filter
    call(listTrips, { list: { filter: [{ field: 'vesel_id', operator: 'eq', value: ID }] } }),
    // @ts-expect-error: nor a search for a part of an id
    call(listTrips, { list: { filter: [{ field: 'vessel_id', operator: 'contains', value: ID }] } }),
    call(listAlerts, { list: { filter: [{ field: 'severity', operator: 'eq', value: 'critical' }] } }),
    // @ts-expect-error: nor a value that the field never has
    call(listAlerts, { list: { filter: [{ field: 'severity', operator: 'eq', value: 'critcal' }] } }),
    call(listAlerts, { list: { filter: [{ field: 'severity', operator: 'in', values: SEVERITIES }] } }),
    // @ts-expect-error: neither alone nor among others
    call(listAlerts, { list: { filter: [{ field: 'severity', operator: 'in', values: ['critcal'] }] } }),
    // @ts-expect-error: nor left out
    call(listAlerts, { list: { filter: [{ field: 'severity', operator: 'ne', values: ['critcal'] }] } }),
    // @ts-expect-error: several values are a list
    call(listTrips, { list: { filter: [{ field: 'vessel_id', operator: 'in', value: ID }] } }),
    // @ts-expect-error: an endpoint without a list takes no list parameters
    call(getTrip, { params: { id: ID }, list: { limit: 5 } }),
  ]
  expect(asks).toBeTypeOf('function')
})

test('gives each write a deadline by the clock of the server', async () => {
  const write = () => call(updateVessel, { params: { id: ID }, body: { name: 'Njála' } })
  const deadline = (index: number) => new Headers(asked[index]?.init.headers).get('request-deadline')
  serverClock.restart()
  // This browser's clock is an hour ahead.
  serverClock.adjust(Date.now() - 3_600_000)
  const beforeMs = serverClock.nowMs()
  await write()
  expect(Number(deadline(0)) - beforeMs).toBeGreaterThanOrEqual(10_000 - 1)
  expect(Number(deadline(0)) - serverClock.nowMs()).toBeLessThanOrEqual(10_000)
  await call(getTrip, { params: { id: ID } })
  expect(deadline(1)).toBeNull()
  serverClock.restart()
})

test('repeats a late call once when the local clock was set meanwhile', async () => {
  const late = () =>
    Response.json(
      { code: 'unavailable', message: 'x' },
      { status: 412, headers: { date: 'Thu, 18 Jun 2026 12:00:00 GMT' } },
    )
  serverClock.adjust(Date.now() - 7_200_000)
  answers = [late()]
  await call(updateVessel, { params: { id: ID }, body: { name: 'Njála' } })
  expect(asked).toHaveLength(2)
  const second = Number(new Headers(asked[1]?.init.headers).get('request-deadline'))
  expect(Math.abs(second - Date.UTC(2026, 5, 18, 12, 0, 10))).toBeLessThan(5000)
  answers = [late(), late()]
  const refused = call(updateVessel, { params: { id: ID }, body: { name: 'Njála' } })
  await expect(refused).rejects.toMatchObject({ code: 'unavailable' })
  expect(asked).toHaveLength(4)
  serverClock.restart()
})
