/**
 * Claims of jobs: any process takes the next one, and renews its claim while it works. The job of a process that died is
 * free again when the claim expires. Organizations take turns, over all processes.
 */
import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { JobSource } from '#server/platform/jobQueue.ts'
import { oneAtATime } from '#server/stores/relational/oneAtATime.ts'
import { type Db, rowsOf } from '#server/stores/relational/openRecords.ts'
import {
  fleetExports,
  jobTurns,
  logImports,
  reportDeliveries,
  vessels,
} from '#server/stores/relational/schema.ts'

/** Time without a renewal after which another process may take a job, ms. */
export const CLAIM_MS = 15_000

/** After this number of claims without an answer a job ends: it may be what kills its process. */
const MOST_UNANSWERED = 3

/** A claimed job. `claim` differs from every other claim of the job, so writes of an earlier holder change nothing. */
export interface ClaimedJob {
  id: string
  claim: number
  /** Earlier claims that ended without an answer. */
  unanswered: number
}

/** True for a job that is not tried again, because no process answered it. Its holder ends it. */
export const isGivenUp = ({ unanswered }: ClaimedJob) => unanswered >= MOST_UNANSWERED

interface JobRows {
  /** Queue in which organizations take turns. */
  queue: string
  table: typeof fleetExports | typeof logImports | typeof reportDeliveries
  /** The rows with all that `organizationId` and `where` name. */
  from: SQL
  organizationId: SQL
  /** Condition for jobs of this queue that are to be done, or under way. */
  where: SQL
  /** Values of a job that begins, perhaps again. */
  begin: SQL
  /** States of a job under way. */
  states: readonly string[]
}

export const exportJobs = (kinds: readonly string[]): JobRows => ({
  queue: 'exports',
  table: fleetExports,
  from: sql`${fleetExports}`,
  organizationId: sql`${fleetExports.organizationId}`,
  where: sql`${fleetExports.state} in ('waiting', 'running') and ${fleetExports.kind} in ${[...kinds]}`,
  begin: sql`, state = 'running', progress = 0, rows = 0`,
  states: ['running'],
})

export const LOG_JOBS: JobRows = {
  queue: 'logs',
  table: logImports,
  from: sql`${logImports} join ${vessels} on ${vessels.id} = ${logImports.vesselId}`,
  organizationId: sql`${vessels.organizationId}`,
  where: sql`${logImports.state} in ('waiting', 'running') and ${vessels.deletedAt} is null`,
  begin: sql`, state = 'running'`,
  states: ['running'],
}

/** Reports that are due at a time, one for each recipient. A report under way is due later, should its process die. */
export const reportJobs = (nowMs: number): JobRows => ({
  queue: 'reports',
  table: reportDeliveries,
  from: sql`${reportDeliveries}`,
  organizationId: sql`${reportDeliveries.organizationId}`,
  where: sql`${reportDeliveries.state} in ('waiting', 'failed') and (
    ${reportDeliveries.nextAt} <= ${new Date(nowMs).toISOString()} or ${reportDeliveries.claimedUntil} > clock_timestamp())`,
  begin: sql``,
  states: ['waiting', 'failed'],
})

export const ms = (time: number) => sql`${`${time} milliseconds`}::interval`

/**
 * The jobs of some rows. One organization has one job at a time. Of all organizations with a free job, the one whose last
 * job was claimed longest ago is next, with its oldest job.
 */
export function claimsOf(db: Db, jobs: JobRows, claimMs = CLAIM_MS): JobSource<ClaimedJob> {
  const { queue, table, from, organizationId, where, begin, states } = jobs
  const isOurs = ({ id, claim }: ClaimedJob) =>
    and(eq(table.id, id), eq(table.claim, claim), inArray(sql`${table.state}`, [...states]))
  return {
    async claim() {
      const [found] = await oneAtATime(db, `claims of ${queue}`, (tx) =>
        // Two processes could otherwise take two jobs of one organization.
        rowsOf<{ [Key in keyof ClaimedJob]: ClaimedJob[Key] | null } & { again_ms: number | null }>(
          tx,
          sql`
            with open as (
              select ${table.id} as id, ${organizationId} as organization_id, ${table.createdAt} as created_at,
                ${table.claimedUntil} as claimed_until,
                coalesce(${table.claimedUntil} > clock_timestamp(), false) as is_held
              from ${from} where ${where}
            ), next as (
              select open.id, open.organization_id from open
              left join ${jobTurns} on ${jobTurns.queue} = ${queue} and ${jobTurns.organizationId} = open.organization_id
              where not is_held and open.organization_id not in (select organization_id from open where is_held)
              order by ${jobTurns.takenAt} nulls first, open.created_at, open.id limit 1
            ), turn as (
              insert into ${jobTurns} (queue, organization_id, taken_at)
              select ${queue}, organization_id, clock_timestamp() from next
              on conflict (queue, organization_id) do update set taken_at = excluded.taken_at
            ), taken as (
              update ${table} set claimed_until = clock_timestamp() + ${ms(claimMs)}, claim = claim + 1,
                unanswered = unanswered + (claimed_until is not null)::int${begin}
              where id = (select id from next) returning id, claim, unanswered
            )
            select taken.id, taken.claim, taken.unanswered, later.again_ms from (
              select (extract(epoch from min(claimed_until) - clock_timestamp()) * 1000)::float8 as again_ms
              from open where is_held
            ) later left join taken on true`,
        ),
      )
      const { id = null, claim = null, unanswered = null, again_ms = null } = found ?? {}
      if (id !== null && claim !== null && unanswered !== null) return { id, claim, unanswered }
      return { againMs: again_ms === null ? null : Math.max(0, again_ms) }
    },
    async renew(claimed) {
      const kept: ClaimedJob[] = []
      for (const job of claimed) {
        const renewed = await db
          .update(table)
          .set({ claimedUntil: sql`clock_timestamp() + ${ms(claimMs)}` })
          .where(isOurs(job))
          .returning({ id: table.id })
        if (renewed.length > 0) kept.push(job)
      }
      return kept
    },
    async release(claimed) {
      for (const job of claimed)
        await db
          .update(table)
          .set({ state: 'waiting', ...END_OF_CLAIM })
          .where(isOurs(job))
    },
    async excuse(claimed) {
      for (const job of claimed) {
        const released = await db
          .update(table)
          .set({ state: 'waiting', ...END_OF_CLAIM })
          .where(isOurs(job))
          .returning({ id: table.id })
        if (released.length > 0) continue
        // The next holder counted this claim when it took the job.
        await db
          .update(table)
          .set({ unanswered: sql`greatest(${table.unanswered} - 1, 0)` })
          .where(and(eq(table.id, job.id), gt(table.claim, job.claim)))
      }
    },
  }
}

/** Change with which a claim ends. */
export const END_OF_CLAIM = { claimedUntil: null }

/** Change with which a person has a job tried again. */
export const TRIED_AGAIN = { state: 'waiting', unanswered: 0, error: null, endedAt: null } as const
