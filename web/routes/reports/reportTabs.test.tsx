import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { listCaptains } from '#contract/wire/captain.ts'
import {
  type DashboardStatistics,
  fetchDashboardStatistics,
  type PeriodSeries,
} from '#contract/wire/statistics.ts'
import type { WireMapVessel } from '#contract/wire/vessel.ts'
import { reportCsv } from '#contract/words/reportCsv.ts'
import type { ReportRow } from '#contract/words/reportRows.ts'
import { queryClient } from '../../session/queryClient.ts'
import {
  closeConsole,
  ID,
  openConsole,
  plotOption,
  shows,
  testServer,
  wrongOn,
} from '../../testing/testConsole.tsx'

// Loads lazy modules before the clock of a test starts.
beforeAll(
  () =>
    Promise.all([
      import('./ReportsPage.tsx'),
      import('./FuelTab.tsx'),
      import('./SafetyTab.tsx'),
      import('./TableTab.tsx'),
    ]),
  60_000,
)
afterEach(closeConsole)
const eventually = (look: () => void) => vi.waitFor(look, { timeout: 10_000 })

const DAY_MS = 86_400_000
const BEGIN_MS = Date.UTC(2026, 5, 1)
const days = (of: (i: number) => number, every = 1) =>
  Array.from({ length: 14 / every }, (_, i) => ({ x: BEGIN_MS + i * every * DAY_MS, y: of(i) }))
const series = (every: number): PeriodSeries => ({
  ...{ active_consumption: days(() => 90 * every, every), idle_consumption: days(() => 10 * every, every) },
  ...{ fuel_consumption: days(() => 100 * every, every), avg_fuel_rate_l_nm: days(() => 1.5, every) },
  ...{ co2_emissions: days(() => 260, every), nox_emissions: days(() => 4000, every) },
  ...{ active_duration: days(() => 500, every), idle_duration: days(() => 50, every) },
  ...{ distance: days(() => 66, every), nr_trips: days(() => 3, every) },
  ...{ peak_impact: days((i) => i, every), peak_sog: days(() => 31, every) },
})
const idOf = (i: number) => `4${String(i).padStart(7, '0')}${ID.vessel.slice(8)}`
const row = (i: number) => ({
  ...{ nr_trips: 60 - i, distance: 100 + i, duration_minutes: 600, fuel_consumption: i, co2_emissions: 9 },
  ...{
    nox_emissions: null,
    avg_fuel_rate: 30,
    avg_fuel_rate_l_nm: 1.5,
    avg_impact: 0.2,
    peak_impact: i / 10,
  },
  ...{ red_impacts: 2, avg_sog: 18, max_sog: 30 + i / 10 },
})
const REPORT: DashboardStatistics = {
  stats: {
    ...{ day: series(1), week: series(7), month: series(14) },
    moving_avg_data: {
      fuel_consumption: { 3: days(() => 101), 7: days(() => 107) },
      avg_fuel_rate_l_nm: { 3: days(() => 1.4), 7: days(() => 1.7) },
    },
    table_stats: {
      vessel_stats: Array.from({ length: 60 }, (_, i) => ({ vessel_id: idOf(i), ...row(i) })),
      captain_stats: [{ captain_id: ID.captain, ...row(3) }],
    },
    summary: {
      ...{ nr_trips: 42, total_consumption: 1400, active_consumption: 1260, idle_consumption: 140 },
      ...{ total_duration: 7700, active_duration: 7000, idle_duration: 700, total_distance: 924 },
      ...{ co2_emissions: 3640, nox_emissions: 56_000, avg_fuel_rate_l_nm: 1.5, peak_impact: 13 },
      ...{ peak_sog: 31, duration_below: 70, duration_around: 20, duration_above: 10 },
    },
  },
}
const boat = (i: number): WireMapVessel => ({
  ...{ id: idOf(i), name: i === 7 ? '=SUM(1)' : `Boat ${i}`, kind: 'rib', picture_url: null },
  ...{
    department_id: ID.department,
    status: 'offline',
    trip_id: null,
    impact_limit: 3,
    lat: null,
    lon: null,
  },
  ...{ cog: null, sog: null, impact: null, impact_time: null, last_updated: null, sog_derived: false },
  ...{ temperature: null, wind_speed: null, wind_direction: null, wave_height: null },
})

