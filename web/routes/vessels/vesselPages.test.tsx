import { afterEach, expect, test, vi } from 'vitest'
import { listAlerts } from '#contract/wire/alert.ts'
import { getExpectedBack } from '#contract/wire/board.ts'
import { listCommentGroups } from '#contract/wire/comment.ts'
import type { AnyEndpoint } from '#contract/wire/endpoint.ts'
import { listGeofences } from '#contract/wire/geofence.ts'
import { listRules, type Rule } from '#contract/wire/rule.ts'
import { getSensor, listVesselSensors, type Sensor } from '#contract/wire/sensor.ts'
import {
  addSensorMounting,
  listSensorMountings,
  measureLevelling,
  type SensorMounting,
} from '#contract/wire/sensorMounting.ts'
import { fetchPaths } from '#contract/wire/timeSeries.ts'
import { listTrips, type Trip } from '#contract/wire/trip.ts'
import { getOrganizationStatistics } from '#contract/wire/tripFigures.ts'
import {
  createVessel,
  getVessel,
  getVesselStatistics,
  updateVessel,
  type Vessel,
  type WireMapVessel,
} from '#contract/wire/vessel.ts'
import { type DeviceStatus, getVesselStatus } from '#contract/wire/vesselStatus.ts'
import { A_TRIP } from '../../testing/aTrip.ts'
import {
  closeConsole,
  DEPARTMENT,
  ID,
  openConsole,
  personOf,
  shows,
  testServer,
  wrongOn,
} from '../../testing/testConsole.tsx'

afterEach(closeConsole)

const NO_ACCESS = 'You do not have the required permissions to access this resource.'
const NOTHING_LIVE = {
  ...{ lat: null, lon: null, cog: null, sog: null, impact: null, impact_time: null, last_updated: null },
  ...{ sog_derived: false, temperature: null, wind_speed: null, wind_direction: null, wave_height: null },
}
const VESSEL: Vessel = {
  id: ID.vessel,
  name: 'Sæbjörg',
  kind: 'rib',
  picture_url: null,
  department_id: ID.department,
  department: DEPARTMENT,
  ext_ref_id: null,
  device: null,
  status: 'unpaired',
  live: NOTHING_LIVE,
  last_updated: null,
  count: { trips: 0 },
  system_settings: {
    impact_limit: 3,
    safety_speed_limit: null,
    target_fuel_rate: null,
    guidance_mode: 'auto',
    dashboard_mode: 'auto',
    ignored_fuel_data_periods: [],
  },
  specs: {
    ...{ length: 9.3, beam_overall: 3.1, cruising_speed: 25.7, top_speed: 40 },
    ...{ displacement_weight: null, fuel_capacity: null, fuel_type: 'petrol', nox_factor: null },
    ...{ year_built: null, manufacturer: null, hull_identification_number: null, mmsi: null },
  },
}
const aTrip = (i: number, analysis: Trip['analysis'], peak_impact: number): Trip => ({
  ...A_TRIP,
  id: `5${i.toString().padStart(7, '0')}-0000-4000-8000-000000000000`,
  vessel: { ...VESSEL, system_settings: { impact_limit: 3 } },
  num_comments: 0,
  analysis,
  stats: { ...A_TRIP.stats, distance: 12, peak_impact },
})
const onMap = (i: number, more: Partial<WireMapVessel> = {}): WireMapVessel => ({
  ...NOTHING_LIVE,
  id: `4${i.toString().padStart(7, '0')}-0000-4000-8000-000000000000`,
  name: `Boat ${i}`,
  kind: 'rib',
  picture_url: null,
  department_id: ID.department,
  status: 'offline',
  trip_id: null,
  impact_limit: 3,
  last_updated: Date.now() - 3_600_000,
  ...more,
})
const NO_FIGURES = {
  ...{ nr_trips: 0, total_duration: 0, total_distance: 0, red_impacts: null, avg_impact: null },
  ...{ avg_fuel_consumption: null, avg_co2_emissions: null, avg_fuel_rate_l_nm: null },
}
const NONE = { data: [], total: 0 }
const page = (tab = '') => `/vessels/${ID.vessel}${tab}`

