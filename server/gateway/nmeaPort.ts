import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { BlockList, Socket } from 'node:net'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { latin1 } from '#protocols/textLines.ts'
import type { Log } from '#server/platform/log.ts'
import { plainAddress } from '#server/platform/networks.ts'
import { addressId, type Device } from '#server/records/devices.ts'
import { readCredentials } from './credentials.ts'
import type { DeviceDirectory } from './deviceDirectory.ts'
import { Decoders, type Intake, isPaired, type PairedDevice } from './intake.ts'
import { openTcpPort } from './tcpPort.ts'
import type { Unauthenticated } from './unauthenticated.ts'

/** A first line must come within this time, and no line is longer than this. */
const FIRST_LINE_MS = 10_000
const MOST_LINE_BYTES = 4096
const IDLE_MS = 30 * MINUTE_MS
/** Datagrams of one address that wait for the store. Further ones are listed as not stored. */
const MOST_WAITING = 200
const LINE_END = 0x0a

/** Address that sends datagrams. */
interface DatagramSource {
  decoders: Decoders
  /** Null until the first datagram was admitted. */
  device: PairedDevice | null
  waiting: number
  /** Lines of datagrams that came while too many waited, until they are listed. */
  dropped: number
}

/**
 * A port for NMEA 0183 over TCP and UDP. A first line `id.secret` signs a device in over TCP. Otherwise the source
 * address names the device, which only the networks of the operator may. Neither protocol has an acknowledgement.
 */
export async function openNmeaPort(given: {
  host: string
  port: number
  proxies: BlockList
  directory: DeviceDirectory
  intake: Intake
  unauthenticated: Unauthenticated
  log: Log
}) {
  const { host, directory, intake, unauthenticated, log } = given

  const ofAddress = (address: string, way: 'tcp' | 'udp') =>
    unauthenticated.admit(addressId(address), { kind: 'nmea', address, way })

  /** The device that a first line signs in; null for a line that is no credentials. */
  async function signedIn(line: Buffer): Promise<Device | null> {
    const credentials =
      line[0] === 0x24 || line[0] === 0x21 ? null : readCredentials(`Bearer ${line.toString().trim()}`)
    return credentials && directory.authenticate(credentials.id, credentials.secret)
  }

  async function handle(socket: Socket, address: string) {
    const decoders = new Decoders('tcp')
    let device = null as Device | null
    let rest: Buffer = Buffer.alloc(0)
    /** False when the sender may not send. */
    const take = async (bytes: Buffer): Promise<boolean> => {
      let lines = bytes
      if (!device) {
        const first = lines.indexOf(LINE_END) + 1 || lines.length
        device = await signedIn(lines.subarray(0, first))
        if (device) lines = lines.subarray(first)
        else device = await ofAddress(address, 'tcp')
        if (!device) return false
        socket.setTimeout(IDLE_MS)
      }
      const present = await orList(device, lines, stillPaired(device))
      if (present && lines.length > 0) await storeOrList(present, decoders, lines)
      return present !== null
    }
    socket.setTimeout(FIRST_LINE_MS, () => socket.destroy())
    try {
      for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        const bytes = Buffer.concat([rest, chunk])
        const end = bytes.lastIndexOf(LINE_END) + 1
        if (end > 0 && !(await take(bytes.subarray(0, end)))) return
        rest = bytes.subarray(end)
        // The decoder lists a line that is no sentence.
        if (rest.length > MOST_LINE_BYTES) break
      }
      // The last line may lack its end, or is cut and is listed then.
      if (rest.length > 0) await take(rest.subarray(0, MOST_LINE_BYTES))
    } finally {
      if (device)
        intake.noteUnfinished({ deviceId: device.id, vesselId: device.vessel?.id ?? null }, decoders)
    }
  }

  const storeOrList = (device: PairedDevice, decoders: Decoders, lines: Uint8Array) =>
    orList(device, lines, intake.takeMessage(device, decoders, 'nmea0183', lines))

  /** Lists the lines of a known device when they cannot be stored, because their sender does not send them again. */
  async function orList<Result>(device: Device | null, lines: Uint8Array, storing: Promise<Result>) {
    try {
      return await storing
    } catch (error) {
      if (device && isPaired(device)) intake.noteLost(device, linesIn(lines))
      throw error
    }
  }

  async function stillPaired({ id, secretHash }: Device): Promise<PairedDevice | null> {
    const device = await directory.get(id)
    if (device?.secretHash !== secretHash) return null
    if (isPaired(device)) return device
    intake.noteRefused(id, 'tcp', 'not_paired', 'The device has data but no vessel.')
    return null
  }

  const tcp = await openTcpPort(given, handle)
  const udp = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4' })
  const sources = new Map<string, DatagramSource>()
  udp.on('message', (message, { address: sender }) => {
    const address = plainAddress(sender)
    if (!unauthenticated.mayTry(address)) return
    const source = sources.get(address) ?? {
      ...{ decoders: new Decoders('udp'), device: null, waiting: 0, dropped: 0 },
    }
    sources.set(address, source)
    if (source.waiting < MOST_WAITING) void takeDatagram(message, address, source)
    else source.dropped += linesIn(message)
  })
  udp.on('error', (error) => log.error('the UDP port for NMEA 0183 failed', { error }))

  async function takeDatagram(message: Buffer, address: string, source: DatagramSource) {
    source.waiting++
    try {
      source.device = await orList(source.device, message, ofAddress(address, 'udp'))
      if (source.device) await storeOrList(source.device, source.decoders, message)
    } catch (error) {
      log.warn('a datagram could not be stored', { error })
    } finally {
      source.waiting--
      if (source.device && source.dropped > 0) intake.noteLost(source.device, source.dropped)
      source.dropped = 0
      if (!source.device && source.waiting === 0) sources.delete(address)
    }
  }

  udp.bind(tcp.port, host)
  await once(udp, 'listening')
  return {
    port: tcp.port,
    async close() {
      const closed = once(udp, 'close')
      udp.close()
      await Promise.all([closed, tcp.close()])
      for (const { device, decoders } of sources.values())
        if (device) intake.noteUnfinished({ deviceId: device.id, vesselId: device.vessel.id }, decoders)
    },
  }
}

/** Number of lines with anything in them. */
const linesIn = (bytes: Uint8Array) =>
  latin1(bytes)
    .split(/[\r\n]+/)
    .filter((line) => line !== '').length
