import { execFileSync } from 'node:child_process'
import { connectAsync, type IClientOptions } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encoderFor } from '#protocols/formats.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { systemClock } from '#server/platform/clock.ts'
import { insertBridge, listBridges } from '#server/records/bridges.ts'
import { createDevice } from '#server/records/devices.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { departments, organizations, vessels } from '#server/stores/relational/schema.ts'
import { freePort } from '#server/testing/debianServer.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { startTestMosquitto, type TestMosquitto } from '#server/testing/testMosquitto.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { type TestTelemetry, testTelemetry } from '#server/testing/testTelemetry.ts'
import { type Gateway, startGateway } from './startGateway.ts'

const PASSWORD = 'ahoy'
const SOON = { timeout: 30_000, interval: 250 }
const startUs = (Math.floor(Date.now() / 1000) - 3600) * 1_000_000

let records: Records
let store: TestTelemetry
let gateway: Gateway | null = null
let broker: TestMosquitto | null = null
let gatewayPort = 0
let vesselNumber = 0
let bridgeId = ''
const device = { id: '' }

const start = async () => {
  gateway = await startGateway({
    config: { MQTT_HOST: '127.0.0.1', MQTT_PORT: gatewayPort },
    ...{ db: records.db, telemetry: store, log: silentLog, clock: systemClock },
    bus: inProcessBus(() => undefined),
  })
}
const stop = async () => {
  await gateway?.close()
  gateway = null
}

/** Nothing answers where the gateway is to be when the broker starts. */
beforeAll(async () => {
  ;[records, store] = [await testRecords(), await testTelemetry()]
  const { db } = records
  const [organization] = await db.insert(organizations).values({ name: 'Fleet' }).returning()
  const organizationId = organization?.id ?? ''
  const [department] = await db.insert(departments).values({ organizationId, name: 'All' }).returning()
  const departmentId = department?.id ?? ''
  const [vessel] = await db
    .insert(vessels)
    .values({ organizationId, departmentId, name: 'Súlan' })
    .returning()
  vesselNumber = vessel?.number ?? 0
  device.id = (await createDevice(db, { vesselId: vessel?.id ?? '' })).id
  const { bridge, secret } = await db.transaction((tx) => insertBridge(tx, 'Harbour'))
  bridgeId = bridge.id
  gatewayPort = await freePort()
  broker = await startTestMosquitto({
    gatewayPort,
    bridge: { id: bridge.id, secret },
    passwords: (file) => {
      for (const [i, name] of [device.id, 'TFR-2'].entries())
        execFileSync('/usr/bin/mosquitto_passwd', ['-b', ...(i === 0 ? ['-c'] : []), file, name, PASSWORD])
    },
  })
})
afterAll(async () => {
  await broker?.close()
  await gateway?.close()
  await records.close()
  await store.close()
})

const signIn = (username: string, password = PASSWORD, options: IClientOptions = {}) =>
  connectAsync(broker?.url ?? '', {
    ...{ username, password, protocolVersion: 5, reconnectPeriod: 0 },
    ...options,
  })
async function publish(from: number, count: number) {
  const client = await signIn(device.id)
  await Promise.all(
    Array.from({ length: count }, (_, i) => {
      const timeUs = startUs + (from + i) * 1e6
      const message = encoderFor('readings')({
        scalars: [{ timeUs, key: 'sog', instance: 0, value: 1 }],
      })
      return client.publishAsync(`taffrail/${device.id}/readings`, Buffer.from(message), { qos: 1 })
    }),
  )
  await client.endAsync()
}
const stored = async () =>
  (await store.series.samples({ vesselNumber, fromUs: 0, toUs: startUs + 7200e6 }, 'sog', 0)).timeUs.length

test('a device publishes for itself alone', async ({ skip }) => {
  if (!broker) return skip()
  await expect(signIn(device.id, 'guessed')).rejects.toThrow('Not authorized')
  const other = await signIn('TFR-2')
  await expect(other.publishAsync(`taffrail/${device.id}/readings`, 'forged', { qos: 1 })).rejects.toThrow(
    'Not authorized',
  )
  await other.endAsync()
})

test('what waits for a gateway outlives a restart of the broker', { timeout: 90_000 }, async ({ skip }) => {
  if (!broker) return skip()
  await publish(0, 20)
  await broker.stop()
  await broker.start()
  await publish(20, 20)
  await start()
  await expect.poll(stored, SOON).toBe(40)
  await stop()
  await publish(40, 500)
  await broker.stop()
  await broker.start()
  await start()
  await expect.poll(stored, SOON).toBe(540)
})

test('many messages go through it for each write to disk, and one of a stranger holds up none', {
  timeout: 90_000,
}, async ({ skip }) => {
  if (!broker) return skip()
  if (!gateway) await start()
  const stranger = await signIn('TFR-2')
  await stranger.publishAsync('taffrail/TFR-2/readings', '{}', { qos: 1 })
  await stranger.endAsync()
  const fromMs = performance.now()
  await publish(1000, 2000)
  await expect.poll(stored, SOON).toBe(2540)
  process.stderr.write(
    `2,000 messages over the bridge: ${((performance.now() - fromMs) / 1000).toFixed(1)} s\n`,
  )
  const refused = async () =>
    (await listBridges(records.db))
      .find(({ bridge }) => bridge.id === bridgeId)
      ?.refused.map(({ sender }) => sender)
  await expect.poll(refused, SOON).toEqual(['TFR-2'])
})
