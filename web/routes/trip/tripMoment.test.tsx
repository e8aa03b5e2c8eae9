import { afterEach, expect, test, vi } from 'vitest'
import { listAlerts } from '#contract/wire/alert.ts'
import { listComments } from '#contract/wire/comment.ts'
import { eventToWire, fetchImpactReport } from '#contract/wire/impact.ts'
import { fetchSafetyStatistics } from '#contract/wire/statistics.ts'
import { getTrip } from '#contract/wire/trip.ts'
import { acknowledgedAlert } from '../../testing/anAlert.ts'
import { anImpact } from '../../testing/anImpact.ts'
import { A_TRIP } from '../../testing/aTrip.ts'
import { closeConsole, ID, openConsole, shows, testServer } from '../../testing/testConsole.tsx'

afterEach(closeConsole)

const at = (clock: string) => `2026-06-18T${clock}.000Z`
const ms = (clock: string) => Date.parse(at(clock))

const SENSOR = {
  ...{ sensor_id: ID.user, bq_sensor_id: 2, sensor_label: null, impact_count: 2 },
  ...{ peak_impact: 4.2, offset: null },
}

const FELT = {
  ...{ sensor_id: ID.user, sensor_label: null, impact_time: at('09:10:00'), jerk: 1 },
  ...{ hull_location: 'keel' as const, impact_duration: 0.1, free_fall_time: 0, rise_time: 0.05 },
  ...{ peak_acc: { x: 0, y: 0, z: 1 }, clipped: false, coarse: false, degraded: false },
}

function open(tab: string, search = '') {
  return openConsole(`/trips/${A_TRIP.id}/${tab}${search}`)
}
function aServer() {
  const server = testServer()
  server.answer(getTrip, { ...A_TRIP, num_alerts: 2 })
  return server
}
/** Moment and sensor of the links to the other tabs and to the map. */
const carried = (place: Element) => {
  const links = [...place.querySelectorAll<HTMLAnchorElement>(`a[href*="/${A_TRIP.id}"]`)]
  const searches = links
    .filter(({ pathname }) => /^\/(map\/)?trips\/[^/]+(\/[a-z-]+)?$/.test(pathname))
    .map(({ search }) => search)
  return [...new Set(searches)]
}
const now = (place: Element) =>
  [...place.querySelectorAll('[aria-current="true"]')].map(({ textContent }) => textContent)

test('alerts mark the moment of the address, and each sets its own; tabs and map keep the moment', async () => {
  const server = aServer()
  const alert = { ...acknowledgedAlert('70000000-0000-4000-8000-000000000001'), trip_id: A_TRIP.id }
  const data = [
    { ...alert, text: 'Left the harbour', trigger_time: at('09:40:00') },
    {
      ...alert,
      id: '70000000-0000-4000-8000-000000000002',
      text: 'SOG above 20 kn',
      trigger_time: at('09:20:00'),
    },
  ]
  server.answer(listAlerts, { data, total: 2 })
  const place = await open('alerts', `?t=${ms('09:20:00') + 400}&sensor=2`)
  await shows(place, 'Left the harbour', 'SOG above 20 kn')
  expect(now(place)).toEqual([expect.stringContaining('SOG above 20 kn')])
  expect(carried(place)).toEqual([`?t=${ms('09:20:00') + 400}&sensor=2`])
  const hrefs = [...place.querySelectorAll('ul[aria-label="Alerts"] a')].map((link) =>
    link.getAttribute('href'),
  )
  expect(hrefs).toEqual(
    data.map(({ id, trigger_time }) => `/trips/${A_TRIP.id}/alerts/${id}?t=${Date.parse(trigger_time)}`),
  )
})

