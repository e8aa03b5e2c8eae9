import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openJobQueue } from '#server/platform/jobQueue.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { jobTurns, logImports } from '#server/stores/relational/schema.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { type ClaimedJob, claimsOf, isGivenUp, LOG_JOBS, TRIED_AGAIN } from './jobClaims.ts'
import { changeLogImport, insertLogImport } from './logImports.ts'
import { insertOrganization } from './organizations.ts'
import { insertVessel } from './vessels.ts'

const MOST_ORGANIZATIONS = 4
let records: Records
/** A vessel of each organization. */
let vesselIds: string[]

beforeAll(async () => {
  records = await testRecords()
  vesselIds = await records.db.transaction(async (tx) => {
    const made: string[] = []
    for (let i = 0; i < MOST_ORGANIZATIONS; i++) {
      const organization = await insertOrganization(tx, { name: `Fleet ${i}` })
      made.push(await insertVessel(tx, { ...organization, name: `Vessel ${i}` }))
    }
    return made
  })
})
afterEach(async () => {
  await records.db.delete(logImports)
  await records.db.delete(jobTurns)
})
afterAll(() => records.close())

let sent = 0
/** A log of this organization; the id begins with its number. */
async function send(organization: number): Promise<string> {
  const id = `${organization}${randomUUID().slice(1)}`
  const row = { vesselId: vesselIds[organization] ?? '', userId: null, fileName: 'a.log', bytes: 1 }
  await insertLogImport(records.db, { id, ...row, createdAt: new Date(sent++) })
  return id
}
const organizationOf = ({ id }: ClaimedJob) => Number(id[0])
const claims = () => claimsOf(records.db, LOG_JOBS)
async function taken(source = claims()): Promise<ClaimedJob> {
  const next = await source.claim()
  if ('againMs' in next) throw new Error('no job is free')
  return next
}
const finish = ({ id, claim }: ClaimedJob) =>
  changeLogImport(records.db, id, { state: 'done' }, 'running', claim)
/** As if the process that has the job had been away for longer than its claim. */
const expire = (id: string) =>
  records.db.update(logImports).set({ claimedUntil: sql`clock_timestamp()` }).where(eq(logImports.id, id))

test('lets organizations take turns, however many jobs each has', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat({ max: MOST_ORGANIZATIONS - 1 }), { minLength: 1, maxLength: 8 }),
      async (jobs) => {
        await records.db.delete(logImports)
        const left = new Map<number, number>()
        for (const organization of jobs) {
          await send(organization)
          left.set(organization, (left.get(organization) ?? 0) + 1)
        }
        const turns = new Map([...left.keys()].map((organization) => [organization, 0]))
        for (const _ of jobs) {
          const job = await taken()
          const organization = organizationOf(job)
          const waiting = [...left].filter(([, count]) => count > 0).map(([one]) => turns.get(one) ?? 0)
          expect(turns.get(organization)).toBe(Math.min(...waiting))
          turns.set(organization, (turns.get(organization) ?? 0) + 1)
          left.set(organization, (left.get(organization) ?? 0) - 1)
          await finish(job)
        }
        expect(await claims().claim()).toEqual({ againMs: null })
      },
    ),
    { numRuns: 6 },
  )
})

test('gives an organization one job at a time, over all processes', async () => {
  await send(0)
  await send(0)
  await send(1)
  const [first, second] = [await taken(), await taken()]
  expect([first, second].map(organizationOf)).toEqual([0, 1])
  const next = await claims().claim()
  expect(next).toEqual({ againMs: expect.any(Number) })
  await finish(first)
  expect(organizationOf(await taken())).toBe(0)
})

test('gives the job of a killed process to another one, and ignores what the first one writes later', async () => {
  const id = await send(0)
  const killed = claims()
  const lost = await taken(killed)
  expect(await killed.renew([lost])).toEqual([lost])
  await expire(id)
  const second = await taken()
  expect(second).toEqual({ id, claim: lost.claim + 1, unanswered: 1 })
  expect(await killed.renew([lost])).toEqual([])
  await killed.release([lost])
  expect(await finish(lost)).toBe(false)
  expect(await finish(second)).toBe(true)
})

