/**
 * Benchmark of a process for each role on PostgreSQL and NATS of Debian. It measures the cost of boats under way with
 * one computing process and with two. With `--kills` it measures how soon each role is taken over when one of its
 * processes is killed. It checks that the stored and computed results equal those of a single process with the same
 * bytes, and exits with 1 otherwise. Options: `--boats`, `--seconds`.
 */
import { execFileSync } from 'node:child_process'
import { setTimeout as later } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connect } from '@nats-io/transport-node'
import { sql } from 'drizzle-orm'
import { PARTITIONED, topicOf } from '#server/cluster/busWire.ts'
import { PARTITIONS } from '#server/platform/partitions.ts'
import { rowsOf } from '#server/stores/relational/openRecords.ts'
import { computedOf, differences } from '#server/testing/computed.ts'
import { type Message, repeat, type SailedFleet, sail, sailedFleet } from '#server/testing/sailedFleet.ts'
import { startTestNats } from '#server/testing/testNats.ts'
import { startTestPostgres } from '#server/testing/testPostgres.ts'
import type { Program } from '#server/testing/testProgram.ts'
import { openTestSite, ROLES, type Role, type TestSite } from '#server/testing/testSite.ts'
import { randomStream } from '#simulator/random.ts'
import { loadPerCore, print, quantile } from './figures.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    seed: { type: 'string' },
    boats: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
  },
})
const KILLS = Number(values.kills)
const SEED = Number(values.seed ?? Date.now() % 1_000_000)
const BOATS = Number(values.boats)
const SECONDS = Number(values.seconds)
/** Time after which all boats have begun their trips. */
const WARM_S = 40
const LOOK_MS = 25
const GIVE_UP_MS = 300_000

const [nats, postgres] = [await startTestNats(), await startTestPostgres()]
if (!nats || !postgres) throw new Error('PostgreSQL and NATS have to be installed')
const servers = { nats, postgres }
let isSound = true
try {
  if (SECONDS > 0) for (const processes of [1, 2]) await cost(processes)
  if (KILLS > 0) await takeOver()
} finally {
  await nats.stop()
  await postgres.close()
}
print('load of a core meanwhile', loadPerCore().toFixed(1))
process.exit(isSound ? 0 : 1)

/** Processor use of each role while boats are under way, each sending position, speed and depth once a second. */
async function cost(processes: number) {
  const fleet = sailedFleet({ boats: BOATS, feel: Math.ceil(BOATS / 20) })
  const site = await openTestSite({ ...servers, name: `cost${processes}`, fleet, isAlone: true })
  try {
    if (processes === 2) await site.start('processing', 1)
    for (const [i, { pid }] of site.running('processing').entries())
      execFileSync('taskset', ['-acp', String(i), String(pid)], { stdio: 'ignore' })
    await site.sound()
    const ending = new AbortController()
    const sailing = boatsOf(fleet).map((boat) => sail(fleet, boat, site.send, ending.signal))
    await later(WARM_S * 1000)
    const before = await usedS(site)
    const [progressBefore, bus] = [await progressRows(site), await countBus()]
    const startedMs = performance.now()
    await later(SECONDS * 1000)
    const after = await usedS(site)
    const [progressAfter, received] = [await progressRows(site), await bus.close()]
    const tookS = (performance.now() - startedMs) / 1000
    for (const role of ['gateway', 'processing'] as const) {
      const each = after[role].map((usedS, i) => (usedS - (before[role][i] ?? 0)) / tookS)
      const all = each.reduce((sum, share) => sum + share, 0)
      const shares = each.map((share) => `${(100 * share).toFixed(1)} %`).join(' and ')
      print(
        `${BOATS} boats, ${processes} computing: ${role}`,
        `${shares} of a core, ${((1000 * all) / BOATS).toFixed(2)} CPU-ms a boat and second`,
      )
    }
    const what = `${BOATS} boats, ${processes} computing:`
    const rowsPerS = (progressAfter - progressBefore) / tookS
    print(`${what} rows of progress written`, `${rowsPerS.toFixed(1)} a second`)
    for (const [holder, bytes] of await byHolder(site, received))
      print(`${what} events about vessels, to ${holder}`, `${(bytes / tookS / 1000).toFixed(1)} kB/s`)
    const lagMs = performance.now()
    ending.abort()
    await Promise.all(sailing)
    await site.sound()
    print(`${BOATS} boats, ${processes} computing: all shown after the last`, secondsSince(lagMs))
  } finally {
    await site.close()
  }
}

async function progressRows({ records }: TestSite): Promise<number> {
  const [row] = await rowsOf<{ written: number }>(
    records.db,
    sql`select (n_tup_ins + n_tup_upd + n_tup_del)::float8 as written from pg_stat_user_tables
        where relname = 'processing_progress'`,
  )
  return row?.written ?? 0
}

/** Counts the bytes of events between processes, by topic. */
async function countBus() {
  const bytes = new Map<string, number>()
  const connection = await connect({ servers: new URL(servers.nats.url).host })
  connection.subscribe('taffrail.*.*.news.>', {
    callback(_, { subject, data }) {
      const topic = subject.split('.').slice(4).join('.')
      bytes.set(topic, (bytes.get(topic) ?? 0) + data.length)
    },
  })
  await connection.flush()
  return {
    async close() {
      await connection.close()
      return bytes
    },
  }
}

