import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/domain/time.ts'
import { FIGURE_WEEKS, type TripFigures } from '#contract/wire/tripFigures.ts'
import { trips } from '#server/stores/relational/schema.ts'
import {
  bearer,
  emailOf,
  type Place,
  signIn,
  type TestApi,
  type Thing,
  testApi,
  tokenOf,
  tripOf,
  twoOrganizations,
} from '#server/testing/testApi.ts'

let api: TestApi
let things: Record<Place, Thing>
let headers: { authorization: string }
beforeAll(async () => {
  api = await testApi()
  things = await twoOrganizations(api.records.db)
  headers = bearer(await tokenOf(api.app, await signIn(api.app, emailOf('department-viewer'))))
})
afterAll(() => api.close())

const ask = (query: Record<string, string>) => api.app.inject({ url: '/statistics/weeks', query, headers })
const weeksOf = async (query: Record<string, string>) =>
  (await ask(query)).json<{ weeks: TripFigures[] }>().weeks

test('answers not found for a vessel and a captain of others, and refuses both or neither', async () => {
  const { own, sibling, foreign } = things
  for (const { vesselId, captainId } of [sibling, foreign]) {
    expect((await ask({ vessel_id: vesselId })).statusCode).toBe(404)
    expect((await ask({ captain_id: captainId })).statusCode).toBe(404)
  }
  expect((await ask({})).statusCode).toBe(400)
  expect((await ask({ vessel_id: own.vesselId, captain_id: own.captainId })).statusCode).toBe(400)
})

test('sums and averages the trips of each whole week, and leaves out the present one', async () => {
  const { own, sibling } = things
  // Noon of the Wednesday of a week of UTC, so many weeks ago.
  const now = new Date()
  const monday = Date.UTC(
    now.getUTCFullYear(),
    now.getUTCMonth(),
    now.getUTCDate() - ((now.getUTCDay() + 6) % 7),
  )
  const wednesday = (weeksAgo: number) => monday - weeksAgo * 7 * DAY_MS + 2 * DAY_MS + 12 * HOUR_MS
  const sail = (weeksAgo: number, stats: object, more: object = {}) => ({
    ...tripOf({ id: own.vesselId, organizationId: own.organizationId }, wednesday(weeksAgo) * 1000),
    ...{ captainId: own.captainId, distanceM: 18_520, stats: { red_impacts: null, ...stats }, ...more },
  })
  const after = (hours: number) => {
    const startUs = (wednesday(1) + hours * HOUR_MS) * 1000
    return { startUs, endUs: startUs + 3_600_000_000 }
  }
  await api.records.db.insert(trips).values([
    sail(0, {}),
    sail(1, { fuel_consumption: 10, avg_fuel_rate_l_nm: 1, co2_emissions: 26 }),
    sail(1, { fuel_consumption: 50, avg_fuel_rate_l_nm: 5, co2_emissions: 130 }, after(2)),
    sail(1, {}, { isDeleted: true, ...after(4) }),
    sail(3, { red_impacts: 2 }, { avgImpactG: 0.5 }),
    // The last instant of its week.
    sail(3, {}, { startUs: (monday - 14 * DAY_MS) * 1000 - 1, endUs: (monday - 14 * DAY_MS) * 1000 }),
    sail(FIGURE_WEEKS + 1, {}),
    // The captain sailed a vessel that the caller does not see.
    { ...sail(1, {}), vesselId: sibling.vesselId },
  ])
  const weeks = await weeksOf({ vessel_id: own.vesselId, timezone: 'UTC' })
  expect(weeks.map(({ nr_trips }) => nr_trips)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2])
  expect(weeks.at(-1)).toEqual({
    ...{ nr_trips: 2, total_duration: 120, total_distance: expect.closeTo(20, 6), red_impacts: null },
    ...{ avg_fuel_consumption: 30, avg_co2_emissions: 78, avg_fuel_rate_l_nm: 3, avg_impact: null },
  })
  expect(weeks.at(-3)).toMatchObject({ red_impacts: 2, avg_impact: 0.5, avg_fuel_consumption: null })
  expect(await weeksOf({ captain_id: own.captainId, timezone: 'UTC' })).toEqual(weeks)
  // In Auckland that last instant belongs to the next week.
  const there = await weeksOf({ vessel_id: own.vesselId, timezone: 'Pacific/Auckland' })
  expect(
    there
      .map(({ nr_trips }) => nr_trips)
      .filter((many) => many > 0)
      .slice(0, 3),
  ).toEqual([1, 1, 2])
})
