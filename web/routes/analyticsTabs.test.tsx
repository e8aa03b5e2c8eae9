import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { getCaptain } from '#contract/wire/captain.ts'
import {
  type FuelStatistics,
  fetchFuelStatistics,
  fetchSafetyStatistics,
  type SafetyStatistics,
} from '#contract/wire/statistics.ts'
import { getVessel, type Vessel } from '#contract/wire/vessel.ts'
import {
  closeConsole,
  DEPARTMENT,
  ID,
  openConsole,
  plotOption,
  shows,
  testServer,
  wrongOn,
} from '../testing/testConsole.tsx'
import { toast } from '../toasts/toast.ts'

// Loads lazy modules before the clock of a test starts.
beforeAll(
  () =>
    Promise.all([
      import('./vessels/vessel/VesselPage.tsx'),
      import('./vessels/vessel/SafetyTab.tsx'),
      import('./vessels/vessel/FuelTab.tsx'),
      import('./captains/CaptainPage.tsx'),
      import('./captains/SafetyTab.tsx'),
      import('./captains/FuelTab.tsx'),
    ]),
  60_000,
)
afterEach(closeConsole)

const VESSEL: Vessel = {
  ...{ id: ID.vessel, name: 'Særún', kind: 'motor', picture_url: null, department_id: ID.department },
  department: DEPARTMENT,
  ...{ ext_ref_id: null, device: null, status: 'unpaired', last_updated: null, count: { trips: 400 } },
  live: {
    ...{ lat: null, lon: null, cog: null, sog: null, impact: null, impact_time: null, last_updated: null },
    ...{ sog_derived: false, temperature: null, wind_speed: null, wind_direction: null, wave_height: null },
  },
  system_settings: {
    ...{ impact_limit: 2.5, safety_speed_limit: 20, target_fuel_rate: 1.8 },
    ...{ guidance_mode: 'auto', dashboard_mode: 'auto', ignored_fuel_data_periods: [] },
  },
  specs: {
    ...{ length: 9, beam_overall: 3, cruising_speed: 20, top_speed: 30, displacement_weight: null },
    ...{ fuel_capacity: null, fuel_type: 'petrol', nox_factor: null, year_built: null, manufacturer: null },
    ...{ hull_identification_number: null, mmsi: null },
  },
}
const START_MS = Date.UTC(2026, 5, 1)
const points = (of: (i: number) => number, count = 400) =>
  Array.from({ length: count }, (_, i) => ({ x: START_MS + i * 3_600_000, y: of(i) }))
const averages = (of: (i: number) => number) => ({ 3: points(of), 7: points(of), 30: points(of) })

const NO_SAFETY = {
  avg_impact: [],
  max_impact: [],
  sog_vs_rog: [],
  avg_sog: [],
  avg_rog: [],
  max_sog: [],
  start_time: [],
}
const SAFETY: SafetyStatistics = {
  data: {
    ...{ avg_impact: points(() => 0.2), max_impact: points((i) => i / 100), sog_vs_rog: points(() => 0.9) },
    ...{ avg_sog: points(() => 12), avg_rog: points(() => 20), max_sog: points(() => 22), nm: NO_SAFETY },
  },
  stats: {
    max_impact_distribution: { '0-1': 0.9, '1-2': 0.06, '2-3': 0.03, '3-4': 0.01 },
    sog_vs_safety_speed_percentage_data: { below: 70, around: 20, above: 10 },
    moving_avg_data: { avg_impact: averages(() => 0.2), max_impact: averages(() => 2) },
    summary: {
      ...{ avg_impact: 0.21, peak_impact: 3.99, avg_peak_impact: 1.5, red_impacts: 17 },
      ...{ distance: 4321, avg_sog: 12.3, nr_trips: 400 },
    },
  },
}
const NO_FUEL = {
  ...{ fuel_consumption: [], avg_fuel_rate: [], avg_fuel_rate_l_nm: [], co2_emissions: [] },
  ...{ nox_emissions: [], duration_minutes: [], avg_sog: [], start_time: [] },
}
const FUEL: FuelStatistics = {
  data: {
    time: {
      ...{
        fuel_consumption: points(() => 40),
        avg_fuel_rate: points(() => 20),
        nox_emissions: points(() => 90),
      },
      ...{ avg_fuel_rate_l_nm: points(() => 2.2), co2_emissions: points(() => 94) },
      ...{ duration_minutes: points(() => 55), avg_sog: points(() => 12) },
    },
    nm: NO_FUEL,
    sog: {
      ...{ avg_fuel_rate: [{ x: 5.5, y: 12 }], avg_fuel_rate_l_nm: [{ x: 5.5, y: 2.2 }] },
      ...{ duration_minutes: [{ x: 5.5, y: 600 }], avg_sog: [{ x: 5.5, y: 5.4 }] },
    },
  },
  stats: {
    moving_avg_data: { fuel_consumption: averages(() => 40), avg_fuel_rate_l_nm: averages(() => 2.2) },
    pie_charts: {
      durations: { idle: 10, accel: 5, cruising: 500, decel: 4 },
      consumption: { idle: 1, accel: 2, cruising: 90, decel: 1 },
    },
    eco_speed: null,
    summary: {
      ...{ fuel_consumption: 16_000, co2_emissions: 37_600, nox_emissions: 36_000, avg_fuel_rate: 20 },
      ...{ avg_fuel_rate_l_nm: 2.2, distance: 4321, duration_minutes: 22_000, nr_trips: 400 },
    },
  },
}

