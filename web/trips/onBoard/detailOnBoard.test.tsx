import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getTrip } from '#contract/wire/trip.ts'
import {
  type DetailRequest,
  fetchTripDetail,
  getTripDetail,
  type TripDetail,
} from '#contract/wire/tripDetail.ts'
import { queryClient } from '../../session/queryClient.ts'
import { A_TRIP } from '../../testing/aTrip.ts'
import {
  closeConsole,
  openConsole,
  personOf,
  shows,
  type TestServer,
  testServer,
  wrongOn,
} from '../../testing/testConsole.tsx'

let server: TestServer
let detail: TripDetail
const waiting = {
  ...{ bytes: 4_200_000, from: A_TRIP.start_time, to: A_TRIP.start_time, minutes: 42 },
  reported_at: new Date().toISOString(),
}
const request = (state: DetailRequest['state'], waiting_bytes: number | null): DetailRequest => ({
  ...{ id: 'd0000001-0000-4000-8000-000000000000', from: A_TRIP.start_time, to: A_TRIP.start_time },
  ...{ state, waiting_bytes, asked_at: A_TRIP.start_time },
})

beforeEach(() => {
  server = testServer()
  detail = { waiting, requests: [] }
})
afterEach(closeConsole)

function open() {
  server.answer(getTrip, A_TRIP)
  server.answer(getTripDetail, () => detail)
  return openConsole(`/trips/${A_TRIP.id}/comments`)
}
const button = (place: HTMLElement) =>
  [...place.querySelectorAll('button')].find(({ textContent }) => textContent === 'Fetch detail')

test('says what is still on board and for how long, and asks for it', async () => {
  server.answer(fetchTripDetail, () => {
    const asked = request('asked', null)
    detail = { waiting, requests: [asked] }
    return asked
  })
  const place = await open()
  await shows(
    place,
    'Detail of this trip is still on board: 4.2 MB, which takes the boat about 42 min to send.',
  )
  expect(await wrongOn(place)).toEqual([])
  button(place)?.click()
  await shows(place, 'The detail is requested. The boat gets the request with its next report.')
  expect(button(place)).toBeUndefined()
  expect(
    server.asked.filter(({ method, url }) => method === 'POST' && url.pathname.endsWith('/detail')),
  ).toMatchObject([{ body: {} }])
})

test('shows what is left while it comes, and what a full disk lost', async () => {
  detail = { waiting, requests: [request('on_its_way', 900_000), request('dropped', 0)] }
  const place = await open()
  const text = await shows(place, 'The detail is on its way: 900 kB left on board.')
  expect(text).toMatch(/The disk on board was full: some detail from \S+ to \S+ is lost\./)
})

test('still offers the rest of a trip while a part of it is on its way', async () => {
  const minute = {
    from: A_TRIP.start_time,
    to: new Date(Date.parse(A_TRIP.start_time) + 60_000).toISOString(),
  }
  const long = { ...waiting, to: new Date(Date.parse(A_TRIP.start_time) + 600_000).toISOString() }
  detail = { waiting: long, requests: [{ ...request('asked', null), ...minute }] }
  const place = await open()
  await shows(
    place,
    'Detail of a part of this trip is requested.',
    'Detail of this trip is still on board: 4.2 MB',
  )
  expect(button(place)).toBeDefined()
  await closeConsole()
  server = testServer()
  detail = { waiting: long, requests: [{ ...request('on_its_way', 900_000), ...minute }] }
  await shows(await open(), 'Detail of a part of this trip is on its way: 900 kB left on board.')
})

test('says why a boat takes no further request, and reads again when nothing is on board any more', async () => {
  server.answer(fetchTripDetail, () => ({ refused: 'too_many' }))
  const place = await open()
  await shows(place, 'Fetch detail')
  button(place)?.click()
  await shows(place, 'This boat has enough requests for now.')
  server.answer(fetchTripDetail, () => {
    detail = { waiting: null, requests: [] }
    return { refused: 'conflict' }
  })
  button(place)?.click()
  await vi.waitFor(() => expect(place.textContent).not.toContain('on board'))
})

test('says that the detail has arrived, and reads the trip again', async () => {
  detail = { waiting, requests: [request('asked', null)] }
  server.answer(fetchTripDetail, () => request('asked', null))
  const place = await open()
  await shows(place, 'The detail is requested.')
  const trips = () => server.asked.filter(({ url }) => url.pathname === `/api/trips/${A_TRIP.id}`).length
  const before = trips()
  detail = { waiting: null, requests: [request('done', 0)] }
  await queryClient.invalidateQueries({ queryKey: ['tripDetail'] })
  await shows(place, 'The requested detail has arrived.')
  await vi.waitFor(() => expect(trips()).toBeGreaterThan(before))
})

test('has no button for a person who may only look, and no word when nothing waits', async () => {
  server = testServer(personOf('organization-viewer'))
  detail = { waiting: { ...waiting, minutes: null, reported_at: '2026-06-18T10:00:00.000Z' }, requests: [] }
  const place = await open()
  await shows(place, 'Detail of this trip is still on board: 4.2 MB. The boat last reported')
  expect(button(place)).toBeUndefined()
  await closeConsole()
  server = testServer()
  detail = { waiting: null, requests: [request('done', 0)] }
  const other = await open()
  await shows(other, 'Særún')
  expect(other.textContent).not.toMatch(/on board/i)
})
