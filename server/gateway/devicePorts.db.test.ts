import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { imeiHello, teltonikaPacket } from '#protocols/phones/teltonika.arbitrary.ts'
import { crc16 } from '#protocols/phones/teltonika.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { systemClock } from '#server/platform/clock.ts'
import { listOf } from '#server/platform/networks.ts'
import { addressId, createDevice, takeUpDevice, trackerId } from '#server/records/devices.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { beginPairing, endPairing } from '#server/records/pairings.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { devices, pairings, rejections, vessels } from '#server/stores/relational/schema.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { testTelemetry } from '#server/testing/testTelemetry.ts'
import { type Gateway, startGateway } from './startGateway.ts'

const IMEI = '356307042441013'
let records: Records
let store: Telemetry & { close(): Promise<void> }
let gateway: Gateway
/** A gateway for which the operator named no networks. */
let closed: Gateway
/** A gateway behind a load balancer on this machine. */
let behind: Gateway
let start: (networks: string[], proxies?: string[]) => Promise<Gateway>
let owner: { organizationId: string; departmentId: string }
let vessel: { id: string; number: number }
let isAway = false
/** The store waits for it before it stores. */
let held: Promise<void> = Promise.resolve()
const bus = inProcessBus(() => undefined)
const startMs = Math.floor(Date.now() / 1000) * 1000 - 3_600_000

beforeAll(async () => {
  records = await testRecords()
  store = await testTelemetry()
  const append: Telemetry['append'] = (batch) =>
    held.then(() => {
      if (isAway) throw new Error('the store is away')
      return store.append(batch)
    })
  start = (networks, proxies = []) =>
    startGateway({
      config: {
        ...{ MQTT_HOST: '127.0.0.1', MQTT_PORT: 0, TELTONIKA_PORT: 0, NMEA_PORT: 0 },
        unauthenticatedNetworks: listOf(networks),
        brokerProxies: listOf(proxies),
      },
      ...{ db: records.db, telemetry: { ...store, append }, bus, log: silentLog, clock: systemClock },
    })
  gateway = await start(['127.0.0.0/8'])
  closed = await start([])
  behind = await start(['10.1.0.0/16'], ['127.0.0.1'])
  owner = await records.db.transaction((tx) => insertOrganization(tx, { name: 'Fleet' }))
})
afterAll(async () => {
  await gateway.close()
  await closed.close()
  await behind.close()
  await records.close()
  await store.close()
})

beforeEach(async () => {
  isAway = false
  held = Promise.resolve()
  await records.db.delete(pairings)
  await records.db.delete(rejections)
  await records.db.delete(devices)
  for (const id of [trackerId(IMEI), addressId('127.0.0.1')]) changed(id)
  const [row] = await records.db
    .insert(vessels)
    .values({ ...owner, name: 'Hafdís' })
    .returning()
  vessel = { id: row?.id ?? '', number: row?.number ?? 0 }
})

const changed = (deviceId: string) => bus.publish({ type: 'device.changed', deviceId })
const pair = (id: string, kind: 'tracker' | 'nmea', mayReplace = false) =>
  records.db.transaction(async (tx) => {
    await takeUpDevice(tx, { id, kind })
    await beginPairing(tx, { deviceId: id, vesselId: vessel.id, now: new Date(), mayReplace })
  })
const stored = async () => {
  const interval = { vesselNumber: vessel.number, fromUs: 0, toUs: (startMs + 10_800_000) * 1000 }
  return (await store.series.samples(interval, 'sog', 0)).value
}
const listedOf = (deviceId: string) => async () => {
  const rows = await records.db.select().from(rejections).where(eq(rejections.deviceId, deviceId))
  return rows.map(({ reason, count }) => [reason, count])
}
const refusalsOf = (deviceId: string) => async () => {
  const rows = await records.db.select().from(rejections).where(eq(rejections.deviceId, deviceId))
  return rows.map(({ reason }) => reason).toSorted()
}

/** Bytes that came until the peer ended the connection. */
async function rest(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  if (!socket.closed) await once(socket, 'close')
  return Buffer.concat(chunks).toString('hex')
}
function open(port: number | null) {
  const socket = createConnection(port ?? 0, '127.0.0.1')
  socket.on('error', () => undefined)
  return socket
}
const answer = async (socket: Socket): Promise<string> => {
  const [chunk] = await once(socket, 'data')
  return (chunk as Buffer).toString('hex')
}