async function open(path: string, report = REPORT) {
  const server = testServer()
  server.answer(fetchDashboardStatistics, report)
  server.answer(listCaptains, { data: [], total: 0 })
  const place = await openConsole(path)
  server.publish(
    'vessel_map_view',
    Array.from({ length: 60 }, (_, i) => boat(i)),
  )
  return place
}
interface Drawn {
  series: { type: string; data: (number | null | { value: number; itemStyle: { color: string } })[] }[]
}
const drawn = (place: ParentNode, label: string) => plotOption(place, label) as unknown as Drawn
const rowsOf = (place: ParentNode, label: string) =>
  [...place.querySelectorAll(`table[aria-label="${label}"] tbody tr`)].map(
    ({ textContent }) => textContent ?? '',
  )

test('names the days that are still being prepared in place of an empty report', async () => {
  const server = testServer()
  const { summary } = REPORT.stats
  server.answer(fetchDashboardStatistics, {
    ...REPORT,
    stats: { ...REPORT.stats, summary: { ...summary, nr_trips: 0 } },
  })
  server.answer(listCaptains, { data: [], total: 0 })
  server.publish('preparing', [
    { from: BEGIN_MS - 40 * DAY_MS, to: BEGIN_MS - 30 * DAY_MS },
    { from: BEGIN_MS - DAY_MS, to: BEGIN_MS + 5 * DAY_MS },
  ])
  const place = await openConsole('/reports?from=2026-06-01&to=2026-06-14')
  server.publish('vessel_map_view', [boat(0)])
  await shows(place, /1\D+\d*\D*6\D.* is still being prepared/)
  expect(place.textContent).not.toContain('No trips in this period')
  expect(await wrongOn(place)).toEqual([])
  server.publish('preparing', [])
  await shows(place, 'No trips in this period')
  expect(place.textContent).not.toContain('still being prepared')
})

test('general shows durations in minutes with their hours, as totals and under the pointer', async () => {
  const place = await open('/reports?from=2026-06-01&to=2026-06-14')
  await shows(place, 'Total Duration', /7,700.?min \(128 h 20 min\)/, /700.?min \(11 h 40 min\)/)
  const { tooltip } = plotOption(place, 'Duration') as unknown as {
    tooltip: { valueFormatter: (value: number) => string }[]
  }
  expect(tooltip[0]?.valueFormatter(2000)).toBe('2,000 min (33 h 20 min)')
})

test('fuel shows totals, both averages, emissions, and the largest consumers', async () => {
  const place = await open('/reports/fuel?from=2026-06-01&to=2026-06-14')
  await shows(place, 'Total Consumption', /1,400.0.?L/, /3,640.0.?kg/, /56,000.?g/, 'Reports', 'Fuel')
  const consumption = drawn(place, 'Fuel Consumption with moving average').series
  expect(consumption.map(({ type, data }) => [type, data[0]])).toEqual([
    ['bar', 100],
    ['line', 101],
  ])
  expect(drawn(place, 'Fuel Rate with moving average').series.map(({ data }) => data[0])).toEqual([1.5, 1.4])
  expect(rowsOf(place, 'Top Vessels')[0]).toMatch(/^Boat 59/)
  expect(await wrongOn(place)).toEqual([])
  const windows = place.querySelector<HTMLInputElement>('input[aria-label*="Fuel Rate"]')
  windows?.click()
  await eventually(() => {
    // The first matching option belongs to the other average.
    const week = [...document.querySelectorAll<HTMLElement>('[role=option]')].findLast(({ textContent }) =>
      /^7/.test(textContent ?? ''),
    )
    if (!week) throw new Error('no window of seven days')
    week.click()
  })
  await eventually(() => expect(drawn(place, 'Fuel Rate with moving average').series[1]?.data[0]).toBe(1.7))
  // Weekly grouping leaves daily figures unchanged.
  ;[...place.querySelectorAll('label')].find(({ textContent }) => textContent === 'Weeks')?.click()
  await eventually(() =>
    expect(drawn(place, 'Fuel Consumption with moving average').series.map(({ data }) => data)).toEqual([
      [100, 100],
      [101, 101],
    ]),
  )
  expect(drawn(place, 'Fuel Consumption').series.map(({ data }) => data[0])).toEqual([630, 70])
})

