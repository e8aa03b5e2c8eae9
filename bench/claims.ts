/**
 * Claims of jobs: `node bench/claims.ts [--done 100000]`. It measures the processor time of taking one of 200 jobs of 20
 * organizations from a table with as many finished ones, in PGlite.
 */
import { randomUUID } from 'node:crypto'
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
const ownerOf = (i: number) => owners[i % ORGANIZATIONS] as (typeof owners)[number]

const exportOf = (i: number) => ({
  ...{ organizationId: ownerOf(i).organizationId, kind: 'trips', format: 'csv', fileName: 'a.zip' },
  ...{ fromUs: 0, toUs: 1, createdAt: new Date(i * 1000) },
})
const logOf = (i: number) => ({
  ...{ id: randomUUID(), vesselId: ownerOf(i).vesselId, fileName: 'a.log', bytes: 1 },
  createdAt: new Date(i * 1000),
})
for (let i = 0; i < DONE; i += 1000) {
  const thousand = Array.from({ length: 1000 }, (_, of) => i + of)
  const done = { state: 'done' as const, claim: 1 }
  await db.insert(fleetExports).values(thousand.map((of) => ({ ...exportOf(of), ...done })))
  await db.insert(logImports).values(thousand.map((of) => ({ ...logOf(of), ...done })))
}
for (let i = 0; i < OPEN; i++) {
  await db.insert(fleetExports).values(exportOf(DONE + i))
  await db.insert(logImports).values(logOf(DONE + i))
}
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