/** RMC of a second after the start, with speed in knots. */
function rmc(s: number, knots: number) {
  const [day = '', clock = ''] = new Date(startMs + s * 1000).toISOString().split('T')
  const date = day.slice(8, 10) + day.slice(5, 7) + day.slice(2, 4)
  const body = `GPRMC,${clock.slice(0, 8).replaceAll(':', '')},A,6406.000,N,02154.000,W,${knots},90.0,${date},,`
  const sum = [...body].reduce((all, letter) => all ^ letter.charCodeAt(0), 0)
  return `$${body}*${sum.toString(16).toUpperCase().padStart(2, '0')}\r\n`
}
const knots = (...values: number[]) => values.map((value) => expect.closeTo((value * 1852) / 3600, 2))

test('the console is told the open ports, and whether a network is named', async () => {
  const { teltonikaPort, nmeaPort } = gateway
  expect(teltonikaPort).toBeGreaterThan(0)
  expect(gateway.addresses).toMatchObject({
    ...{ tracker_port: teltonikaPort, nmea_port: nmeaPort, has_unauthenticated_networks: true },
  })
  expect(closed.addresses.has_unauthenticated_networks).toBe(false)
  const given = { db: records.db, telemetry: store, bus, log: silentLog, clock: systemClock }
  const ofApi = await startGateway({
    config: { MQTT_HOST: '127.0.0.1', MQTT_PORT: 0, TELTONIKA_PORT: 5027 },
    ...{ ...given, isListening: false },
  })
  expect(ofApi.addresses).toMatchObject({ tracker_port: 5027, nmea_port: null })
  await ofApi.close()
})

describe('a Teltonika tracker', () => {
  const record = (s: number, speedKmh = 18) => ({
    ...{ timeMs: startMs + s * 1000, latitudeDeg: 64.1, longitudeDeg: -21.9 },
    ...{ speedKmh, courseDeg: 90, satellites: 9, values: { 66: 12_600, 239: 1 } },
  })
  /** The packet with another number of records than it has, and a right CRC. */
  function withCount(packet: Uint8Array, count: number) {
    const changed = packet.slice()
    changed[9] = count
    new DataView(changed.buffer).setUint32(changed.length - 4, crc16(changed.subarray(8, -4)))
    return changed
  }
  async function hello(port = gateway.teltonikaPort) {
    const socket = open(port)
    socket.write(imeiHello(IMEI))
    return { socket, answer: await answer(socket) }
  }

  test('is refused with 0 while it is unknown or unpaired, and its data are not stored', async () => {
    const unknown = open(gateway.teltonikaPort)
    unknown.write(Buffer.concat([imeiHello(IMEI), teltonikaPacket([record(0)])]))
    expect(await rest(unknown)).toBe('00')
    await pair(trackerId(IMEI), 'tracker')
    await records.db.transaction((tx) => endPairing(tx, vessel.id, new Date()))
    changed(trackerId(IMEI))
    const unpaired = await hello()
    expect(unpaired.answer).toBe('00')
    expect(await stored()).toEqual([])
    await expect.poll(refusalsOf(trackerId(IMEI)), { timeout: 5000 }).toEqual(['not_paired'])
  })

  test('gets no answer from outside the networks of the operator', async () => {
    await pair(trackerId(IMEI), 'tracker')
    const socket = open(closed.teltonikaPort)
    socket.write(imeiHello(IMEI))
    expect(await rest(socket)).toBe('')
  })

  test('is no device of another kind with that id', async () => {
    await records.db.insert(devices).values({ id: trackerId(IMEI), secretHash: '' })
    await records.db
      .insert(pairings)
      .values({ deviceId: trackerId(IMEI), vesselId: vessel.id, pairedAt: new Date() })
    changed(trackerId(IMEI))
    expect((await hello()).answer).toBe('00')
  })

  test('gets the number of stored records, each stored once, in both codecs', async () => {
    await pair(trackerId(IMEI), 'tracker')
    const { socket, answer: accepted } = await hello()
    expect(accepted).toBe('01')
    for (const isExtended of [false, true, true]) {
      socket.write(teltonikaPacket([record(0), record(1, 36)], isExtended))
      expect(await answer(socket)).toBe('00000002')
    }
    expect(await stored()).toEqual([expect.closeTo(5, 2), expect.closeTo(10, 2)])
    socket.destroy()
  })

  test('gets 0 for a wrong CRC and for a store that is away, and counts records that are listed as refused', async () => {
    await pair(trackerId(IMEI), 'tracker')
    const { socket } = await hello()
    const packet = teltonikaPacket([record(0)])
    const damaged = packet.slice()
    damaged[20] = (damaged[20] ?? 0) ^ 1
    socket.write(damaged)
    expect(await answer(socket)).toBe('00000000')
    // The second record is from tomorrow. The tracker would send both again for ever.
    socket.write(teltonikaPacket([record(0), record(90_000)]))
    expect(await answer(socket)).toBe('00000002')
    expect(await stored()).toHaveLength(1)
    socket.write(withCount(teltonikaPacket([record(0)]), 9))
    expect(await answer(socket)).toBe('00000009')
    await expect
      .poll(refusalsOf(trackerId(IMEI)), { timeout: 5000 })
      .toEqual(['checksum', 'future_time', 'malformed'])
    isAway = true
    socket.write(teltonikaPacket([record(1)]))
    expect(await rest(socket)).toBe('')
    expect(await stored()).toHaveLength(1)
  })

  test('loses its connection after anything but an IMEI, and once it is unpaired', async () => {
    const stranger = open(gateway.teltonikaPort)
    stranger.write('GET / HTTP/1.1\r\n\r\n')
    expect(await rest(stranger)).toBe('')
    await pair(trackerId(IMEI), 'tracker')
    const { socket } = await hello()
    await records.db.transaction((tx) => endPairing(tx, vessel.id, new Date()))
    changed(trackerId(IMEI))
    socket.write(teltonikaPacket([record(0)]))
    expect(await rest(socket)).toBe('00000000')
    expect(await stored()).toEqual([])
  })
})