function aServer() {
  const server = testServer()
  server.answer(getVessel, VESSEL)
  server.answer(getCaptain, {
    ...{ id: ID.captain, name: 'Hrafn', department_id: ID.department, department: DEPARTMENT },
    rank: { level: 0, title: 'trainee', rp: 0, avg_rp: null, avg_trip_score: null },
    count: { trips: 400 },
    stats: {
      ...{ nr_trips: 400, total_duration: 0, total_distance: 0, red_impacts: null, avg_impact: null },
      ...{ avg_fuel_consumption: null, avg_co2_emissions: null, avg_fuel_rate_l_nm: null },
    },
  })
  return server
}
const OF = [
  ['a vessel', `/vessels/${ID.vessel}`, { vessel_id: ID.vessel }],
  ['a captain', `/captains/${ID.captain}`, { captain_id: ID.captain }],
] as const
const DAYS = '?from=2026-06-01&to=2026-06-30'
const optionOf = (place: Element, chart: string) => {
  const option = plotOption(place, chart)
  return option ? JSON.stringify(option) : ''
}

test.each(OF)('safety of %s shows figures of all trips of the chosen days', async (_, path, of) => {
  const server = aServer()
  server.answer(fetchSafetyStatistics, SAFETY)
  const place = await openConsole(`${path}/safety${DAYS}`)
  await shows(place, 'Avg. Peak Impact', '3.99', '17', '4,321', 'Risk Evaluation', '70', '3 days')
  for (const chart of ['Average and Peak SOG', 'Peak impact'])
    await vi.waitFor(() => expect(optionOf(place, chart)).not.toBe(''))
  expect(await wrongOn(place)).toEqual([])
  const asked = server.asked.find(({ url }) => url.pathname === '/statistics/safety')
  expect(asked?.body).toMatchObject({ request_type: 'agg', ...of })
})

test.each(OF)('fuel of %s shows figures of all trips of the chosen days', async (_, path, of) => {
  const server = aServer()
  server.answer(fetchFuelStatistics, FUEL)
  const place = await openConsole(`${path}/fuel${DAYS}`)
  await shows(place, '16,000', '37,600', '36,000', '2.20', '366', 'Cruising', 'Trip duration')
  await vi.waitFor(() => expect(optionOf(place, 'Fuel rate')).not.toBe(''))
  expect(await wrongOn(place)).toEqual([])
  const asked = server.asked.find(({ url }) => url.pathname === '/statistics/fuel')
  expect(asked?.body).toMatchObject({ request_type: 'agg', ...of })
})

test('shows a target fuel rate for a vessel only', async () => {
  aServer().answer(fetchFuelStatistics, FUEL)
  const place = await openConsole(`/vessels/${ID.vessel}/fuel${DAYS}`)
  await vi.waitFor(() => expect(optionOf(place, 'Fuel rate')).toContain('1.8'))
  // Bars are trips, and a day has several, so an average of sums has another name than an average of bars.
  expect(optionOf(place, 'Fuel rate')).toContain('"Moving average"')
  expect(optionOf(place, 'Fuel consumption')).toContain('"Moving average of a day’s sum"')
  await closeConsole()
  aServer().answer(fetchFuelStatistics, FUEL)
  const captain = await openConsole(`/captains/${ID.captain}/fuel${DAYS}`)
  await vi.waitFor(() => expect(optionOf(captain, 'Fuel rate')).not.toBe(''))
  expect(optionOf(captain, 'Fuel rate')).not.toContain('1.8')
})

const none = { nr_trips: 0 }
const CASES = OF.flatMap(([, path]) =>
  (
    [
      ['never', 'Analytics'],
      ['nothing', 'No trips in this period'],
      [{ refused: 'internal' }, 'Something went wrong'],
      [{ refused: 'not_allowed' }, 'You do not have the required permissions to access this resource.'],
    ] as const
  ).flatMap(([answer, words]) =>
    (['safety', 'fuel'] as const).map((tab) => [path, tab, answer, words] as const),
  ),
)
test.each(CASES)('%s/%s shows a message when the answer is %o', async (path, tab, answer, words) => {
  const server = aServer()
  const safety = { ...SAFETY, stats: { ...SAFETY.stats, summary: { ...SAFETY.stats.summary, ...none } } }
  const fuel = { ...FUEL, stats: { ...FUEL.stats, summary: { ...FUEL.stats.summary, ...none } } }
  server.answer(fetchSafetyStatistics, answer === 'nothing' ? safety : answer)
  server.answer(fetchFuelStatistics, answer === 'nothing' ? fuel : answer)
  const toasted = vi.spyOn(toast, 'failure').mockResolvedValue()
  const place = await openConsole(`${path}/${tab}${DAYS}`)
  expect(await shows(place, words)).not.toContain('4,321')
  const failed = tab === 'safety' ? 'tripSafety.failed' : 'tripFuel.failed'
  const isToasted = typeof answer === 'object' && answer.refused === 'internal'
  expect(toasted.mock.calls).toEqual(isToasted ? [[failed]] : [])
  toasted.mockRestore()
  expect(await wrongOn(place)).toEqual([])
})
