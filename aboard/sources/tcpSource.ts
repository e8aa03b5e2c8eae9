import { withoutSecrets } from './address.ts'
import { Intake } from './intake.ts'
import { keepOpen } from './keepOpen.ts'
import { hostAndPort, socketLink } from './socketLink.ts'
import type { SourceKind } from './sourceKind.ts'
import { StreamReader } from './streamReader.ts'

/** A gateway or multiplexer that accepts TCP connections. */
export const tcpKind: SourceKind = {
  example: 'tcp://192.168.4.1:1457',
  does: 'NMEA 0183 or NMEA 2000 from a gateway over TCP; the form is recognized.',
  open(address, { emit, log, timing }) {
    const target = hostAndPort(address)
    return keepOpen(
      withoutSecrets(address.text),
      (link) => {
        // A new connection begins with a new line.
        const reader = new StreamReader(link.intake)
        return socketLink(link, target, (chunk) => reader.read(chunk))
      },
      new Intake(emit),
      log,
      timing,
    )
  },
}