/** Bytes about the vessels of each processing process, and of all vessels. */
async function byHolder({ records }: TestSite, bytes: ReadonlyMap<string, number>) {
  const parts = await rowsOf<{ part: number; holder: string }>(
    records.db,
    sql`select partition as part, holder from partitions`,
  )
  const holders = [...new Set(parts.map(({ holder }) => holder))]
  const sums = new Map([['all', 0], ...holders.map((_, i): [string, number] => [`process ${i}`, 0])])
  for (const { part, holder } of parts)
    for (const type of PARTITIONED) {
      const own = bytes.get(topicOf(type, part)) ?? 0
      for (const name of ['all', `process ${holders.indexOf(holder)}`])
        sums.set(name, (sums.get(name) ?? 0) + own)
    }
  return sums
}

async function usedS(site: TestSite): Promise<Record<Role, number[]>> {
  const of = (role: Role) => Promise.all(site.running(role).map(processorS))
  return { gateway: await of('gateway'), processing: await of('processing'), api: await of('api') }
}

async function metric({ url }: Program, name: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(5000) })
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(await answer.text())?.[1] ?? 0)
}
function processorS(program: Program): Promise<number> {
  return metric(program, 'process_cpu_seconds_total')
}

/** Kills a process of each role in turn while a fleet sails, and compares the results at the end. */
async function takeOver() {
  print('seed', String(SEED))
  const random = randomStream(SEED)
  const fleet = sailedFleet()
  const site = await openTestSite({ ...servers, name: 'split', fleet })
  const whole = await openTestSite({ ...servers, name: 'whole', fleet, isWhole: true })
  try {
    const sites = [site, whole]
    await Promise.all(sites.map(({ send }) => repeat(boatsOf(fleet).map(fleet.history), send)))
    const ending = new AbortController()
    const sailing = boatsOf(fleet).map((boat) => sail(fleet, boat, site.send, ending.signal))
    const tookMs: Record<Role, number[]> = { gateway: [], processing: [], api: [] }
    const soundMs: number[] = []
    const [again] = fleet.messagesOf(0, fleet.liveS, fleet.liveS) as [Message]
    for (let i = 0; i < KILLS; i++) {
      for (const role of ROLES) {
        await later(1000 * random())
        const machine = await killed(site, role, random)
        const ms = performance.now()
        await site.kill(role, machine)
        await takenOver(site, role, 1 - machine, again)
        tookMs[role].push(performance.now() - ms)
        await site.start(role, machine)
        await site.sound()
        soundMs.push(performance.now() - ms)
      }
    }
    const spread = (all: readonly number[]) =>
      [0, 0.5, 1].map((share) => (quantile(all, share) / 1000).toFixed(2)).join(', ')
    for (const role of ROLES)
      print(`${role}: another does its work after a kill, of ${KILLS}`, `${spread(tookMs[role])} s`)
    print('until all are back and nothing waits', `${spread(soundMs)} s (least, median, longest)`)
    ending.abort()
    const sent = await Promise.all(sailing)
    await Promise.all(
      sent.map(async (messages) => {
        for (const message of messages) await whole.send(message)
      }),
    )
    await Promise.all(sites.flatMap(({ send }) => sent.flatMap((messages) => messages.slice(0, 2).map(send))))
    await compare(site, whole)
  } finally {
    await Promise.all([site, whole].map((one) => one.close()))
  }
}

/** Machine to kill: for the API role the one that runs the jobs, for other roles a random one. */
async function killed(site: TestSite, role: Role, random: () => number): Promise<number> {
  if (role !== 'api') return Math.floor(2 * random())
  for (;;) {
    const held = await Promise.all(site.running(role).map((program) => metric(program, 'taffrail_jobs_held')))
    if (held.includes(1)) return held.indexOf(1)
    await later(LOOK_MS)
  }
}

/**
 * Resolves when the other process does all the work of the role; for gateways when a device that tries one after the
 * other gets an acknowledgement.
 */
async function takenOver(site: TestSite, role: Role, by: number, message: Message) {
  if (role === 'gateway') return site.send(message)
  const program = site.running(role)[by]
  if (!program) throw new Error('nobody is left')
  const isTaken = async () =>
    role === 'processing'
      ? (await metric(program, 'taffrail_partitions_held')) === PARTITIONS
      : (await metric(program, 'taffrail_jobs_held')) === 1
  while (!(await isTaken().catch(() => false))) await later(LOOK_MS)
}

async function compare(site: TestSite, whole: TestSite) {
  const ms = performance.now()
  for (;;) {
    const [one, other] = await Promise.all(
      [site, whole].map(({ records, columns }) => computedOf(records.db, columns)),
    )
    if (!one || !other) throw new Error('nothing was computed')
    const found = differences(one, other)
    if (found.length === 0) {
      const counts = Object.entries(one).map(([what, rows]) => `${rows.length} ${what}`)
      return print('the same as of one process', counts.join(', '))
    }
    if (performance.now() - ms > GIVE_UP_MS) {
      isSound = false
      print('NOT the same as of one process', JSON.stringify(found, null, 1))
      return
    }
    await later(1000)
  }
}

function boatsOf({ boats }: SailedFleet): number[] {
  return Array.from({ length: boats }, (_, boat) => boat)
}

function secondsSince(ms: number): string {
  return `${((performance.now() - ms) / 1000).toFixed(2)} s`
}
