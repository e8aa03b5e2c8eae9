/** Services that this computer finds by multicast DNS (RFC 6762 and 6763), without a library: one question, and its answers. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'

const GROUP = { address: '224.0.0.251', port: 5353 }
const IN = 1
/** The answer shall come to the asking port alone. */
const UNICAST_ANSWER = 0x8000
const A = 1
const PTR = 12
const SRV = 33
const HEADER_BYTES = 12
/** Most labels of a name; compressed names may point in circles. */
const MOST_LABELS = 64

export interface FoundService {
  /** `_gpsd._tcp` */
  type: string
  name: string
  host: string
  port: number
}

export interface Browsing {
  types: readonly string[]
  timeMs: number
  /** Address to ask; the group of multicast DNS without it. */
  target?: { address: string; port: number }
}

/** Asks once on each network, and returns what was found within the time. */
export async function browse({ types, timeMs, target = GROUP }: Browsing): Promise<FoundService[]> {
  const socket = createSocket('udp4')
  const records: DnsRecord[] = []
  socket.on('message', (bytes) => records.push(...recordsIn(bytes)))
  socket.on('error', () => undefined)
  socket.bind()
  await once(socket, 'listening')
  const question = questionFor(types)
  const networks = Object.values(networkInterfaces()).flatMap((ones) =>
    (ones ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
      .map(({ address }) => address),
  )
  for (const network of target === GROUP ? networks : [null]) {
    try {
      if (network !== null) socket.setMulticastInterface(network)
      socket.send(question, target.port, target.address)
    } catch {
      // A network that has just gone down; the others are asked.
    }
  }
  await new Promise((resolve) => setTimeout(resolve, timeMs))
  socket.close()
  return servicesIn(records, types)
}

function questionFor(types: readonly string[]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt16BE(types.length, 4)
  return Buffer.concat([header, ...types.map((type) => question(`${type}.local`))])
}

function question(name: string): Buffer {
  const labels = name
    .split('.')
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]))
  const end = Buffer.alloc(5)
  end.writeUInt16BE(PTR, 1)
  end.writeUInt16BE(IN | UNICAST_ANSWER, 3)
  return Buffer.concat([...labels, end])
}

interface DnsRecord {
  name: string
  type: number
  /** Name that a PTR points to, host of an SRV, address of an A. */
  value: string
  port: number
}

/** Records of one answer; none when it is damaged. */
export function recordsIn(bytes: Buffer): DnsRecord[] {
  const records: DnsRecord[] = []
  try {
    let at = HEADER_BYTES
    for (let i = 0; i < bytes.readUInt16BE(4); i++) at = nameAt(bytes, at).end + 4
    const count = bytes.readUInt16BE(6) + bytes.readUInt16BE(8) + bytes.readUInt16BE(10)
    for (let i = 0; i < count; i++) {
      const { name, end } = nameAt(bytes, at)
      const type = bytes.readUInt16BE(end)
      const data = end + 10
      at = data + bytes.readUInt16BE(end + 8)
      if (at > bytes.length) break
      if (type === PTR) records.push({ name, type, value: nameAt(bytes, data).name, port: 0 })
      else if (type === SRV)
        records.push({ name, type, value: nameAt(bytes, data + 6).name, port: bytes.readUInt16BE(data + 4) })
      else if (type === A)
        records.push({ name, type, value: [...bytes.subarray(data, data + 4)].join('.'), port: 0 })
    }
  } catch {
    // A record that is cut off; those before it count.
  }
  return records
}

function nameAt(bytes: Buffer, from: number): { name: string; end: number } {
  const labels: string[] = []
  let at = from
  let end = -1
  while (labels.length < MOST_LABELS) {
    const length = bytes.readUInt8(at)
    if (length >= 0xc0) {
      if (end < 0) end = at + 2
      const target = bytes.readUInt16BE(at) & 0x3fff
      if (target >= at) throw new Error('a name points forward')
      at = target
    } else if (length === 0) return { name: labels.join('.'), end: end < 0 ? at + 1 : end }
    else {
      labels.push(bytes.toString('utf8', at + 1, at + 1 + length))
      at += 1 + length
    }
  }
  throw new Error('a name without end')
}

function servicesIn(records: readonly DnsRecord[], types: readonly string[]): FoundService[] {
  const of = (type: number, name: string) =>
    records.find((one) => one.type === type && one.name.toLowerCase() === name.toLowerCase())
  const found = new Map<string, FoundService>()
  for (const { type, name, value } of records) {
    const service = types.find((one) => `${one}.local` === name.toLowerCase())
    const place = type === PTR && service ? of(SRV, value) : undefined
    if (!place || !service) continue
    // The address serves where the computer resolves no names of `.local`.
    const host = of(A, place.value)?.value ?? place.value
    found.set(`${service} ${host} ${place.port}`, {
      ...{ type: service, name: value.slice(0, -name.length - 1), host, port: place.port },
    })
  }
  return [...found.values()]
}