test.each([
  ['when it is expected back', 90, /back at \d\d:\d\d/],
  ['how late it is', -12, /expected \d\d:\d\d, .*12.* late/],
])('says of a boat that is out %s', async (_, minutes, words) => {
  const server = testServer()
  server.answer(getVessel, VESSEL)
  server.answer(getExpectedBack, {
    expected_back: new Date(Date.now() + minutes * 60_000).toISOString(),
  })
  const place = await openConsole(page())
  server.publish('vessel_map_view', [onMap(0, { id: ID.vessel, status: 'sailing', trip_id: A_TRIP.id })])
  await shows(place, 'Expected back', words)
})

test('lists the fleet by status, one page at a time, without unpaired boats', async () => {
  const server = testServer()
  const place = await openConsole('/vessels')
  const silent = onMap(0, { name: 'Never heard', status: 'unpaired', last_updated: null })
  const reported = onMap(1, { name: 'Heard once', status: 'unpaired' })
  const others = Array.from({ length: 998 }, (_, i) => onMap(i + 2))
  const sailing = onMap(2000, { name: 'Under way', status: 'sailing', sog: 12 })
  server.publish('vessel_map_view', [silent, reported, ...others, sailing])
  const text = await shows(place, 'Under way', 'Boat 10', '1–20 of 999')
  expect(text.indexOf('Under way')).toBeLessThan(text.indexOf('Boat 10'))
  expect(text).not.toContain('Never heard')
  expect(text).not.toContain('Heard once')
  expect(await wrongOn(place)).toEqual([])
})

test('lists an unpaired boat with her badge when the person shows unpaired vessels', async () => {
  const server = testServer()
  const place = await openConsole('/vessels')
  server.publish('vessel_map_view', [onMap(1, { name: 'Heard once', status: 'unpaired' })])
  await shows(place, 'Show unpaired vessels')
  expect(place.textContent).not.toContain('Heard once')
  place.querySelector<HTMLInputElement>('input[role=switch]')?.click()
  await shows(place, 'Heard once', 'Not Paired')
})

test('says so when the filter matches no vessel', async () => {
  const server = testServer()
  const place = await openConsole('/vessels?status=sailing')
  server.publish('vessel_map_view', [onMap(1)])
  await shows(place, 'No vessels.')
  expect(await wrongOn(place)).toEqual([])
})

test.each([
  ['organization-admin', true],
  ['department-viewer', false],
] as const)('invites the %s of an empty fleet to create the first vessel: %s', async (role, invites) => {
  const server = testServer(personOf(role))
  const place = await openConsole('/vessels')
  server.publish('vessel_map_view', [])
  const text = await shows(place, 'No vessels yet')
  expect(text.includes('Add vessel')).toBe(invites)
  expect(await wrongOn(place)).toEqual([])
})

test('shows a skeleton and no empty state until the fleet is loaded', async () => {
  testServer()
  const place = await openConsole('/vessels')
  await shows(place, 'Vessels')
  expect(place.textContent).not.toContain('No vessels')
  expect(await wrongOn(place)).toEqual([])
})

