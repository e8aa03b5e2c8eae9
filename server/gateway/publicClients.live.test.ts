/** Clients of npm and Debian send to the ports for devices, with the flags that the console shows. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sentenceLine } from '#protocols/nmea0183/sentence.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { systemClock } from '#server/platform/clock.ts'
import { listOf } from '#server/platform/networks.ts'
import { noticesOf } from '#server/records/deviceNotices.ts'
import { addressId, createDevice, takeUpDevice } from '#server/records/devices.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { beginPairing } from '#server/records/pairings.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { devices, pairings, vessels } from '#server/stores/relational/schema.ts'
import { isInstalled } from '#server/testing/debianServer.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { type TestTelemetry, testTelemetry } from '#server/testing/testTelemetry.ts'
import { type Gateway, startGateway } from './startGateway.ts'

const SOON = { timeout: 15_000, interval: 50 }
const MQTT = fileURLToPath(new URL('../../node_modules/mqtt/build/bin/mqtt.js', import.meta.url))
/** Clients of MQTT: how each one publishes, with the flag of a version. */
const PUBLISHERS = [
  {
    ...{ name: 'mosquitto-clients', binary: '/usr/bin/mosquitto_pub', before: [] },
    flag: (version: 4 | 5) => ['-V', version === 4 ? 'mqttv311' : 'mqttv5'],
    refusal: /Unsupported Protocol Version/,
  },
  {
    ...{ name: 'mqtt of npm', binary: process.execPath, before: [MQTT, 'publish'] },
    flag: (version: 4 | 5) => ['--protocolVersion', `${version}`],
    refusal: /Unsupported Protocol Version|code: 132/,
  },
]
const startMs = Math.floor(Date.now() / 1000) * 1000 - 3_600_000

const SOCAT = '/usr/bin/socat'
const bus = inProcessBus(() => undefined)

let records: Records
let store: TestTelemetry
let gateway: Gateway
let vessel: { id: string; number: number }

beforeAll(async () => {
  records = await testRecords()
  store = await testTelemetry()
  gateway = await startGateway({
    config: {
      ...{ MQTT_HOST: '127.0.0.1', MQTT_PORT: 0, NMEA_PORT: 0 },
      unauthenticatedNetworks: listOf(['127.0.0.0/8']),
    },
    ...{ db: records.db, telemetry: store, log: silentLog, clock: systemClock },
    bus,
  })
})
afterAll(async () => {
  await gateway.close()
  await records.close()
  await store.close()
})
beforeEach(async () => {
  await records.db.delete(pairings)
  await records.db.delete(devices)
  const owner = await records.db.transaction((tx) => insertOrganization(tx, { name: 'Fleet' }))
  const [row] = await records.db
    .insert(vessels)
    .values({ ...owner, name: 'Hafdís' })
    .returning()
  vessel = { id: row?.id ?? '', number: row?.number ?? 0 }
})

const stored = async () => {
  const interval = { vesselNumber: vessel.number, fromUs: 0, toUs: (startMs + 10_800_000) * 1000 }
  return [...(await store.series.samples(interval, 'depth_below_transducer', 0)).value]
}

test.for(PUBLISHERS)(
  '$name publishes with MQTT 3.1.1, and its MQTT 5 is refused and noted',
  async (client, { skip }) => {
    const { name, binary, before, flag, refusal } = client
    if (!isInstalled(name, binary)) return skip()
    const device = await createDevice(records.db, { vesselId: vessel.id })
    const publish = (version: 4 | 5, value: number) => {
      const samples = [{ t: startMs + value * 1000, key: 'depth_below_transducer', value }]
      const to = ['-h', '127.0.0.1', '-p', `${gateway.mqttPort}`, '-t', `taffrail/${device.id}/readings`]
      const as = ['-u', device.id, '-P', device.secret, '-i', device.id, '-q', '1']
      return run(binary, [...before, ...flag(version), ...to, ...as, '-m', JSON.stringify({ samples })])
    }
    expect(await publish(4, 4)).toMatchObject({ code: 0 })
    await expect.poll(stored, SOON).toEqual([4])
    expect((await publish(5, 5)).output).toMatch(refusal)
    await expect
      .poll(() => noticesOf(records.db, [device.id]), SOON)
      .toMatchObject([{ kind: 'mqtt5_refused', count: 1, vesselId: vessel.id }])
    expect(await stored()).toEqual([4])
  },
)

test('socat sends sentences over TCP and UDP by its address, and over TCP with credentials', async ({
  skip,
}) => {
  if (!isInstalled('socat', SOCAT)) return skip()
  const to = `127.0.0.1:${gateway.nmeaPort}`
  await send(`TCP:${to}`, sentences(1, 3))
  // Its address is on no vessel, so it is closed and nothing is stored.
  expect(await stored()).toEqual([])
  const device = await createDevice(records.db, { vesselId: vessel.id })
  await send(`TCP:${to}`, `${device.id}.${device.secret}\r\n${sentences(2, 4)}`)
  await expect.poll(stored, SOON).toEqual([4])
  await records.db.delete(pairings)
  const id = addressId('127.0.0.1')
  await records.db.transaction(async (tx) => {
    await takeUpDevice(tx, { id, kind: 'nmea' })
    await beginPairing(tx, { deviceId: id, vesselId: vessel.id, now: new Date() })
  })
  bus.publish({ type: 'device.changed', deviceId: id })
  await send(`TCP:${to}`, sentences(3, 5))
  await expect.poll(stored, SOON).toEqual([4, 5])
  await send(`UDP:${to}`, sentences(4, 6))
  await expect.poll(stored, SOON).toEqual([4, 5, 6])
})

/** A time and a depth. */
function sentences(s: number, depthM: number): string {
  const [day = '', time = ''] = new Date(startMs + s * 1000).toISOString().split('T')
  const date = day.slice(8, 10) + day.slice(5, 7) + day.slice(2, 4)
  const rmc = `GPRMC,${time.slice(0, 8).replaceAll(':', '')},A,6406.000,N,02154.000,W,5.0,90.0,${date},,`
  return [rmc, `SDDPT,${depthM}.0,0.4,`].map((body) => `${sentenceLine('$', body)}\r\n`).join('')
}

async function send(address: string, text: string) {
  const sending = run(SOCAT, ['-u', '-', address], text)
  expect(await sending).toMatchObject({ code: 0 })
}

/** Runs a program to its end. */
async function run(
  binary: string,
  args: readonly string[],
  input = '',
): Promise<{ code: number | null; output: string }> {
  const child = spawn(binary, args)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  child.stdin.on('error', () => undefined).end(input)
  const [code] = await once(child, 'close')
  return { code, output }
}
