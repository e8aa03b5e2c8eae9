import type { Message, Source } from '../message.ts'
import { parseAddress } from './address.ts'
import { canKind } from './canSource.ts'
import { fileKind } from './fileSource.ts'
import { gpsdKind } from './gpsdSource.ts'
import { imuKind } from './imuSource.ts'
import { type LogLine, type Timing, USUAL_TIMING } from './keepOpen.ts'
import { serialKind } from './serialSource.ts'
import { signalkKind } from './signalkSource.ts'
import type { SourceKind } from './sourceKind.ts'
import { tcpKind } from './tcpSource.ts'
import { udpKind } from './udpSource.ts'
import { victronKind } from './victronSource.ts'

/** All kinds of sources by the scheme of their addresses, in the order of the help text. */
export const SOURCE_KINDS: Readonly<Record<string, SourceKind>> = {
  tcp: tcpKind,
  udp: udpKind,
  serial: serialKind,
  can: canKind,
  signalk: signalkKind,
  gpsd: gpsdKind,
  victron: victronKind,
  file: fileKind,
  imu: imuKind,
}

export interface SourceOptions {
  stateFolder?: string
  timing?: Partial<Timing>
}

/** Opens a source by its address, and opens it again whenever it fails. Throws when the address is wrong. */
export function openSource(
  text: string,
  emit: (message: Message) => void,
  log: LogLine,
  { stateFolder, timing }: SourceOptions = {},
): Source {
  const address = parseAddress(text)
  const kind = Object.hasOwn(SOURCE_KINDS, address.scheme) ? SOURCE_KINDS[address.scheme] : undefined
  if (!kind)
    throw new Error(`${address.scheme}:// is no source; there are ${Object.keys(SOURCE_KINDS).join(', ')}`)
  const context = { emit, log, stateFolder: stateFolder ?? null, timing: { ...USUAL_TIMING, ...timing } }
  return kind.open(address, context)
}

/** Lines of the help text: each kind with an example and what it reads. */
export function sourceHelp(): string {
  return Object.values(SOURCE_KINDS)
    .map(({ example, does }) => `  ${example}\n      ${does}\n`)
    .join('')
}
