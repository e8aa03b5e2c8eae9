import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { VesselStatus } from '#contract/domain/vesselStatuses.ts'
import { listAlerts, type WireAlert } from '#contract/wire/alert.ts'
import {
  type DashboardStatistics,
  fetchDashboardStatistics,
  type PeriodSeries,
} from '#contract/wire/statistics.ts'
import { listLiveTrips, type Trip } from '#contract/wire/trip.ts'
import type { WireMapVessel } from '#contract/wire/vessel.ts'
import {
  closeConsole,
  ID,
  openConsole,
  personOf,
  shows,
  type TestServer,
  testServer,
  wrongOn,
} from '../../testing/testConsole.tsx'

// Loads lazy modules before the clock of a test starts.
beforeAll(() => import('./BoardPage.tsx'), 60_000)
afterEach(closeConsole)

const MINUTE_MS = 60_000
const idOf = (i: number) => `4${String(i).padStart(7, '0')}${ID.vessel.slice(8)}`
const boat = (i: number, status: VesselStatus, agoMs = 0): WireMapVessel => ({
  ...{ id: idOf(i), name: `Boat ${i}`, kind: 'rib', picture_url: null, department_id: ID.department },
  ...{ status, trip_id: null, impact_limit: 3, lat: 64.15, lon: -21.94, cog: null, sog: 18.4 },
  ...{ impact: null, impact_time: null, sog_derived: false, last_updated: Date.now() - agoMs },
  ...{ temperature: null, wind_speed: null, wind_direction: null, wave_height: null },
})
const UNMEASURED = {
  ...{ avg_sog: null, max_sog: null, avg_rog: null, avg_impact: null, peak_impact: null, score: null },
  ...{ avg_peak_impact: null, red_impacts: null, impact_frequency: null, fuel_consumption: null },
  ...{ avg_fuel_rate_l_nm: null, co2_emissions: null, nox_emissions: null, in_eco_speed_ratio: null },
  ...{ safety_quality: null, score_basis: [], partial: false, fuel_suspect: false, sog_derived: false },
  distance_suspect: false,
  sparse: false,
  position_frozen: false,
}
const named = (i: number) => ({ id: idOf(i), name: `Boat ${i}` })
const trip = (i: number, minutes: number): Trip => ({
  ...{ id: `6${idOf(i).slice(1)}`, company_id: ID.organization, vessel_id: idOf(i), captain_id: null },
  vessel: {
    ...named(i),
    picture_url: null,
    department_id: ID.department,
    system_settings: { impact_limit: 3 },
  },
  ...{ captain: null, start_time: new Date(Date.now() - minutes * MINUTE_MS).toISOString(), end_time: null },
  ...{ live: true, is_deleted: false, visible: true, start_cause: 'moving', end_cause: null },
  sea_state: 'assumed' as const,
  ...{ weather_source: null, analysis: { complete: true, share: 1 }, num_alerts: 0, num_critical_alerts: 0 },
  ...{ num_warning_alerts: 0, num_info_alerts: 0, num_comments: 0 },
  stats: { ...UNMEASURED, time_of_last_data_point: new Date().toISOString(), duration: 1, distance: 1 },
})
const alert = (i: number, severity: WireAlert['severity'], isAcknowledged = false): WireAlert => ({
  ...{ id: `7${idOf(i).slice(1)}`, trigger_time: new Date(Date.now() - MINUTE_MS).toISOString(), severity },
  ...{ type: 'threshold', ended_at: null, is_open: true, received_at: new Date().toISOString() },
  ...{ text: `Too hard ${i}`, facts: null, vessel_id: idOf(i), trip_id: null, trip: null, rule_id: null },
  vessel: { ...named(i), department: { id: ID.department, name: 'Harbour' } },
  ...{ rule_version: null, instance: null, withdrawn: null, assigned: null, silenced_until: null },
  ...{ lat: null, lon: null, sources: [] },
  acknowledged: isAcknowledged ? { at: new Date().toISOString(), by: null, api_key: null } : null,
})
const PERIODS: PeriodSeries = {
  ...{ active_consumption: [], idle_consumption: [], fuel_consumption: [], avg_fuel_rate_l_nm: [] },
  ...{ co2_emissions: [], nox_emissions: [], active_duration: [], idle_duration: [], distance: [] },
  ...{ nr_trips: [], peak_impact: [], peak_sog: [] },
}
const BURNT: DashboardStatistics = {
  stats: {
    ...{ day: PERIODS, week: PERIODS, month: PERIODS },
    moving_avg_data: { fuel_consumption: {}, avg_fuel_rate_l_nm: {} },
    table_stats: { vessel_stats: [], captain_stats: [] },
    summary: {
      ...{ nr_trips: 9, total_consumption: 1204, active_consumption: 1200, idle_consumption: 4 },
      ...{ total_duration: 600, active_duration: 590, idle_duration: 10, total_distance: 310 },
      ...{ co2_emissions: 3000, nox_emissions: null, avg_fuel_rate_l_nm: 4, peak_impact: null },
      ...{ peak_sog: 30, duration_below: 0, duration_around: 0, duration_above: 0 },
    },
  },
}