describe('NMEA 0183', () => {
  async function datagram(text: string, port = gateway.nmeaPort) {
    const socket = createSocket('udp4')
    await new Promise((resolve) => socket.send(text, port ?? 0, '127.0.0.1', resolve))
    socket.close()
  }

  test('is refused from an unknown or unpaired address, and from outside the networks', async () => {
    const unknown = open(gateway.nmeaPort)
    unknown.write(rmc(0, 5))
    await rest(unknown)
    await pair(addressId('127.0.0.1'), 'nmea')
    const outside = open(closed.nmeaPort)
    outside.write(rmc(0, 5))
    await rest(outside)
    await datagram(rmc(0, 5), closed.nmeaPort)
    await records.db.transaction((tx) => endPairing(tx, vessel.id, new Date()))
    changed(addressId('127.0.0.1'))
    await datagram(rmc(0, 5))
    await expect.poll(refusalsOf(addressId('127.0.0.1')), { timeout: 5000 }).toEqual(['not_paired'])
    expect(await stored()).toEqual([])
  })

  test('is stored for the source address, over TCP in any pieces and over UDP without line ends', async () => {
    await pair(addressId('127.0.0.1'), 'nmea')
    const socket = open(gateway.nmeaPort)
    const lines = rmc(0, 5) + rmc(1, 6)
    socket.write(lines.slice(0, 30))
    socket.write(lines.slice(30, 90))
    socket.write(lines.slice(90))
    await expect.poll(stored, { timeout: 5000 }).toEqual(knots(5, 6))
    await datagram(rmc(2, 7).trim())
    await expect.poll(stored, { timeout: 5000 }).toEqual(knots(5, 6, 7))
    socket.destroy()
    const [row] = await records.db
      .select()
      .from(devices)
      .where(eq(devices.id, addressId('127.0.0.1')))
    await expect
      .poll(
        async () => {
          const [now] = await records.db
            .select()
            .from(devices)
            .where(eq(devices.id, row?.id ?? ''))
          return Object.keys(now?.activity?.ways ?? {}).toSorted()
        },
        { timeout: 8000 },
      )
      .toEqual(['tcp', 'udp'])
  })

  test('is listed as not stored when more datagrams come than can wait', async () => {
    await pair(addressId('127.0.0.1'), 'nmea')
    const begun = Promise.withResolvers<void>()
    held = begun.promise
    const counted = () => gateway.counts().rejections.find(({ reason }) => reason === 'not_stored')?.count
    const before = counted() ?? 0
    // Two sentences each.
    for (let i = 0; i < 250; i++) await datagram(rmc(2 * i, 5) + rmc(2 * i + 1, 6))
    begun.resolve()
    await expect.poll(listedOf(addressId('127.0.0.1')), { timeout: 8000 }).toEqual([['not_stored', 100]])
    expect([(await stored()).length, counted()]).toEqual([400, before + 100])
  })

  test('is listed as not stored while nothing can be stored', async () => {
    await pair(addressId('127.0.0.1'), 'nmea')
    isAway = true
    await datagram(rmc(0, 5) + rmc(1, 6))
    const socket = open(gateway.nmeaPort)
    socket.write(rmc(2, 5))
    await rest(socket)
    await expect.poll(listedOf(addressId('127.0.0.1')), { timeout: 8000 }).toEqual([['not_stored', 3]])
    expect(await stored()).toEqual([])
  })

  test('is listed as not stored while its device cannot be looked up', async () => {
    const id = addressId('127.0.0.1')
    await pair(id, 'nmea')
    await datagram(rmc(0, 5))
    const socket = open(gateway.nmeaPort)
    socket.write(rmc(1, 6))
    await expect.poll(stored, { timeout: 5000 }).toEqual(knots(5, 6))
    const counted = () => gateway.counts().rejections.find(({ reason }) => reason === 'not_stored')?.count
    const before = counted() ?? 0
    await records.db.execute('ALTER TABLE devices RENAME TO devices_away')
    try {
      changed(id)
      await datagram(rmc(2, 5) + rmc(3, 6))
      socket.write(rmc(4, 5))
      await rest(socket)
      await expect.poll(counted, { timeout: 8000 }).toBe(before + 3)
    } finally {
      await records.db.execute('ALTER TABLE devices_away RENAME TO devices')
    }
    await expect.poll(listedOf(id), { timeout: 20_000 }).toEqual([['not_stored', 3]])
    expect(await stored()).toEqual(knots(5, 6))
  })

  test('lists the part of an AIS message of which the last part never comes, at the end', async () => {
    await pair(addressId('127.0.0.1'), 'nmea')
    const ending = await start(['127.0.0.0/8'])
    await datagram(rmc(0, 5), ending.nmeaPort)
    await datagram(
      '!AIVDM,2,1,3,B,55P5TL01VIaAL@7WKO@mBplU@<PDhh000000001S;AJ::4A80?4i@E53,0*3E',
      ending.nmeaPort,
    )
    await expect.poll(stored, { timeout: 5000 }).toEqual(knots(5))
    await ending.close()
    expect(await listedOf(addressId('127.0.0.1'))()).toEqual([['malformed', 1]])
  })

  test('is stored for the device of a first line with its secret, from any network', async () => {
    const device = await createDevice(records.db, { vesselId: vessel.id })
    const wrong = open(closed.nmeaPort)
    wrong.write(`${device.id}.wrong\r\n${rmc(0, 4)}`)
    await rest(wrong)
    const socket = open(closed.nmeaPort)
    socket.write(`${device.id}.${device.secret}\r\n${rmc(0, 5)}`)
    await expect.poll(stored, { timeout: 5000 }).toEqual(knots(5))
    socket.destroy()
  })

  test('ends a connection without line ends, and keeps nothing of it', async () => {
    await pair(addressId('127.0.0.1'), 'nmea')
    const socket = open(gateway.nmeaPort)
    socket.write(Buffer.alloc(64 * 1024, 'x'))
    expect(await rest(socket)).toBe('')
  })
})

