/**
 * An installation on real servers, as two machines run it: each has a process of each role. The processes of the second
 * machine reach the stores through links that can be cut, and have a clock that can be set wrong.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { PARTITIONS } from '#server/platform/partitions.ts'
import { insertBridge } from '#server/records/bridges.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import { openRecords, type Records, rowsOf } from '#server/stores/relational/openRecords.ts'
import { type CuttableProxy, cuttableProxy } from './cuttableProxy.ts'
import { freePort } from './debianServer.ts'
import { type MqttBoats, openMqttBoats } from './mqttBoats.ts'
import type { Device, Message, SailedFleet } from './sailedFleet.ts'
import { shiftedClock } from './shiftedClock.ts'
import { startTestClickHouse } from './testClickHouse.ts'
import type { TestNats } from './testNats.ts'
import type { TestPostgres } from './testPostgres.ts'
import { type Program, startProgram } from './testProgram.ts'

export const ROLES = ['gateway', 'processing', 'api'] as const
export type Role = (typeof ROLES)[number]
export const STORES = ['records', 'columns', 'news'] as const
export type Store = (typeof STORES)[number]

const MACHINES = [0, 1] as const
/** Time in ms without an answer after which a device tries again. */
const GIVE_UP_MS = 30_000
const RETRY_MS = 100
/** Each look asks every process and both stores, so looking often would take more of the processor than the work. */
const LOOK_MS = 200

export interface TestSite {
  records: Records
  columns: Columns
  devices: Device[]
  organizationId: string
  departmentId: string
  /** Proxies to the stores for the second machine. */
  links: Readonly<Record<Store, CuttableProxy>>
  /** Moves the clock of the second machine away from the right time, in ms. */
  shiftClock(ms: number): void
  /** Running programs of a role, by machine; a site in one process has the same one for each. */
  running(role: Role): Program[]
  start(role: Role, machine: number): Promise<void>
  kill(role: Role, machine: number): Promise<void>
  /** Ways of boats that publish over MQTT; null for a site whose boats all use HTTP. */
  mqtt: MqttBoats | null
  /** Over MQTT, or over HTTP: tries one gateway after the other until it is acknowledged. */
  send(message: Message): Promise<void>
  /** Partitions for which the process of this machine computes; null without an answer. */
  held(machine: number): Promise<number | null>
  /** Resolves once all processes are ready, all partitions are held and all acknowledged data is shown. */
  sound(): Promise<void>
  close(): Promise<void>
}

interface Given {
  name: string
  postgres: TestPostgres
  nats: TestNats
  fleet: SailedFleet
  /** All in one process. */
  isWhole?: boolean
  /** Without the second machine. */
  isAlone?: boolean
  /** True for boats that publish over MQTT, all but each third. */
  hasMqtt?: boolean
  env?: Readonly<Record<string, string>>
}

