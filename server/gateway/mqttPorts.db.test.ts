import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect as connectSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bus, inProcessBus } from '#server/platform/bus.ts'
import { systemClock } from '#server/platform/clock.ts'
import { listOf } from '#server/platform/networks.ts'
import { createDevice } from '#server/records/devices.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { makeTestCertificate } from '#server/testing/testCertificate.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { type TestTelemetry, testTelemetry } from '#server/testing/testTelemetry.ts'
import { MOST_STRANGERS_AN_ADDRESS } from './mqttBroker.ts'
import { type Gateway, startGateway } from './startGateway.ts'

let records: Records
let telemetry: TestTelemetry
let folder = ''
const closers: (() => unknown)[] = []

/** A gateway behind a load balancer on this machine; `bus` may be that of other gateways too. */
async function start(more: { hasTls?: boolean; proxies?: string; bus?: Bus } = {}): Promise<Gateway> {
  const { hasTls = false, proxies, bus = inProcessBus(() => undefined) } = more
  const gateway = await startGateway({
    config: {
      ...{ MQTT_HOST: '127.0.0.1', MQTT_PORT: 0 },
      brokerTls: hasTls ? { ...makeTestCertificate(folder), port: 0 } : null,
      ...(proxies && { brokerProxies: listOf([proxies]) }),
    },
    ...{ db: records.db, telemetry, clock: systemClock, bus, log: silentLog },
  })
  closers.push(() => gateway.close())
  return gateway
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taffrail-ports-'))
  ;[records, telemetry] = [await testRecords(), await testTelemetry()]
})
afterAll(async () => {
  for (const close of closers.reverse()) await close()
  await records.close()
  await telemetry.close()
  await rm(folder, { recursive: true })
})

interface Sign {
  port: number
  header?: string
  isSecure?: boolean
  device: { id: string; secret: string }
}

/** Signs in through a load balancer that sends `header` first; rejects when the connection ends before. */
async function signIn({ port, header = '', isSecure = false, device }: Sign): Promise<MqttClient> {
  const socket = connectSocket(port, '127.0.0.1')
  socket.on('error', () => undefined).write(header)
  const client = new MqttClient(
    () =>
      isSecure ? connectTls({ socket, rejectUnauthorized: false }).on('error', () => undefined) : socket,
    {
      username: device.id,
      password: device.secret,
      clientId: device.id,
      protocolVersion: 4,
      reconnectPeriod: 0,
    },
  )
  client.on('error', () => undefined)
  closers.push(() => client.endAsync(true))
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve())
    client.once('close', () => reject(new Error('closed')))
  })
  return client
}
const headerOf = (address: string) => `PROXY TCP4 ${address} 198.51.100.1 56324 1883\r\n`

describe('behind a load balancer', () => {
  test('closes a connection without a PROXY header, and takes one with it', async () => {
    const device = await createDevice(records.db, {})
    const { mqttPort } = await start({ proxies: '127.0.0.1/32' })
    const port = mqttPort ?? 0
    await expect(signIn({ port, device })).rejects.toThrow('closed')
    const client = await signIn({ port, device, header: headerOf('192.0.2.7') })
    expect(client.connected).toBe(true)
  })

  test('reads no PROXY header of anybody else', async () => {
    const device = await createDevice(records.db, {})
    const { mqttPort } = await start({ proxies: '10.0.0.0/8' })
    const port = mqttPort ?? 0
    await expect(signIn({ port, device, header: headerOf('192.0.2.7') })).rejects.toThrow('closed')
    expect((await signIn({ port, device })).connected).toBe(true)
  })

  test.skipIf(!existsSync('/usr/bin/openssl'))('takes TLS behind the PROXY header', async () => {
    const device = await createDevice(records.db, {})
    const { securePort } = await start({ proxies: '127.0.0.1', hasTls: true })
    const port = securePort ?? 0
    await expect(signIn({ port, device, isSecure: true })).rejects.toThrow('closed')
    expect((await signIn({ port, device, isSecure: true, header: headerOf('192.0.2.7') })).connected).toBe(
      true,
    )
  })

  test('limits connections that have not signed in by the address of the device', async () => {
    const device = await createDevice(records.db, {})
    const { mqttPort } = await start({ proxies: '127.0.0.1' })
    const port = mqttPort ?? 0
    const strangers = Array.from({ length: MOST_STRANGERS_AN_ADDRESS }, () => {
      const socket = connectSocket(port, '127.0.0.1')
      socket.on('error', () => undefined).write(headerOf('192.0.2.66'))
      closers.push(() => socket.destroy())
      return socket
    })
    await Promise.all(strangers.map((socket) => once(socket, 'connect')))
    const isRefused = () =>
      signIn({ port, device, header: headerOf('192.0.2.66') }).then(
        (client) => client.endAsync(true).then(() => false),
        () => true,
      )
    await expect.poll(isRefused).toBe(true)
    expect((await signIn({ port, device, header: headerOf('192.0.2.7') })).connected).toBe(true)
    for (const socket of strangers) socket.destroy()
    await expect.poll(isRefused).toBe(false)
  })
})

test('a device that signs in at a second gateway loses its connections at the first', async () => {
  const bus = inProcessBus(() => undefined)
  const [first, second] = [await start({ bus }), await start({ bus })]
  const [device, other] = [await createDevice(records.db, {}), await createDevice(records.db, {})]
  const old = await signIn({ port: first.mqttPort ?? 0, device })
  const beside = await signIn({ port: first.mqttPort ?? 0, device: other })
  const closed = new Promise<void>((resolve) => old.once('close', () => resolve()))
  const present = await signIn({ port: second.mqttPort ?? 0, device })
  await closed
  expect([present.connected, beside.connected]).toEqual([true, true])
})

test('a gateway that cannot store refuses connections, so that a load balancer takes another, until it can', async () => {
  const device = await createDevice(records.db, {})
  const gateway = await start()
  const port = gateway.mqttPort ?? 0
  const old = await signIn({ port, device })
  const closed = new Promise<void>((resolve) => old.once('close', () => resolve()))
  gateway.setReceiving(false)
  await closed
  const [refused] = await once(connectSocket(port, '127.0.0.1'), 'error')
  expect(refused).toMatchObject({ code: 'ECONNREFUSED' })
  gateway.setReceiving(true)
  expect((await signIn({ port, device })).connected).toBe(true)
})
