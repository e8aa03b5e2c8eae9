import type { BlockList, Socket } from 'node:net'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { decodeTeltonika, type TeltonikaPiece, TeltonikaStream } from '#protocols/phones/teltonika.ts'
import { trackerId } from '#server/records/devices.ts'
import type { Intake, PairedDevice } from './intake.ts'
import { openTcpPort } from './tcpPort.ts'
import type { Unauthenticated } from './unauthenticated.ts'

const ACCEPT = Uint8Array.of(1)
const REFUSE = Uint8Array.of(0)
/** A connection must send its IMEI within this time. */
const HELLO_MS = 10_000
/** Trackers keep a connection open between two packets for minutes. */
const IDLE_MS = 30 * MINUTE_MS
const HELLO_BYTES = 17
/** Place of the number of records in a packet, after its codec. */
const COUNT_AT = 1

/**
 * A port for Teltonika trackers, Codec 8 and 8 Extended. The tracker sends its IMEI and gets 1, or 0 when it is on no
 * vessel. Each packet is answered with the number of its records that are on disk or listed as refused; after another
 * number than it sent, the tracker sends the packet again.
 */
export function openTeltonikaPort(given: {
  host: string
  port: number
  proxies: BlockList
  intake: Intake
  unauthenticated: Unauthenticated
}) {
  const { intake, unauthenticated } = given

  async function handle(socket: Socket, address: string) {
    if (!unauthenticated.mayTry(address)) return
    const stream = new TeltonikaStream()
    let imei: string | null = null
    let sender: PairedDevice | null = null
    let received = 0
    socket.setTimeout(HELLO_MS, () => socket.destroy())
    for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      received += chunk.length
      for (const piece of stream.push(chunk)) {
        if ('imei' in piece) imei = piece.imei
        const device =
          imei === null
            ? null
            : await unauthenticated.admit(trackerId(imei), { kind: 'tracker', address, way: 'tcp' })
        socket.write(await answerTo(piece, device))
        if (!device) return
        sender = device
        socket.setTimeout(IDLE_MS)
      }
      if (stream.broken && sender) await intake.setAside(sender, 'malformed', 'Teltonika: no packet')
      // Nothing beyond the hello is kept of a sender that is not known yet.
      if (stream.broken || (imei === null && received > HELLO_BYTES)) return
    }
  }

  async function answerTo(piece: TeltonikaPiece, device: PairedDevice | null): Promise<Uint8Array> {
    if ('imei' in piece) return device ? ACCEPT : REFUSE
    return countOf(device && !intake.isFull ? await taken(piece.packet, device) : 0)
  }

  /**
   * Number of records of the packet that are on disk or listed as refused. A damaged packet may arrive whole the next time,
   * and a tracker with another codec can be set to this one. Records that cannot be read never will be.
   */
  async function taken(packet: Uint8Array, device: PairedDevice): Promise<number> {
    const { records, refused } = decodeTeltonika(packet)
    if (refused) {
      const lost = refused.reason === 'malformed' ? (packet[COUNT_AT] ?? 0) : 0
      await intake.setAside(device, refused.reason, refused.detail, Math.max(lost, 1))
      return lost
    }
    await Promise.all(
      records.map((decoded) => intake.takeReports(device, { way: 'tcp', format: 'teltonika', decoded })),
    )
    return records.length
  }

  return openTcpPort(given, handle)
}

function countOf(records: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, records)
  return bytes
}
