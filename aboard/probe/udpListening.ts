import { createSocket, type Socket } from 'node:dgram'
import { Intake } from '../sources/intake.ts'
import { StreamReader } from '../sources/streamReader.ts'
import { joinOnAll } from '../sources/udpSource.ts'
import { Tally } from './tally.ts'

/** First port of IEC 61162-450, whose group 239.192.0.1 has it; the next seven groups have the next ports. */
const FIRST_GROUP_PORT = 60_001
const GROUPS = 8
/** Ports on which gateways and plotters send datagrams: NMEA 0183's own, Yacht Devices, Digital Yacht, Vesper, groups. */
export const UDP_PORTS: readonly number[] = [
  ...[10_110, 1456, 1457, 2000, 2002, 39_150],
  ...Array.from({ length: GROUPS }, (_, i) => FIRST_GROUP_PORT + i),
]

export interface UdpFound {
  port: number
  sender: string
  tally: Tally
}

/** Takes datagrams on all ports for a time, and returns what each sender gave. It sends nothing. */
export async function listenToUdp(ports: readonly number[], timeMs: number): Promise<UdpFound[]> {
  const found = new Map<string, UdpFound & { reader: StreamReader }>()
  const sockets = ports.map((port) =>
    listen(port, (bytes, sender) => {
      const known = found.get(`${port} ${sender}`)
      const tally = known?.tally ?? new Tally()
      const one = known ?? { port, sender, tally, reader: new StreamReader(new Intake(tally.add)) }
      found.set(`${port} ${sender}`, one)
      one.reader.readDatagram(bytes)
    }),
  )
  await new Promise((resolve) => setTimeout(resolve, timeMs))
  for (const socket of sockets) socket.close()
  return [...found.values()].filter(({ tally }) => tally.messages > 0)
}

function listen(port: number, onDatagram: (bytes: Buffer, sender: string) => void): Socket {
  const socket = createSocket({ type: 'udp4', reuseAddr: true })
  socket.on('message', (bytes, { address }) => onDatagram(bytes, address))
  // A port that another program has for itself is that program's to read.
  socket.on('error', () => undefined)
  socket.bind(port, () => {
    const group = groupOf(port)
    try {
      if (group !== null) joinOnAll(group, 'ipv4', (...at) => socket.addMembership(...at))
    } catch {
      // Without a network there are no groups.
    }
  })
  return socket
}

/** The group of IEC 61162-450 that has this port; null for other ports. */
export function groupOf(port: number): string | null {
  const number = port - FIRST_GROUP_PORT + 1
  return number >= 1 && number <= GROUPS ? `239.192.0.${number}` : null
}