export async function openTestSite(given: Given): Promise<TestSite> {
  const { name, postgres, nats, fleet, isWhole = false, isAlone = false, hasMqtt = false } = given
  const folder = await mkdtemp(join(tmpdir(), `taffrail-site-${name}-`))
  const clickHouse = await startTestClickHouse()
  const urls = { records: await postgres.createDatabase(), columns: clickHouse.url, news: nats.url }
  const links = {
    records: await cuttableProxy(),
    columns: await cuttableProxy(),
    news: await cuttableProxy(),
  }
  for (const store of STORES) links[store].leadTo(urls[store])
  const through = (machine: number, store: Store) => {
    const url = new URL(urls[store])
    if (machine === 1) url.port = new URL(links[store].url).port
    if (machine === 1) url.hostname = 'localhost'
    return url.href.replace(/\/$/, '')
  }
  const clock = shiftedClock(folder)
  const envOf = (machine: number) => ({
    ...(machine === 1 && clock.env),
    DATABASE_URL: through(machine, 'records'),
    CLICKHOUSE_URL: through(machine, 'columns'),
    NATS_URL: through(machine, 'news'),
    ...given.env,
  })
  const mqttPorts = hasMqtt ? [await freePort(), await freePort()] : []
  const programs = new Map<string, Program>()
  const keyOf = (role: Role, machine: number) => (isWhole ? 'whole' : `${role}-${machine}`)
  async function start(role: Role, machine: number) {
    const key = keyOf(role, machine)
    const args = ['--no-demo', '--data', join(folder, key), ...(isWhole ? [] : ['--role', role])]
    const port = role === 'gateway' && mqttPorts[machine]
    const mqtt = port ? { MQTT_HOST: '127.0.0.1', MQTT_PORT: `${port}`, MQTT_TRUST_PROXY: '127.0.0.0/8' } : {}
    programs.set(key, await startProgram(args, { ...envOf(machine), ...mqtt }))
  }
  const running = (role: Role) => MACHINES.flatMap((machine) => programs.get(keyOf(role, machine)) ?? [])

  // The first brings the tables up to date.
  await start('gateway', 0)
  const records = await openRecords({ DATABASE_URL: urls.records, dataDir: '' })
  const columns = await openColumns({ CLICKHOUSE_URL: urls.columns, dataDir: '' })
  const owned = await records.db.transaction((tx) => fleet.enter(tx))
  if (!isWhole) {
    const machines = isAlone ? [0] : MACHINES
    const others = machines.flatMap((machine) => ROLES.map((role) => ({ role, machine })))
    await Promise.all(others.slice(1).map(({ role, machine }) => start(role, machine)))
  }

  const mqtt = hasMqtt
    ? await openMqttBoats({ gatewayPorts: mqttPorts, ...owned, bridge: await addBridge(records) })
    : null

  const receivedUs = new Map<number, number>()
  let turn = 0
  async function send(message: Message) {
    const { boat, format, body } = message
    if (mqtt && boat % 3 !== 2) return mqtt.send(message)
    const { id, secret } = owned.devices[boat] ?? { id: '', secret: '' }
    for (;;) {
      const gateways = running('gateway')
      const gateway = gateways[turn++ % gateways.length]
      try {
        const answer = await fetch(`${gateway?.url}/gateway/batches?format=${format}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${id}.${secret}`, 'content-type': 'application/json' },
          body,
          signal: AbortSignal.timeout(GIVE_UP_MS),
        })
        const text = await answer.text()
        if (answer.ok) return
        if (answer.status < 500) throw new Refused(`${answer.status} ${text}`)
      } catch (error) {
        if (error instanceof Refused) throw error
      }
      await later(RETRY_MS)
    }
  }

  async function isSound(): Promise<boolean> {
    const all = [...programs.values()]
    const ready = await Promise.all(all.map(({ url }) => answers(`${url}/ready`)))
    if (ready.includes(null)) return false
    const counts = await Promise.all([...new Set(running('processing'))].map(heldBy))
    if (counts.reduce<number>((sum, count) => sum + (count ?? 0), 0) !== PARTITIONS) return false
    const stored = await columns.rows<{ vessel: number; us: number }>(
      'SELECT vessel, max(toUnixTimestamp64Micro(time)) AS us FROM telemetry.fixes GROUP BY vessel',
    )
    const shown = await rowsOf<{ number: number; us: number }>(
      records.db,
      sql`select v.number, s.fix_us::float8 as us from vessel_states s join vessels v on v.id = s.vessel_id`,
    )
    const shownUs = new Map(shown.map(({ number, us }) => [number, us]))
    // Fixes that were stored before the last check are shown by now.
    const isShown = [...receivedUs].every(([vessel, us]) => (shownUs.get(vessel) ?? 0) >= us)
    for (const { vessel, us } of stored) receivedUs.set(vessel, us)
    return isShown
  }

  const held = async (machine: number) => {
    const program = programs.get(keyOf('processing', machine))
    return program ? heldBy(program) : null
  }
  return {
    ...{ records, columns, links, shiftClock: clock.shift, running, start, send, mqtt, held, ...owned },
    async kill(role, machine) {
      await programs.get(keyOf(role, machine))?.kill()
    },
    async sound() {
      await isSound()
      while (!(await isSound().catch(() => false))) await later(LOOK_MS)
    },
    async close() {
      await mqtt?.close()
      for (const store of STORES) await links[store].mend()
      await Promise.all([...programs.values()].map((program) => program.kill()))
      await Promise.all([columns.close(), records.close()])
      for (const store of STORES) await links[store].close()
      await clickHouse.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function addBridge({ db }: Records) {
  const { bridge, secret } = await db.transaction((tx) => insertBridge(tx, 'Harbour'))
  return { id: bridge.id, secret }
}

async function heldBy({ url }: Program): Promise<number | null> {
  const held = /^taffrail_partitions_held (\d+)/m.exec((await answers(`${url}/metrics`)) ?? '')?.[1]
  return held === undefined ? null : Number(held)
}

class Refused extends Error {}

/** Text of an answer with a success status within two seconds; null otherwise. */
async function answers(url: string): Promise<string | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) })
    const text = await answer.text()
    return answer.ok ? text : null
  } catch {
    return null
  }
}