test('names missing fields, and refuses a cruising speed above the top speed', async () => {
  const server = testServer()
  server.answer(createVessel, VESSEL)
  const place = await openConsole('/vessels/new')
  server.publish('vessel_map_view', [])
  const dialog = await expect
    .poll(() => document.querySelector<HTMLElement>('[role=dialog]'))
    .toBeTruthy()
    .then(() => document.querySelector<HTMLElement>('[role=dialog]') as HTMLElement)
  await shows(dialog, 'Create vessel')
  expect(await wrongOn(dialog)).toEqual([])
  const submit = () => dialog.querySelector('form')?.requestSubmit()
  submit()
  await shows(dialog, 'This field is required')
  const enter = (name: string, value: string) => {
    const input = dialog.querySelector<HTMLInputElement>(`input[name=${name}]`)
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    set?.call(input, value)
    input?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  for (const [name, value] of Object.entries({
    ...{ name: 'Njála', length: '9', beam_overall: '3', top_speed: '40', cruising_speed: '41' },
    safety_speed_limit: '30',
  }))
    enter(name, value)
  submit()
  await shows(dialog, 'Cruising speed can not be above top speed')
  expect(
    server.asked.filter(({ method, url }) => method === 'POST' && url.pathname === '/api/vessels'),
  ).toEqual([])
  enter('cruising_speed', '40')
  submit()
  await expect
    .poll(
      () =>
        server.asked.find(({ method, url }) => method === 'POST' && url.pathname === '/api/vessels')?.body,
    )
    .toMatchObject({ name: 'Njála', top_speed: 40, cruising_speed: 40, impact_limit: 3 })
  expect(place.isConnected).toBe(true)
})

test.each([
  ['not_found', 'Vessel not found'],
  ['not_allowed', NO_ACCESS],
  ['internal', 'Error fetching vessel'],
] as const)('says so when a vessel is refused with %s', async (refused, words) => {
  testServer().answer(getVessel, { refused })
  const place = await openConsole(page())
  await shows(place, words)
  expect(await wrongOn(place)).toEqual([])
})

const RULE: Rule = {
  id: '80000000-0000-4000-8000-000000000000',
  version: 1,
  type: 'threshold',
  severity: 'warning',
  department_id: ID.department,
  department: { id: ID.department, name: 'Harbour' },
  enabled: true,
  message: 'Too fast in harbour',
  created_at: '2026-06-01T00:00:00.000Z',
  created_by: null,
  vessels: { apply_to_all: true, ids: [] },
  notifications: {
    ...{ push_notifications: NOBODY(), email: NOBODY(), sms: NOBODY(), console: { enabled: true } },
    helm: { enabled: true, show_native_alert_banner: false, requires_acknowledgement: false },
  },
  definition: {
    geofences: { enabled: false, ids: [], area_operation: 'inside' },
    logic: { and: [{ variable: { type: 'instant', field: 'sog' }, operation: 'more_than', value: 5 }] },
  },
}
function NOBODY() {
  return { enabled: false, apply_to_all: false, user_ids: [] }
}

test('names the device in the accessible name of its edit button', async () => {
  const server = testServer()
  server.answer(getVessel, VESSEL)
  const engine = (instance: number, label: string | null): DeviceStatus => ({
    id: `engine_${instance}`,
    ...{
      name: 'Engine',
      label,
      type: 'engine',
      group: 'engine',
      instance_number: instance,
      instance_name: null,
    },
    ...{ message_source: null, last_updated: '2026-06-18T10:00:00.000Z', fields: [] },
  })
  server.answer(getVesselStatus, {
    data: { engine: [engine(0, 'Port'), engine(1, null)], battery: [], tank: [], other_sensors: [] },
  })
  const place = await openConsole(page())
  await shows(place, 'Port')
  const named = [...place.querySelectorAll('article button')].map((button) => button.ariaLabel)
  expect(named.filter((name) => name?.startsWith('Edit label'))).toEqual([
    'Edit label: Port',
    'Edit label: Engine 1',
  ])
})

/** Paired, and without any data yet. */
const SILENT: Vessel = { ...VESSEL, device: { id: 'DEVICE1' }, status: 'unavailable' }

/** Each tab with its endpoint, the text for an empty answer and the text for a failure. */
const TABS: readonly [tab: string, endpoint: AnyEndpoint, nothing: unknown, empty: string, failed: string][] =
  [
    [
      '',
      getVesselStatus,
      { data: { engine: [], battery: [], tank: [], other_sensors: [] } },
      'There is no status data available for this vessel.',
      'Could not fetch vessel status data',
    ],
    [
      '/statistics',
      getVesselStatistics,
      NO_FIGURES,
      'No trips yet',
      'The vessel’s figures could not be loaded.',
    ],
    ['/trips', listTrips, NONE, 'No trips yet', 'Error fetching trips.'],
    ['/alerts', listAlerts, NONE, 'alerts', 'Could not get alerts.'],
    ['/comments', listCommentGroups, NONE, 'No comments', 'Could not get comments.'],
    ['/rules', listRules, NONE, 'rule', 'Could not get rules.'],
    ['/sensors', listVesselSensors, NONE, 'No sensors found for this vessel.', 'sensor'],
  ]

test.each(TABS)(
  'tab %s shows empty, failed, refused and under way',
  async (tab, endpoint, nothing, empty, failed) => {
    const server = testServer()
    server.answer(getVessel, SILENT)
    server.answer(getOrganizationStatistics, NO_FIGURES)
    server.answer(listGeofences, NONE)
    server.answer(endpoint, nothing as never)
    let place = await openConsole(page(tab))
    await shows(place, 'Sæbjörg', empty)
    expect(await wrongOn(place)).toEqual([])
    for (const [answer, words] of [
      [{ refused: 'internal' }, failed],
      [{ refused: 'not_allowed' }, NO_ACCESS],
      ['never', 'Sæbjörg'],
    ] as const) {
      await closeConsole()
      const again = testServer()
      again.answer(getVessel, SILENT)
      again.answer(getOrganizationStatistics, NO_FIGURES)
      again.answer(listGeofences, NONE)
      again.answer(endpoint, answer as never)
      place = await openConsole(page(tab))
      await shows(place, words)
      if (answer === 'never') expect(place.textContent).not.toContain(empty)
    }
  },
)

test('marks trips without a complete analysis, and claims no calm for them', async () => {
  const server = testServer()
  server.answer(getVessel, VESSEL)
  server.answer(fetchPaths, { data: [] })
  server.answer(listTrips, {
    data: [
      aTrip(1, { complete: true, share: 1 }, 0.4),
      aTrip(2, { complete: false, share: 0.25 }, 0.7),
      aTrip(3, { complete: false, share: 0.5 }, 3.5),
    ],
    total: 3,
  })
  const place = await openConsole(page('/trips'))
  await shows(place, '0.4', '3.5')
  const rows = [...place.querySelectorAll('tbody tr')].map((row) => row.textContent)
  expect(rows.map((text) => /0\.4|0\.7|3\.5/.exec(text ?? '')?.[0])).toEqual(['0.4', undefined, '3.5'])
  const marks = [...place.querySelectorAll('tbody [role=img]')].map((mark) => mark.getAttribute('aria-label'))
  expect(marks.filter((label) => label?.includes('25 %'))).toHaveLength(1)
  expect(await wrongOn(place)).toEqual([])
})

test('filters rules by the name of a geofence', async () => {
  const server = testServer()
  const fence = '90000000-0000-4000-8000-000000000000'
  server.answer(getVessel, VESSEL)
  server.answer(listGeofences, {
    data: [
      {
        ...{ id: fence, name: 'Viðey', type: 'circle', coordinates: [{ lat: 64, lon: -22 }], radius: 100 },
        ...{ department_id: ID.department, department: { id: ID.department, name: 'Harbour' } },
        ...{ is_harbor: false, color: 'BLUE', modified_at: '2026-06-01T00:00:00.000Z' },
      },
    ],
    total: 1,
  })
  server.answer(listRules, { data: [RULE], total: 1 })
  const place = await openConsole(page(`/rules?geofence=${fence}`))
  await shows(place, 'Too fast in harbour', 'All vessels')
  await expect
    .poll(() => place.querySelector<HTMLInputElement>('input[aria-label=Geofences]')?.value)
    .toBe('Viðey')
  const asked = server.asked.find(({ url }) => url.pathname === '/api/rules')?.url.search ?? ''
  expect(decodeURIComponent(asked)).toContain(`filter[geofence_id][eq]=${fence}`)
  expect(await wrongOn(place)).toEqual([])
})

test('shows a dash for an empty specification, and lets a viewer edit nothing', async () => {
  testServer(personOf('organization-viewer')).answer(getVessel, VESSEL)
  const place = await openConsole(page('/specifications'))
  const text = await shows(place, 'Hull identification number', '40', 'kn', 'Every time counts.')
  expect(text).toContain('–')
  expect(text).not.toContain('Ignore a period')
  expect(await wrongOn(place)).toEqual([])
})

test('marks the optional fields of an ignored period, and not its ends', async () => {
  testServer().answer(getVessel, VESSEL)
  await openConsole(page('/specifications/ignored/new'))
  const text = await shows(await theDialog(), 'Comment Optional')
  expect(text).not.toContain('From Optional')
  expect(text).not.toContain('time Optional')
})

const MOUNTING: SensorMounting = {
  id: '70000000-0000-4000-8000-000000000000',
  valid_from: '2026-06-01T09:00:00.000Z',
  place: 'Stern bulkhead',
  ...{ x_axis: 'aft', z_axis: 'up', created_at: '2026-06-01T09:10:00.000Z', created_by: 'Nína' },
  levelling: { level_from: '2026-06-01T09:05:00.000Z', roll: 2.5, pitch: -0.7, gravity_error: null },
}
const SENSOR: Sensor = {
  id: '80000000-0000-4000-8000-000000000000',
  ...{ bq_sensor_id: 1, description: null, use_with_safety_speed: false, vessel_id: ID.vessel },
  mounting: MOUNTING,
  statistics: {
    ...{ has_data_on_latest_trip: true, timestamp_start: null, timestamp_end: null, trip_count: 0 },
    ...{ datapoint_count: 0, collected_duration: 0, sampling_rate: 50, max_impact: null, offset: null },
  },
}
const sensorPage = (more = '') => page(`/sensors/${SENSOR.id}${more}`)

function sensorServer(role: 'organization-admin' | 'department-viewer' = 'organization-admin') {
  const server = testServer(personOf(role))
  server.answer(getVessel, VESSEL)
  server.answer(listVesselSensors, { data: [SENSOR], total: 1 })
  server.answer(getSensor, SENSOR)
  server.answer(listSensorMountings, { data: [MOUNTING], total: 1 })
  return server
}

/** The dialog that contains the selector; other dialogs may be open below. */
const theDialog = async (selector = 'form') => {
  const holding = () => document.querySelector<HTMLElement>(`[role=dialog]:has(${selector})`)
  await expect.poll(holding, { timeout: 10_000 }).toBeTruthy()
  return holding() as HTMLElement
}
const press = (within: ParentNode, name: string) =>
  [...within.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(name))?.click()

test('does not overwrite ignored periods that another user changed meanwhile', async () => {
  const server = testServer()
  const [theirs, mine] = ['2026-05-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z'].map((end_time) => ({
    ...{ type: 'before_date' as const, start_time: null, end_time, comment: null, created_at: end_time },
  }))
  const ignoring = (...periods: (typeof mine)[]) => ({
    ...VESSEL,
    system_settings: {
      ...VESSEL.system_settings,
      ignored_fuel_data_periods: periods.filter((one) => one !== undefined),
    },
  })
  server.answer(getVessel, ignoring(mine))
  server.answer(updateVessel, { refused: 'conflict' })
  const place = await openConsole(page('/specifications'))
  await shows(place, 'Jun, 2026')
  server.answer(getVessel, ignoring(theirs, mine))
  place.querySelector<HTMLButtonElement>('button[aria-label="Count this period again"]')?.click()
  await shows(place, 'May, 2026', 'Jun, 2026')
  expect(server.asked.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
    ignored_fuel_data_periods: [],
    expected: { ignored_fuel_data_periods: [mine] },
  })
})