test('a plot rests at the moment, and its keys move the moment', async () => {
  const server = aServer()
  const points = (of: number) =>
    Array.from({ length: 60 }, (_, i) => ({ x: ms('09:00:00') + i * 60_000, y: of }))
  const none = { avg_impact: [], max_impact: [], sog_vs_rog: [], avg_sog: [], avg_rog: [], max_sog: [] }
  // The boat rests for half an hour at its fourth mile.
  const miles = {
    avg_sog: Array.from({ length: 12 }, (_, x) => ({ x, y: 12 })),
    start_time: Array.from({ length: 12 }, (_, x) => ({
      x,
      y: ms(x < 4 ? '09:00:00' : '09:30:00') + x * 150_000,
    })),
  }
  const averages = { 3: [], 7: [], 30: [] }
  server.answer(fetchSafetyStatistics, {
    data: { ...none, avg_sog: points(12), max_impact: points(1), nm: { ...none, ...miles } },
    stats: {
      max_impact_distribution: { '0-1': 1 },
      sog_vs_safety_speed_percentage_data: { below: 70, around: 20, above: 10 },
      moving_avg_data: { avg_impact: averages, max_impact: averages },
      summary: {
        ...{ avg_impact: 0.2, peak_impact: 1, avg_peak_impact: 0.6, red_impacts: 0 },
        ...{ distance: 12.3, avg_sog: 12, nr_trips: 1 },
      },
    },
  })
  const place = await open('safety', `?t=${ms('09:20:00')}`)
  const plot = await vi.waitFor(() => {
    const found = place.querySelector('[role="slider"][aria-label]')
    if (!found) throw new Error('there is no plot yet')
    return found
  })
  expect(plot.getAttribute('aria-valuenow')).toBe(String(ms('09:20:00')))
  plot.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true }))
  await vi.waitFor(() => expect(carried(place)).toEqual([`?t=${ms('09:00:00')}`]))
  expect(plot.getAttribute('aria-valuenow')).toBe(String(ms('09:00:00')))

  // Over distance it rests where the boat was at the moment.
  const mile = async () => {
    const found = place.querySelector('[role="slider"][aria-label]')
    return Number(found?.getAttribute('aria-valuenow'))
  }
  const [, overDistance] = place.querySelectorAll<HTMLInputElement>('[role="radiogroup"] input')
  overDistance?.click()
  await vi.waitFor(async () => expect(await mile()).toBe(0))
  const press = (key: string) =>
    place
      .querySelector('[role="slider"][aria-label]')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  press('PageUp')
  expect(await mile()).toBeCloseTo(A_TRIP.stats.distance / 10, 0)
  await vi.waitFor(() =>
    expect(carried(place)).toEqual([
      `?t=${Math.round(ms('09:00:00') + (A_TRIP.stats.distance / 10) * 150_000)}`,
    ]),
  )
})

test('impacts mark the moment, and each leads to its own and to the sensor that felt it most', async () => {
  const server = aServer()
  const impact_events = [
    anImpact({
      peak_impact_time: at('09:10:00'),
      peak_impact: 2.5,
      impacts: [
        { bq_sensor_id: 1, peak_impact: 0.3 },
        { bq_sensor_id: 2, peak_impact: 2.5 },
      ].map((one) => ({ ...FELT, ...one })),
    }),
    anImpact({ peak_impact_time: at('09:30:00'), peak_impact: 4.2 }),
  ]
  server.answer(fetchImpactReport, {
    complete: true,
    sensors: [SENSOR],
    impact_events: impact_events.map(eventToWire),
  })
  const place = await open('impacts', `?t=${ms('09:30:00')}`)
  await shows(place, '4.2')
  expect(now(place)).toEqual([expect.stringContaining('4.2')])
  const rows = [...place.querySelectorAll<HTMLAnchorElement>('tbody a')].map(({ search }) => search)
  expect(rows).toEqual([`?t=${ms('09:30:00')}`, `?t=${ms('09:10:00')}&sensor=2`])
})

test('a comment written during the trip leads to its moment on the map', async () => {
  const server = aServer()
  const comment = {
    ...{ id: ID.user, text: 'Fog', vessel_id: ID.vessel, trip_id: A_TRIP.id, created_at: at('09:25:00') },
    ...{ user: null, api_key: null, image_references: [] },
  }
  const after = { ...comment, id: ID.captain, text: 'Washed', created_at: at('11:00:00') }
  server.answer(listComments, { data: [comment, after], total: 2 })
  // A feature of browsers that jsdom lacks.
  Element.prototype.scrollTo = () => {}
  const place = await open('comments')
  await shows(place, 'Fog', 'Washed')
  const moments = [...place.querySelectorAll<HTMLAnchorElement>('li a time')].map((time) =>
    time.closest('a')?.getAttribute('href'),
  )
  expect(moments).toEqual([`/map/trips/${A_TRIP.id}?t=${ms('09:25:00')}`])
})
