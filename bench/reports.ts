/**
 * Time until a report is loaded: `node bench/reports.ts [--full]`. It measures the call that all tabs of the Reports
 * page share, as the browser sends it, through the real server: a month and a year of 100 boats in the gate form, and
 * of 1,000 too in the full form.
 */
import { parseArgs } from 'node:util'
import { fetchDashboardStatistics } from '#contract/wire/statistics.ts'
import { captains, vessels } from '#server/stores/relational/schema.ts'
import { bearer, emailOf, signIn, testApi, tokenOf, twoOrganizations } from '#server/testing/testApi.ts'
import { loadPerCore, print, quantile, thousands } from './figures.ts'
import { fillQuarterHours } from './fillQuarterHours.ts'

const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } })
const DAYS = 365
const CAPTAINS = 50
const TO_S = Date.UTC(2026, 5, 18) / 1000
const FROM_S = TO_S - DAYS * 86_400
const RUNS = 7

const api = await testApi()
try {
  const { own } = await twoOrganizations(api.records.db)
  const { organizationId, departmentId } = own
  const owner = { organizationId, departmentId }
  await api.records.db
    .insert(captains)
    .values(Array.from({ length: CAPTAINS }, (_, i) => ({ ...owner, name: `Captain ${i}` })))
  const address = await api.app.listen({ port: 0, host: '127.0.0.1' })
  const headers = {
    ...bearer(await tokenOf(api.app, await signIn(api.app, emailOf('organization-admin')))),
    'content-type': 'application/json',
  }
  for (const count of values.full ? [100, 1000] : [100]) {
    const boats = await api.records.db
      .insert(vessels)
      .values(Array.from({ length: count }, (_, i) => ({ ...owner, name: `Boat ${i}` })))
      .returning({ id: vessels.id, number: vessels.number })
    const firstVessel = Math.min(...boats.map(({ number }) => number))
    await fillQuarterHours(api.telemetry.columns, { vessels: count, firstVessel, days: DAYS, fromS: FROM_S })
    for (const days of [30, DAYS]) {
      const body = JSON.stringify({
        start_time: new Date((TO_S - days * 86_400) * 1000).toISOString(),
        end_time: new Date(TO_S * 1000).toISOString(),
        vessel_id: boats.map(({ id }) => id),
        timezone: 'Europe/Rome',
      })
      const took: number[] = []
      let bytes = 0
      const cpu = process.cpuUsage()
      for (let run = 0; run < RUNS; run++) {
        const start = performance.now()
        const answer = await fetch(`${address}${fetchDashboardStatistics.path}`, {
          method: 'POST',
          headers,
          body,
        })
        const text = await answer.text()
        took.push(performance.now() - start)
        const { stats } = JSON.parse(text)
        if (stats.table_stats.vessel_stats.length !== count) throw new Error('boats are missing')
        bytes = text.length
      }
      const { user, system } = process.cpuUsage(cpu)
      const spread = [
        `${Math.round(quantile(took, 0.5))} ms, the slowest ${Math.round(Math.max(...took))} ms`,
        `${Math.round((user + system) / 1000 / RUNS)} ms of processor time`,
        `${Math.round(bytes / 1000)} kB`,
      ].join(', ')
      print(`report of ${days} days, ${thousands(count)} boats`, spread)
    }
  }
} finally {
  await api.close()
}
print('load a core while measuring', loadPerCore().toFixed(2))