test('shows how a sensor is and was mounted, and lets a viewer change nothing', async () => {
  sensorServer('department-viewer')
  const place = await openConsole(sensorPage())
  const text = await shows(
    await theDialog(),
    'Stern bulkhead',
    'x points aft, z points up',
    'Leans 2.5° to starboard, 0.7° bow down',
    'Entered by Nína',
  )
  expect(text).not.toContain('Change mounting')
  expect(document.querySelector('[aria-label="Take back"]')).toBeNull()
  await shows(place, 'Stern bulkhead · levelled')
  expect(await wrongOn(document.body)).toEqual([])
})

test('treats a sensor without a mounting as mounted straight', async () => {
  const server = sensorServer()
  server.answer(getSensor, { ...SENSOR, mounting: null })
  server.answer(listSensorMountings, NONE)
  await openConsole(sensorPage())
  await shows(await theDialog(), 'counts as built in straight', 'Change mounting')
})

const CHOSEN: Sensor = { ...SENSOR, id: ID.trip, bq_sensor_id: 2, use_with_safety_speed: true }
test.each([
  ['yes while none is chosen', [SENSOR], 'Yes: none is chosen, so all do'],
  ['no when another is chosen', [SENSOR, CHOSEN], /Counts for the vesselNo/],
])('counts a sensor that the user did not choose: %s', async (_, sensors, words) => {
  sensorServer().answer(listVesselSensors, { data: sensors, total: sensors.length })
  await openConsole(sensorPage())
  await shows(await theDialog('dl'), words)
})

