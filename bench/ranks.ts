/**
 * Captains and their ranks where there are many trips: `node bench/ranks.ts [--trips 1000000]`. It measures the calls
 * of the captains' list and of a captain's page, through the real server on embedded records. It does so with this
 * number of trips and with 1,000.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { openRecords } from '#server/stores/relational/openRecords.ts'
import { captains, trips, vessels } from '#server/stores/relational/schema.ts'
import { vacuumEmbedded } from '#server/stores/relational/vacuumEmbedded.ts'
import { bearer, emailOf, signIn, testApi, tokenOf, twoOrganizations } from '#server/testing/testApi.ts'
import { loadPerCore, print, quantile, thousands } from './figures.ts'

const { values } = parseArgs({ options: { trips: { type: 'string', default: '1000000' } } })
const CAPTAINS = 1000
const BOATS = 500
const RUNS = 5
const ORGANIZATION = 'the organization they are compared with'
/** Share of all trips that belongs to the captain who sails most. */
const MOST_SAILED = 1 / 50

const spentMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function measure(count: number): Promise<Map<string, number>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'taffrail-bench-'))
  const records = await openRecords({ dataDir })
  const api = await testApi({ records })
  const costs = new Map<string, number>()
  try {
    const { db } = records
    const { own } = await twoOrganizations(db)
    const { organizationId, departmentId } = own
    const owner = { organizationId, departmentId }
    await db
      .insert(vessels)
      .values(Array.from({ length: BOATS }, (_, i) => ({ ...owner, name: `Boat ${i}` })))
    await db
      .insert(captains)
      .values(Array.from({ length: CAPTAINS }, (_, i) => ({ ...owner, name: `Captain ${i}` })))
    await fill(count)
    await vacuumEmbedded(records)
    const headers = bearer(await tokenOf(api.app, await signIn(api.app, emailOf('organization-admin'))))
    const ask = async (url: string) => {
      const answer = await api.app.inject({ url, headers })
      if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode} ${answer.body}`)
      return answer.json()
    }
    const list = await ask('/api/captains?order[trips]=desc&limit=100')
    const [most, usual] = [list.data[0], list.data.at(-1)]
    const ofCaptain = `filter[captain_id][eq]=${most.id}&order[start_time]=desc`
    const calls = {
      'captains by name': '/api/captains?limit=20',
      'captains by rank': '/api/captains?order[rank]=desc&limit=20',
      'captains by rank, the last page': `/api/captains?order[rank]=desc&limit=20&skip=${CAPTAINS - 20}`,
      'captains by trips': '/api/captains?order[trips]=desc&limit=20',
      'captains by rank, with a cursor': '/api/captains?order[rank]=desc&limit=20&cursor=',
      'a captain': `/api/captains/${usual.id}`,
      'the captain who sails most': `/api/captains/${most.id}`,
      'their newest trips': `/api/trips?${ofCaptain}&limit=10`,
      [ORGANIZATION]: '/api/organization/statistics',
    }
    print(
      `${thousands(count)} trips: of a captain, and of who sails most`,
      `${usual.count.trips}, ${most.count.trips}`,
    )
    for (const [what, url] of Object.entries(calls)) {
      const tookMs: number[] = []
      // Figures that are cached for five minutes are measured on the first request. For others, the first request
      // only warms up the engine.
      const runs = what === ORGANIZATION ? 1 : RUNS
      if (runs > 1) await ask(url)
      const before = spentMs()
      for (let run = 0; run < runs; run++) {
        const beganMs = performance.now()
        await ask(url)
        tookMs.push(performance.now() - beganMs)
      }
      const cpuMs = (spentMs() - before) / runs
      costs.set(what, cpuMs)
      print(
        `${thousands(count)} trips: ${what}`,
        `${Math.round(cpuMs)} CPU-ms, median ${Math.round(quantile(tookMs, 0.5))} ms, slowest ${Math.round(Math.max(...tookMs))} ms`,
      )
    }
    return costs
  } finally {
    await api.close()
    rmSync(dataDir, { recursive: true, force: true })
  }

  /** The engine itself makes the trips: one every half hour of each boat, one in ten without a score. */
  async function fill(trip: number) {
    for (let from = 0; from < trip; from += 100_000)
      await records.db.execute(sql`
        WITH boats AS (SELECT array_agg(id ORDER BY number) AS ids, min(organization_id::text)::uuid AS organization FROM ${vessels} WHERE name LIKE 'Boat %'),
          people AS (SELECT array_agg(id) AS ids FROM ${captains} WHERE name LIKE 'Captain %'),
          made AS (SELECT n, ${Date.UTC(2021, 0, 1)}::bigint * 1000 + (n / ${BOATS}) * 1800000000::bigint AS start FROM generate_series(${from}::int, ${Math.min(trip, from + 100_000) - 1}::int) AS n)
        INSERT INTO ${trips} (organization_id, vessel_id, captain_id, start_us, end_us, last_moving_us, last_record_us, start_cause, end_cause,
          visible, algo_version, distance_m, duration_s, avg_sog_mps, max_sog_mps, avg_impact_g, peak_impact_g, stats, rank_points, analysed_revision)
        SELECT boats.organization, boats.ids[1 + n % ${BOATS}],
          people.ids[CASE WHEN n % ${1 / MOST_SAILED} = 0 THEN 1 ELSE 2 + (n * 7919::bigint) % ${CAPTAINS - 1} END],
          start, start + 1500000000, start + 1500000000, start + 1500000000, 'moving', 'idle',
          n % 20 > 0, 1, 5000 + n % 30000, 1500, 10, 15, 0.1, 2.5,
          jsonb_build_object('score', CASE WHEN n % 10 > 0 THEN 50 + n % 50 END, 'red_impacts', n % 4, 'fuel_consumption', 10.5 + n % 40,
            'avg_fuel_rate_l_nm', 2.5, 'co2_emissions', 28.1 + n % 90, 'nox_emissions', 300.5, 'in_eco_speed_ratio', 0.5, 'safety_quality', 0.9,
            'impact_frequency', 0.3, 'avg_peak_impact', 1.2, 'avg_rog', 26.2, 'in_eco_s', 700, 'covered_s', 1400),
          CASE WHEN n % 10 > 0 THEN 100 + n % 400 ELSE 0 END, 0
        FROM made, boats, people`)
  }
}

const few = await measure(1000)
const many = await measure(Number(values.trips))
for (const [what, cpuMs] of many)
  print(
    `${what}: for ${thousands(Number(values.trips) / 1000)} times the trips`,
    `${(cpuMs / (few.get(what) ?? cpuMs)).toFixed(1)} times the processor`,
  )
print('load a core while measuring', loadPerCore().toFixed(2))
process.exit(0)
