/**
 * Claims of jobs: `node bench/claims.ts [--done 100000]`. It measures the processor time of taking one of 200 jobs of 20
 * organizations from a table with as many finished ones, in PGlite.
 */
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { claimsOf, exportJobs, LOG_JOBS } from '#server/records/jobClaims.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { insertVessel } from '#server/records/vessels.ts'
import { fleetExports, logImports } from '#server/stores/relational/schema.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { loadPerCore, print, quantile, thousands } from './figures.ts'

const { values } = parseArgs({ options: { done: { type: 'string', default: '100000' } } })
const DONE = Number(values.done)
const ORGANIZATIONS = 20
const OPEN = 200
const CLAIMS = 20

const { db, close } = await testRecords()
const owners = await db.transaction(async (tx) => {
  const made: { organizationId: string; vesselId: string }[] = []
  for (let i = 0; i < ORGANIZATIONS; i++) {
    const organization = await insertOrganization(tx, { name: `Fleet ${i}` })
    const vesselId = await insertVessel(tx, { ...organization, name: `Vessel ${i}` })
    made.push({ organizationId: organization.organizationId, vesselId })
  }
  return made
})

const column = (key: 'organizationId' | 'vesselId') =>
  sql`(array[${sql.join(
    owners.map((owner) => sql`${owner[key]}::uuid`),
    sql`, `,
  )}])[1 + i % ${ORGANIZATIONS}::int]`
const state = sql`case when i <= ${DONE}::int then 'done' else 'waiting' end`
const rows = sql`to_timestamp(i) from generate_series(1, ${DONE + OPEN}::int) as i`
await db.execute(sql`
  insert into ${fleetExports} (organization_id, kind, format, file_name, from_us, to_us, state, created_at)
  select ${column('organizationId')}, 'trips', 'csv', 'a.zip', 0, 1, ${state}, ${rows}`)
await db.execute(sql`
  insert into ${logImports} (vessel_id, file_name, bytes, state, created_at)
  select ${column('vesselId')}, 'a.log', 1, ${state}, ${rows}`)
await db.execute(sql`analyze`)

for (const [name, jobs] of [
  ['exports', exportJobs(['trips'])],
  ['logs', LOG_JOBS],
] as const) {
  const source = claimsOf(db, jobs)
  const tookMs: number[] = []
  for (let i = 0; i < CLAIMS; i++) {
    const before = process.cpuUsage()
    const job = await source.claim()
    const { user, system } = process.cpuUsage(before)
    tookMs.push((user + system) / 1000)
    if ('againMs' in job) throw new Error('no job was free')
  }
  print(
    `claim one of ${OPEN} ${name} beside ${thousands(DONE)}`,
    `${quantile(tookMs, 0.5).toFixed(1)} CPU-ms`,
  )
}
print('load of the machine, each core', loadPerCore().toFixed(1))
await close()