test('gives up a job that ended three processes, until a person has it tried again', async () => {
  const id = await send(0)
  for (let died = 0; died < 3; died++) {
    const job = await taken()
    expect([job.unanswered, isGivenUp(job)]).toEqual([died, false])
    // A process that ends leaves the job to another one, which is an answer.
    await claims().release([job])
    await taken()
    await expire(id)
  }
  const last = await taken()
  expect(isGivenUp(last)).toBe(true)
  await changeLogImport(records.db, id, { state: 'stopped', error: 'unfinished' }, 'running', last.claim)
  expect(await claims().claim()).toEqual({ againMs: null })
  await changeLogImport(records.db, id, TRIED_AGAIN, 'stopped')
  expect(await taken()).toMatchObject({ id, unanswered: 0 })
})

test('does not count the claim of a process that lived on while the records were away', async () => {
  const id = await send(0)
  const cutOff = claims()
  const lost = await taken(cutOff)
  await expire(id)
  const next = await taken()
  expect(next.unanswered).toBe(1)
  await cutOff.excuse([lost])
  // It changes nothing of what the next holder does.
  expect(await claims().renew([next])).toEqual([next])
  await expire(id)
  const third = await taken()
  expect(third.unanswered).toBe(1)
  await finish(third)
  await cutOff.excuse([third])
  expect(await claims().claim()).toEqual({ againMs: null })
})

test('goes on with a job whose process could not end its claim, however often the records were away', async () => {
  const id = await send(0)
  let isAway = false
  const source = claims()
  const cut =
    <Args extends unknown[], Answer>(ask: (...args: Args) => Promise<Answer>) =>
    async (...args: Args) => {
      if (isAway) throw new Error('the records are away')
      return ask(...args)
    }
  const tries: number[] = []
  const queue = openJobQueue<ClaimedJob>({
    ...{ name: 'logs', atOnce: 1, log: silentLog },
    source: {
      ...{ claim: cut(source.claim), renew: cut(source.renew) },
      ...{ release: cut(source.release), excuse: cut(source.excuse) },
    },
    async run(job) {
      tries.push(job.unanswered)
      if (tries.length === 5) return finish(job)
      isAway = true
      throw new Error('the records are away')
    },
  })
  for (let outage = 1; outage <= 4; outage++) {
    await expect.poll(() => [tries.length, isAway]).toEqual([outage, true])
    await queue.idle()
    await expire(id)
    isAway = false
    queue.wake()
  }
  await expect.poll(() => tries).toEqual([0, 0, 0, 0, 0])
  await queue.close()
})

test('shares jobs among processes, and takes those of a process that ends', async () => {
  for (const organization of [0, 1, 2, 3]) await send(organization)
  const goOn = Promise.withResolvers<boolean>()
  const done: [process: string, organization: number][] = []
  const open = (process: string) => {
    const began: number[] = []
    const queue = openJobQueue({
      ...{ name: 'logs', source: claims(), atOnce: 2, log: silentLog },
      async run(job, signal) {
        began.push(organizationOf(job))
        const stopped = new Promise((resolve) => signal.addEventListener('abort', () => resolve(false)))
        if ((await Promise.race([goOn.promise, stopped])) === false) return true
        if (await finish(job)) done.push([process, organizationOf(job)])
        return true
      },
    })
    return { began, queue }
  }
  const [first, second] = [open('first'), open('second')]
  await expect.poll(() => [first.began.length, second.began.length]).toEqual([2, 2])
  await first.queue.close()
  goOn.resolve(true)
  second.queue.wake()
  await expect.poll(() => done.length).toBe(4)
  expect(done.every(([process]) => process === 'second')).toBe(true)
  expect(done.map(([, organization]) => organization).sort()).toEqual([0, 1, 2, 3])
  await second.queue.close()
})
