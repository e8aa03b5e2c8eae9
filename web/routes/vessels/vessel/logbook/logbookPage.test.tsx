import { afterEach, expect, test } from 'vitest'
import type { OutputOf } from '#contract/wire/endpoint.ts'
import { getLogbook } from '#contract/wire/logbook.ts'
import { getVessel } from '#contract/wire/vessel.ts'
import { A_VESSEL } from '../../../../testing/aVessel.ts'
import {
  closeConsole,
  ID,
  openConsole,
  personOf,
  shows,
  testServer,
  wrongOn,
} from '../../../../testing/testConsole.tsx'

afterEach(closeConsole)

const gap = (hour: number): OutputOf<typeof getLogbook>['hours'][number] => ({
  start: new Date(2026, 5, 18, hour).toISOString(),
  ...{ recorded: false, lat: null, lon: null, cog: null, sog: null, heading: null, wind_speed: null },
  ...{ wind_direction: null, wind_forecast: false, pressure: null, depth: null, engine_speed: [] },
  ...{ distance: null, captains: [], remarks: [] },
})
const HOURS = Array.from({ length: 24 }, (_, hour) => gap(hour))
HOURS[9] = {
  ...gap(9),
  ...{ recorded: true, lat: 64.15, lon: -21.95, cog: 7.4, sog: 18.4, wind_speed: 8.1, wind_direction: 270 },
  ...{ wind_forecast: true, engine_speed: [{ instance: 1, rpm: 2400 }], distance: 17.9 },
  captains: ['Nína Ösp'],
  remarks: [
    {
      ...{ at: new Date(2026, 5, 18, 9, 30).toISOString(), kind: 'comment' },
      ...{ text: 'Reefed off the point', by: 'Ásta', severity: null },
    },
  ],
}
const BOOK: OutputOf<typeof getLogbook> = {
  vessel: { id: ID.vessel, name: 'Særún' },
  ...{ date: '2026-06-18', hours: HOURS, total_distance: 17.9, hours_recorded: 1 },
}
const PAGE = `/vessels/${ID.vessel}/logbook?date=2026-06-18`

function aServer(person = personOf('department-viewer')) {
  const server = testServer(person)
  server.answer(getVessel, A_VESSEL)
  return server
}

test('hides the logbook from a user who may not view trips', async () => {
  const person = personOf('department-viewer', { permissions: ['vessel:vessel-view:*'] })
  aServer(person).answer(getLogbook, BOOK)
  await shows(await openConsole(PAGE), 'You do not have the required permissions')
})

test('shows each hour of the day in the address, and gaps as gaps', async () => {
  const server = aServer()
  server.answer(getLogbook, BOOK)
  const place = await openConsole(PAGE)
  const text = await shows(place, '18.4 kn', '007°', '270° 8.1 m/s', 'forecast', '2,400 rpm', 'Nína Ösp')
  expect(text).toContain('09:30 Ásta: Reefed off the point')
  expect(text).toContain('17.9 nmi sailed, recorded in 1 of 24 hours')
  expect(place.querySelectorAll('tbody tr')).toHaveLength(24)
  expect(text?.match(/Nothing recorded/g)).toHaveLength(23)
  const asked = server.asked.find(({ url }) => url.pathname.endsWith('/logbook'))?.url.searchParams
  expect(asked?.get('date')).toBe('2026-06-18')
  const links = [...place.querySelectorAll<HTMLAnchorElement>('a[download]')].map(
    ({ pathname, search }) => pathname.split('/').at(-1) + search,
  )
  expect(links).toEqual([
    expect.stringMatching(/^pdf\?date=2026-06-18&/),
    expect.stringMatching(/^csv\?date=2026-06-18&/),
  ])
  expect(await wrongOn(document.body)).toEqual([])
})

test('says so when a day is empty', async () => {
  aServer().answer(getLogbook, { ...BOOK, hours: [gap(0)], total_distance: 0, hours_recorded: 0 })
  await shows(await openConsole(PAGE), 'Nothing was recorded on this day')
})

test('offers to try again when the day fails to load', async () => {
  aServer().answer(getLogbook, { refused: 'internal' })
  await shows(await openConsole(PAGE), 'Could not get the logbook.', 'Try again')
})