function harbour(server: TestServer, trips: Trip[], alerts: WireAlert[]) {
  server.answer(listLiveTrips, { data: trips, total: trips.length })
  server.answer(listAlerts, ({ url }) => {
    const isWanted = ({ severity, acknowledged }: WireAlert) =>
      url.searchParams.get('filter[severity][eq]') === severity &&
      !(url.searchParams.get('filter[waiting][eq]') === 'true' && acknowledged)
    const skip = Number(url.searchParams.get('skip') ?? 0)
    const all = alerts.filter(isWanted)
    return { data: all.slice(skip, skip + 100), total: all.length }
  })
  server.answer(fetchDashboardStatistics, BURNT)
  return server
}
const leadsTo = (place: ParentNode, words: RegExp) =>
  [...place.querySelectorAll('a')]
    .find(({ textContent }) => words.test(textContent ?? ''))
    ?.getAttribute('href')

test('shows boats out, worst alerts, burnt fuel and silent boats, with links to them', async () => {
  const server = harbour(
    testServer(),
    Array.from({ length: 9 }, (_, i) => trip(i, 94 - i)),
    [alert(1, 'warning'), alert(2, 'critical'), alert(3, 'critical', true)],
  )
  const place = await openConsole('/board')
  const hours = (count: number) => count * 60 * MINUTE_MS
  server.publish('vessel_map_view', [
    ...Array.from({ length: 9 }, (_, i) => boat(i, 'sailing')),
    ...[boat(20, 'offline', hours(3)), boat(21, 'offline', hours(30)), boat(22, 'unpaired')],
  ])
  await shows(place, '9Sailing', '2Offline', '0Unavailable', /Boat 01.?h.?34.?min/, '4 more', 'No captain')
  await shows(place, /1,204.?L/, /310.?nmi/, /Boat 203 h ago/)
  const text = place.textContent ?? ''
  expect(text).not.toContain('1 d ago')
  expect(text).not.toContain('Too hard 3')
  expect(text.indexOf('Too hard 2')).toBeLessThan(text.indexOf('Too hard 1'))
  expect(leadsTo(place, /^9Sailing/)).toBe('/map?show=sailing')
  expect(leadsTo(place, /^4 more/)).toBe('/map?show=out')
  expect(leadsTo(place, /^Fuel today/)).toBe('/map?show=fuel')
  expect(leadsTo(place, /Too hard 2/)).toBe(`/map?show=alerts&vessel=${idOf(2)}`)
  expect(leadsTo(place, /^Boat 20/)).toBe(`/map?show=quiet&vessel=${idOf(20)}`)
  expect(await wrongOn(place)).toEqual([])

  // A speed that stopped while other values go on is a dash with its age.
  const still = boat(0, 'sailing')
  server.publish('vessel_map_view', [{ ...still, measured_at: { sog: Date.now() - 5 * MINUTE_MS } }])
  await shows(place, '–5 min ago')
  // The socket moves the counts at once.
  server.publish('vessel_map_view', [boat(0, 'online')])
  await shows(place, '0Sailing', '1Online')
})

test('says so for empty, forbidden and failed parts', async () => {
  const me = personOf('organization-viewer')
  const permissions = me.permissions.filter((one) => !one.includes('alert-view'))
  const server = harbour(testServer({ ...me, permissions }), [], [])
  server.answer(listLiveTrips, { refused: 'unavailable' })
  const place = await openConsole('/board')
  server.publish('vessel_map_view', [boat(1, 'online')])
  await shows(place, 'Insufficient permissions', 'No boat stopped reporting in the last 24 hours.')
  await vi.waitFor(() => expect(place.textContent).toMatch(/Out now.*Could not|Out now.*live trips/i), {
    timeout: 20_000,
  })
  expect(
    server.asked.some(({ url }) => url.pathname === '/api/alerts' && url.search.includes('critical')),
  ).toBe(false)
  expect(await wrongOn(place)).toEqual([])
})