describe('behind a load balancer', () => {
  const header = (address: string) => `PROXY TCP4 ${address} 198.51.100.1 56324 10110\r\n`
  const version2 = (address: string) =>
    Buffer.from([
      ...Buffer.from('\r\n\r\n\0\r\nQUIT\n'),
      ...[0x21, 0x11, 0, 12, ...address.split('.').map(Number), 198, 51, 100, 1, 0xdc, 4, 0x13, 0xa3],
    ])

  test('the address of a PROXY header is the source, in either version', async () => {
    await pair(addressId('10.1.2.3'), 'nmea')
    for (const [i, first] of [header('10.1.2.3'), version2('10.1.2.3')].entries()) {
      const socket = open(behind.nmeaPort)
      socket.write(first)
      socket.write(rmc(i, 5 + i))
      await expect.poll(stored, { timeout: 5000 }).toEqual(knots(5, 6).slice(0, i + 1))
      socket.destroy()
    }
    await pair(trackerId(IMEI), 'tracker', true)
    const tracker = open(behind.teltonikaPort)
    tracker.write(Buffer.concat([version2('10.1.2.4'), imeiHello(IMEI)]))
    expect(await answer(tracker)).toBe('01')
    tracker.destroy()
  })

  test('a device outside of the networks, and the balancer without a header, get nothing', async () => {
    await pair(trackerId(IMEI), 'tracker')
    for (const first of [header('10.2.0.1'), 'PROXY UNKNOWN\r\n', '', header('nonsense')]) {
      const tracker = open(behind.teltonikaPort)
      tracker.write(Buffer.concat([Buffer.from(first), imeiHello(IMEI)]))
      expect(await rest(tracker), first).toBe('')
    }
  })

  test('a PROXY header of any other sender names no device', async () => {
    await pair(addressId('10.1.2.3'), 'nmea')
    const socket = open(gateway.nmeaPort)
    socket.write(header('10.1.2.3') + rmc(0, 5))
    expect(await rest(socket)).toBe('')
    await pair(trackerId(IMEI), 'tracker', true)
    const tracker = open(gateway.teltonikaPort)
    tracker.write(Buffer.concat([version2('10.1.2.4'), imeiHello(IMEI)]))
    expect(await rest(tracker)).toBe('')
    expect(await stored()).toEqual([])
  })
})
