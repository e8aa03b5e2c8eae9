/**
 * Consoles on two processes of the role `api`: time until all of them receive an event of one process. It also
 * measures the time until all are live again after a cut of all connections, and after one of the processes died.
 * Needs PostgreSQL and NATS of Debian.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { openRecords } from '#server/stores/relational/openRecords.ts'
import { vessels } from '#server/stores/relational/schema.ts'
import { signInOver } from '#server/testing/signInOver.ts'
import { emailOf, PASSWORD, twoOrganizations } from '#server/testing/testApi.ts'
import { startTestClickHouse } from '#server/testing/testClickHouse.ts'
import { startTestNats } from '#server/testing/testNats.ts'
import { startTestPostgres } from '#server/testing/testPostgres.ts'
import { type Program, startProgram } from '#server/testing/testProgram.ts'

const SOCKETS = 5000
const BOATS = 100
/** Browsers come back over a second, not all in one millisecond. */
const RETURN_WITHIN_MS = 1000
const GIVE_UP_MS = 60_000

const [nats, postgres] = [await startTestNats(), await startTestPostgres()]
if (!nats || !postgres) throw new Error('PostgreSQL and NATS have to be installed')
const folder = await mkdtemp(join(tmpdir(), 'taffrail-sockets-'))
const clickHouse = await startTestClickHouse()
const DATABASE_URL = await postgres.createDatabase()
const env = { DATABASE_URL, CLICKHOUSE_URL: clickHouse.url, NATS_URL: nats.url }
const start = (name: string) =>
  startProgram(['--no-demo', '--role', 'api', '--data', join(folder, name)], env)
const programs = [await start('one'), await start('two')] as const
const records = await openRecords({ DATABASE_URL, dataDir: '' })
const { parent } = await twoOrganizations(records.db)
const { organizationId, departmentId } = parent
await records.db
  .insert(vessels)
  .values(Array.from({ length: BOATS }, (_, i) => ({ organizationId, departmentId, name: `Boat ${i}` })))

const [one, two] = programs
const signedIn = await signInOver(one.url, { email: emailOf('organization-admin'), password: PASSWORD })
const { token } = signedIn
const headers = { ...signedIn.headers, 'content-type': 'application/json' }

interface Console {
  socket: WebSocket | null
  /** Time of the last message with a name. */
  receivedMs: number
}
let awaited = '"Boat 7"'
const consoles: Console[] = Array.from({ length: SOCKETS }, () => ({ socket: null, receivedMs: 0 }))
const homeOf = (i: number) => (i % 2 === 0 ? one : two)

report('connected, and told of every boat', await allLive(() => connectAll(homeOf)))
for (const name of ['Aurora', 'Borealis', 'Corona'])
  report('what happens at one of the processes is heard by all', await allLive(() => rename(name)))
report(
  'all cut off, and back within a second',
  await allLive(async () => {
    for (const { socket } of consoles) socket?.terminate()
    await connectAll(homeOf)
  }),
)
const left = consoles.filter((_, i) => homeOf(i) === one)
const lost = consoles.filter((_, i) => homeOf(i) === two)
report(
  'one process killed: its half goes to the other',
  await allLive(async () => {
    await two.kill()
    await connectAll(() => one, lost)
  }, lost),
)
const still = left.filter(({ socket }) => socket?.readyState === WebSocket.OPEN).length
console.log(`of the other half ${still} of ${left.length} stayed`)
report('what happens is heard by all at the one that is left', await allLive(() => rename('Dawn')))

for (const { socket } of consoles) socket?.terminate()
await one.stop()
await records.close()
await clickHouse.close()
await nats.stop()
await postgres.close()
await rm(folder, { recursive: true, force: true, maxRetries: 5 })
process.exit(0)

async function rename(name: string) {
  awaited = `"${name}"`
  const answer = await fetch(`${one.url}/api/vessels/${parent.vesselId}`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ name }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

/** Spread evenly over a second. */
async function connectAll(where: (i: number) => Program, which = consoles) {
  const startedMs = performance.now()
  for (const [i, one] of which.entries()) {
    const dueMs = (i / which.length) * RETURN_WITHIN_MS
    const waitMs = dueMs - (performance.now() - startedMs)
    if (waitMs > 1) await later(waitMs)
    connect(one, where(i).url)
  }
}

function connect(one: Console, url: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime`, { perMessageDeflate: false })
  one.socket = socket
  socket.on('open', () => {
    socket.send(JSON.stringify({ type: 'sign-in', token }))
    socket.send(JSON.stringify({ type: 'subscribe', topic: 'vessel_map_view' }))
  })
  socket.on('message', (data) => {
    if (String(data).includes(awaited)) one.receivedMs = performance.now()
  })
  socket.on('error', () => {
    if (one.socket === socket) setTimeout(() => connect(one, url), RETURN_WITHIN_MS)
  })
}

/** Delay of each console until its message, in ms since `begin`, ascending. */
async function allLive(begin: () => Promise<void>, which = consoles): Promise<number[]> {
  const startedMs = performance.now()
  await begin()
  const hasReceived = ({ receivedMs }: Console) => receivedMs > startedMs
  while (!which.every(hasReceived) && performance.now() - startedMs < GIVE_UP_MS) await later(20)
  return which
    .filter(hasReceived)
    .map(({ receivedMs }) => receivedMs - startedMs)
    .toSorted((a, b) => a - b)
}

function report(what: string, afterMs: readonly number[]) {
  const at = (share: number) => Math.round(afterMs[Math.ceil(share * afterMs.length) - 1] ?? Number.NaN)
  console.log(`${what}: ${afterMs.length} sockets, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, last ${at(1)} ms`)
}
