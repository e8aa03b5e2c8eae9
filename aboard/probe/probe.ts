import { existsSync } from 'node:fs'
import { openSource } from '../sources/openSource.ts'
import { type Browsing, browse, type FoundService } from './mdns.ts'
import { Tally } from './tally.ts'
import { groupOf, listenToUdp, UDP_PORTS, type UdpFound } from './udpListening.ts'

export interface ProbeOptions {
  /** Addresses of sources, hosts with or without a port, devices (`/dev/ttyUSB0`) and CAN interfaces to try. */
  targets: readonly string[]
  /** Time for each address, and for broadcasts, in seconds. */
  seconds: number
  udpPorts?: readonly number[]
  /** Address to ask for services instead of the local network. */
  mdns?: Browsing['target']
}

/** Speeds to try, the usual ones of NMEA 0183 and AIS first, in baud. */
const BAUDS = [4800, 38_400, 9600, 115_200, 230_400, 57_600, 19_200]
/** Addresses of a host that is given without a port: ports of gateways, gpsd, Signal K and Victron. */
const TRIED_ON_HOST = (host: string): string[] => [
  ...[10_110, 1456, 1457, 2000, 39_150, 60_001, 60_002].map((port) => `tcp://${host}:${port}`),
  ...[`gpsd://${host}:2947`, `signalk://${host}:3000`, `signalk://${host}:8375`, `victron://${host}:1883`],
]
/** The address of a service by its type. */
const SERVICES: Readonly<Record<string, (at: string) => string>> = {
  '_signalk-ws._tcp': (at) => `signalk://${at}`,
  '_signalk-wss._tcp': (at) => `signalk://${at}?tls=1`,
  '_signalk-http._tcp': (at) => `signalk://${at}`,
  '_signalk-https._tcp': (at) => `signalk://${at}?tls=1`,
  '_signalk-tcp._tcp': (at) => `signalk://${at}?transport=tcp`,
  '_nmea-0183._tcp': (at) => `tcp://${at}`,
  '_gpsd._tcp': (at) => `gpsd://${at}`,
}

/** Finds out what is on board, and prints the line for the configuration of each source. */
export async function probe(options: ProbeOptions, print: (line: string) => void): Promise<void> {
  const { targets, seconds, udpPorts = UDP_PORTS, mdns } = options
  const timeMs = seconds * 1000
  print(`Listening for ${seconds} s to UDP ports ${udpPorts.join(', ')}, and asking for services by mDNS …`)
  const [datagrams, services] = await Promise.all([
    listenToUdp(udpPorts, timeMs),
    browse({ types: Object.keys(SERVICES), timeMs, ...(mdns && { target: mdns }) }),
  ])
  for (const one of datagrams) printSource(print, udpAddress(one, datagrams), one.tally.lines(seconds))
  if (datagrams.length === 0) print('No datagrams.')
  const addresses = [...new Set([...services.map(serviceAddress), ...targets.flatMap(addressesOf)])]
  if (services.length === 0) print('No services.')
  const isGiven = new Set(targets)
  for (const { name, type, host, port } of services) print(`Service ${name} (${type}) at ${host}:${port}.`)
  const results = await Promise.all(addresses.map((address) => tryAddress(address, timeMs)))
  let isFound = datagrams.length > 0
  for (const { address, tally, error, isConnected } of results) {
    if (tally.messages > 0) {
      isFound = true
      printSource(print, address, tally.lines(seconds))
    } else if (isGiven.has(address) || isConnected)
      print(`${address}: ${isConnected ? 'connected, but nothing that is known arrived' : error}`)
  }
  for (const device of targets.filter((one) => one.startsWith('/dev/'))) {
    const line = await trySerial(device, timeMs, print)
    isFound ||= line
  }
  if (!isFound)
    print('Nothing found. Name an address to try: taffrail-aboard --probe 192.168.4.1 /dev/ttyUSB0')
}

function printSource(print: (line: string) => void, address: string, lines: readonly string[]): void {
  print(`\n${address}`)
  for (const line of lines) print(`    ${line}`)
  print(`    in the configuration: "${address}"`)
}

/** Names the sender where several send to one port. */
function udpAddress({ port, sender }: UdpFound, all: readonly UdpFound[]): string {
  const isShared = all.filter((one) => one.port === port).length > 1
  return `udp://${isShared ? sender : (groupOf(port) ?? '')}:${port}`
}

const serviceAddress = ({ type, host, port }: FoundService) =>
  SERVICES[type]?.(`${host}:${port}`) ?? `tcp://${host}:${port}`

function addressesOf(target: string): string[] {
  if (target.includes('://')) return [target]
  if (target.startsWith('/dev/')) return []
  if (/^v?can\d+$/.test(target)) return [`can://${target}`]
  return /:\d+$/.test(target) ? [`tcp://${target}`] : TRIED_ON_HOST(target)
}

interface Tried {
  address: string
  tally: Tally
  isConnected: boolean
  error: string | null
}

/** Reads one address for a time, as the program would. */
async function tryAddress(address: string, timeMs: number): Promise<Tried> {
  const tally = new Tally()
  try {
    const source = openSource(address, tally.add, () => undefined)
    await new Promise((resolve) => setTimeout(resolve, timeMs))
    const { connected: isConnected, error } = source.state()
    await source.close()
    return { address, tally, isConnected, error: error ?? 'no answer' }
  } catch (error) {
    return { address, tally, isConnected: false, error: (error as Error).message }
  }
}

/** Tries one speed after the other, until one gives valid messages. */
async function trySerial(device: string, timeMs: number, print: (line: string) => void): Promise<boolean> {
  if (!existsSync(device)) {
    print(`${device}: there is no such port`)
    return false
  }
  let last: string | null = null
  for (const baud of BAUDS) {
    const { address, tally, error, isConnected } = await tryAddress(`serial://${device}?baud=${baud}`, timeMs)
    if (tally.messages > 0) {
      printSource(print, address, tally.lines(timeMs / 1000))
      return true
    }
    last = isConnected ? null : error
  }
  print(
    `${device}: ${last ?? `nothing that is known at ${BAUDS.join(', ')} baud. An NGT-1 and an iKonvert begin to send only when asked: serial://${device}?device=ngt1 or ?device=ikonvert`}`,
  )
  return false
}