test('safety shows peaks by colour, time shares about the limit, and the largest impacts', async () => {
  const place = await open('/reports/safety?from=2026-06-01&to=2026-06-14')
  await shows(place, 'Peak Impact', 'Peak SOG', 'Safety Speed', /70.0.?%/, /31.0.?kn/)
  const colours = drawn(place, 'Peak Impact').series[0]?.data.map((one) =>
    one !== null && typeof one === 'object' ? one.itemStyle.color : null,
  )
  expect(new Set(colours).size).toBe(3)
  expect(colours?.[1]).not.toBe(colours?.[4])
  expect(rowsOf(place, 'Top Vessels')[0]).toMatch(/^Boat 59/)
  expect(await wrongOn(place)).toEqual([])
})

test('table shows all vessels by trips, fifty at a time, sortable by any figure', async () => {
  const place = await open('/reports/table?from=2026-06-01&to=2026-06-14')
  await shows(place, 'Vessels', 'Captains', '1–50 of 60', 'Export CSV')
  expect(rowsOf(place, 'Vessels')).toHaveLength(50)
  expect(rowsOf(place, 'Vessels')[0]).toMatch(/^Boat 0/)
  const head = [...place.querySelectorAll<HTMLElement>('table[aria-label="Vessels"] th button')].find(
    ({ textContent }) => textContent === 'Peak SOG',
  )
  head?.click()
  await eventually(() => expect(rowsOf(place, 'Vessels')[0]).toMatch(/^Boat 59/))
  expect(await wrongOn(place)).toEqual([])
})

test.each(['', '/fuel', '/safety', '/table'])(
  'says so when no trip has a captain, in place of a table, on “/reports%s”',
  async (tab) => {
    const { table_stats } = REPORT.stats
    const place = await open(`/reports${tab}?from=2026-06-01&to=2026-06-14`, {
      stats: { ...REPORT.stats, table_stats: { ...table_stats, captain_stats: [] } },
    })
    await shows(place, 'No data. No captain was named for a trip in this period.')
    expect([...place.querySelectorAll('table')].filter(({ rows }) => rows.length < 2)).toEqual([])
    expect(await wrongOn(place)).toEqual([])
  },
)

test('exports the units of the API, empty unknown values, and no formula', () => {
  const { vessel_id: id, ...figures } = { vessel_id: idOf(7), ...row(7) }
  const line: ReportRow = { id, name: '=SUM(1) "x"', ...figures }
  const [head, first] = reportCsv([line]).split('\r\n')
  expect(head).toContain('\uFEFFname,trips,distance [nmi],duration [min],fuel_consumption [L]')
  expect(first).toBe(`"'=SUM(1) ""x""",53,107,600,7,1.5,30,9,,0.2,0.7,2,18,30.7`)
})

test.each(['', '/table'])(
  'marks names that are loading, and names that failed to load, on “/reports%s”',
  async (tab) => {
    const server = testServer()
    server.answer(fetchDashboardStatistics, REPORT)
    const table = tab === '' ? 'Top Captains' : 'Captains'
    const place = await openConsole(`/reports${tab}?from=2026-06-01&to=2026-06-14`)
    server.publish('vessel_map_view', [boat(0)])
    await shows(place, table)
    await eventually(() => expect(rowsOf(place, table)).toHaveLength(1))
    expect(rowsOf(place, table)[0]).not.toMatch(/^–/)
    expect(place.querySelector(`table[aria-label="${table}"] [aria-label="Name is loading"]`)).not.toBeNull()
    expect(await wrongOn(place)).toEqual([])
    server.answer(listCaptains, { refused: 'internal' })
    await queryClient.cancelQueries({ queryKey: ['captains'] })
    void queryClient.refetchQueries({ queryKey: ['captains'] })
    await shows(place, 'Names could not be loaded.', 'Name not loaded')
    server.answer(listCaptains, { data: [], total: 0 })
    ;[...place.querySelectorAll('button')].find(({ textContent }) => textContent === 'Try again')?.click()
    await eventually(() => expect(rowsOf(place, table)[0]).toMatch(/^–/))
  },
)
