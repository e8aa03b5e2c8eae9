import { afterEach, beforeAll, expect, test } from 'vitest'
import { listCaptains } from '#contract/wire/captain.ts'
import { listTrips } from '#contract/wire/trip.ts'
import { closeConsole, openConsole, shows, testServer, wrongOn } from '../../testing/testConsole.tsx'

// Loads lazy modules before the clock of a test starts.
beforeAll(() => import('./TripsPage.tsx'), 60_000)
afterEach(closeConsole)

test('an empty list has the heading of its page, and explains where trips come from', async () => {
  const server = testServer()
  server.answer(listTrips, { data: [], total: 0 })
  server.answer(listCaptains, { data: [], total: 0 })
  const place = await openConsole('/trips')
  await shows(place, 'No trips have been logged yet. Trips will be automatically logged once a vessel starts')
  expect([...place.querySelectorAll('h1')].map(({ textContent }) => textContent)).toEqual(['Trips'])
  expect(await wrongOn(place)).toEqual([])
})
