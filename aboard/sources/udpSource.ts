import { createSocket } from 'node:dgram'
import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { Intake } from './intake.ts'
import { type Connect, keepOpen } from './keepOpen.ts'
import type { SourceKind } from './sourceKind.ts'
import { StreamReader } from './streamReader.ts'

/** Datagrams of a gateway: sent to this computer, to all (broadcast) or to a group (multicast). */
export const udpKind: SourceKind = {
  example: 'udp://:10110',
  does: 'The same in UDP datagrams, broadcast ones too; udp://239.192.0.1:60001 joins a group, udp://192.168.4.1:2000 takes datagrams of this sender alone.',
  open({ text, host, port }, { emit, log, timing }) {
    if (port === null) throw new Error(`${text} names no port`)
    if (host !== '' && isIP(host) === 0) throw new Error(`${text}: give the IP address, or none`)
    return keepOpen(text, (link) => receive(host, port, link), new Intake(emit), log, timing)
  },
}

const groups = new BlockList()
groups.addSubnet('224.0.0.0', 4)
groups.addSubnet('ff00::', 8, 'ipv6')

function receive(host: string, port: number, { intake, signal, opened }: Parameters<Connect>[0]) {
  const family = isIP(host) === 6 ? 'ipv6' : 'ipv4'
  const isGroup = host !== '' && groups.check(host, family)
  const isOwn = ownAddresses().has(host)
  // Broadcasts arrive only where the socket is bound to no address.
  const sender = host !== '' && !isGroup && !isOwn && !isForAll(host) ? host : null
  const reader = new StreamReader(intake)
  // Another program on board may receive the same datagrams.
  const socket = createSocket({ type: family === 'ipv6' ? 'udp6' : 'udp4', reuseAddr: true })
  return new Promise<void>((resolve, reject) => {
    const close = () => socket.close()
    let failure: Error | null = null
    socket.on('message', (bytes, from) => {
      if (sender === null || from.address === sender) reader.readDatagram(bytes)
    })
    socket.on('error', (error) => {
      failure = error
      socket.close()
    })
    socket.on('close', () => {
      signal.removeEventListener('abort', close)
      if (failure) reject(failure)
      else resolve()
    })
    socket.bind({ port, ...(isOwn ? { address: host } : {}) }, () => {
      try {
        if (isGroup) joinOnAll(host, family, (...at) => socket.addMembership(...at))
        opened()
      } catch (error) {
        failure = error as Error
        socket.close()
      }
    })
    signal.addEventListener('abort', close)
  })
}

const isForAll = (host: string) => host === '0.0.0.0' || host === '::' || host.endsWith('.255')

function ownAddresses(): Set<string> {
  return new Set(
    Object.values(networkInterfaces()).flatMap((ones) => ones?.map(({ address }) => address) ?? []),
  )
}

/** Joins a group on each network of the computer: the default one is often the one that leads ashore. */
export function joinOnAll(
  group: string,
  family: 'ipv4' | 'ipv6',
  join: (group: string, network?: string) => void,
): void {
  const networks = Object.entries(networkInterfaces()).flatMap(([name, ones]) =>
    (ones ?? [])
      .filter((one) => one.family.toLowerCase() === family)
      .map(({ address }) => (family === 'ipv6' ? `::%${name}` : address)),
  )
  let failure: unknown = new Error('no network')
  let joined = 0
  for (const network of new Set(networks)) {
    try {
      join(group, network)
      joined++
    } catch (error) {
      failure = error
    }
  }
  if (joined === 0) throw failure
}
