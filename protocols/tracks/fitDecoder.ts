import { type FitRawMessage, readFitMessages } from 'fit-file-parser/raw'
import type { Decoded } from '#contract/domain/reading.ts'
import type { MessageDecoder } from '../codec.ts'
import { meaningOf } from './columns.ts'
import { ROUTES_AND_WAYPOINTS } from './refusals.ts'
import { TrackTable } from './trackTable.ts'

/** Global numbers of messages, and numbers of their fields, in Garmin's FIT profile. */
const FILE_ID = 0
const RECORD = 20
const FILE_TYPE = 0
const LATITUDE = 0
const LONGITUDE = 1
const SPEED = 6
const ENHANCED_SPEED = 73
/** A file of this type contains a course to follow: a plan. */
const COURSE_TYPE = 6
/** FIT counts seconds from 31 December 1989 UTC. */
const EPOCH_S = 631_065_600
/** Positions are in semicircles: 2³¹ are 180°. */
const DEG_PER_SEMICIRCLE = 180 / 2 ** 31
const MM_PER_M = 1000
/** Raw values that stand for a missing value in a field. */
const NO_INT32 = 0x7fffffff
const NO_UINT32 = 0xffffffff
const NO_UINT16 = 0xffff

/** Reads the records of a FIT file of watches and plotters, the whole file at once. */
export class FitDecoder implements MessageDecoder {
  readonly #table = new TrackTable(
    ['time', 'latitude', 'longitude', 'speed [m/s]'].map((heading) => meaningOf(heading)),
  )

  decode(message: Uint8Array, _receivedUs: number | null): Decoded {
    try {
      const { messages } = readFitMessages(message, { messageNumbers: [FILE_ID, RECORD] })
      const file = messages.find(({ globalMessageNumber }) => globalMessageNumber === FILE_ID)
      const isCourse = file !== undefined && field(file, FILE_TYPE)?.getUint8(0) === COURSE_TYPE
      for (const record of messages) {
        if (record.globalMessageNumber !== RECORD) continue
        if (isCourse) this.#table.reject('plan', ROUTES_AND_WAYPOINTS)
        else this.#table.row(rowOf(record))
      }
    } catch {
      // The reader throws for a file whose checksum or structure is wrong.
      this.#table.reject('malformed', 'FIT')
    }
    return this.#table.take()
  }
}

export const looksLikeFit = (head: Uint8Array): boolean =>
  (head[0] === 12 || head[0] === 14) && Buffer.from(head.subarray(8, 12)).toString('latin1') === '.FIT'

function rowOf(record: FitRawMessage) {
  const { timestamp, littleEndian } = record
  const latitude = field(record, LATITUDE)?.getInt32(0, littleEndian) ?? NO_INT32
  const longitude = field(record, LONGITUDE)?.getInt32(0, littleEndian) ?? NO_INT32
  return [
    timestamp === undefined ? null : EPOCH_S + timestamp,
    latitude === NO_INT32 ? null : latitude * DEG_PER_SEMICIRCLE,
    longitude === NO_INT32 ? null : longitude * DEG_PER_SEMICIRCLE,
    speedMps(record),
  ]
}

function speedMps(record: FitRawMessage): number | null {
  const fine = field(record, ENHANCED_SPEED)?.getUint32(0, record.littleEndian) ?? NO_UINT32
  if (fine !== NO_UINT32) return fine / MM_PER_M
  const coarse = field(record, SPEED)?.getUint16(0, record.littleEndian) ?? NO_UINT16
  return coarse === NO_UINT16 ? null : coarse / MM_PER_M
}

function field({ fields }: FitRawMessage, number: number): DataView | null {
  const bytes = fields.find(({ fieldNumber }) => fieldNumber === number)?.bytes
  return bytes ? new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) : null
}