test('shows the result of a minute at rest before saving, and sends it with the mounting', async () => {
  const server = sensorServer()
  server.answer(getSensor, { ...SENSOR, mounting: null })
  server.answer(measureLevelling, { ...MOUNTING.levelling, gravity_error: 0.21 } as never)
  server.answer(addSensorMounting, MOUNTING)
  await openConsole(sensorPage('/mounting'))
  const dialog = await theDialog('fieldset')
  await shows(dialog, 'Measure the newest minute at rest', 'Place Optional')
  expect(await wrongOn(dialog)).toEqual([])
  press(dialog, 'Measure the newest minute')
  await shows(dialog, 'Leans 2.5° to starboard, 0.7° bow down', 'differed by 0.21 g')
  dialog.querySelector('form')?.requestSubmit()
  await expect
    .poll(() => server.asked.find(({ method }) => method === 'POST')?.body)
    .toMatchObject({
      ...{ valid_from: null, place: null, x_axis: 'forward', z_axis: 'up' },
      level_from: MOUNTING.levelling?.level_from,
    })
})

test.each([
  ['NO_REST_MOVED', 'The boat moved in that minute'],
  ['NO_REST_SHAKEN', 'The sensor was shaken'],
  ['NO_REST_SILENT', 'did not report for that whole minute'],
  ['NO_REST_TILTED', 'gravity pointed elsewhere'],
  ['internal', 'Could not measure'],
] as const)(
  'levels nothing and shows the reason when a minute is refused with %s',
  async (refused, words) => {
    const server = sensorServer()
    server.answer(measureLevelling, { refused })
    await openConsole(sensorPage('/mounting'))
    const dialog = await theDialog('fieldset')
    await shows(dialog, 'Measure the newest minute')
    press(dialog, 'Measure the newest minute')
    await shows(dialog, words)
  },
)

test('scrolls the selected tab into view', async () => {
  sensorServer()
  const place = await openConsole(page('/sensors'))
  await shows(place, 'Sensor 1')
  const inSight = vi.spyOn(Element.prototype, 'scrollIntoView')
  place.querySelector<HTMLAnchorElement>('nav a[href$="/specifications"]')?.click()
  await expect.poll(() => inSight.mock.contexts.at(-1)).toHaveProperty('textContent', 'Specifications ')
  inSight.mockRestore()
})

test('tells the author of a comment how to post it', async () => {
  const server = testServer()
  server.answer(getVessel, VESSEL)
  server.answer(listCommentGroups, { data: [], total: 0 })
  const place = await openConsole(page('/comments'))
  await expect.poll(() => place.querySelector('main textarea'), { timeout: 10_000 }).toBeTruthy()
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '?', shiftKey: true, bubbles: true }))
  await shows(await theDialog('kbd'), 'Post the commentShift+Enter')
})
