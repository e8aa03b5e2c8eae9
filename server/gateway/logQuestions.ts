import type { Decoded } from '#contract/domain/reading.ts'
import { LOG_FAILURE_SENTENCES } from '#contract/wire/logImport.ts'
import type { TableTop } from '#contract/wire/tableColumns.ts'
import { guessFormat } from '#protocols/guessFormat.ts'
import { type LogHints, readLog } from '#protocols/readLog.ts'
import { tableFault, tableTop } from '#protocols/tracks/csvDecoder.ts'
import { LogRefused } from './logFailure.ts'
import { openLogs } from './openLogs.ts'
import { findRollover, type Rollover } from './weekRollover.ts'

/** Bytes at the start of a log that identify its format. */
const HEAD_BYTES = 65_536

/** How a person wants a log to be read. */
export interface ImportHints extends LogHints {
  /** Weeks to add to times that are behind by so many. */
  weeks?: number
}

/** A question about a log that only a person can answer. */
export type LogQuestion =
  /** The day of a log that names none; `logDate` is proposed. */
  | { about: 'date'; logDate: string }
  /** The meaning of the columns of a table. */
  | { about: 'columns'; tableTop: TableTop }
  /** Whether dates are a multiple of 1,024 weeks behind. */
  | { about: 'weeks'; rollover: Rollover }

/**
 * Finds the questions that the logs of a file ask, in their order. Throws `LogRefused` when none of them is in a format that
 * can be read.
 */
export async function* questionsOf(
  path: string,
  nowUs: number,
  hints: ImportHints = {},
): AsyncGenerator<LogQuestion> {
  let isKnown = false
  let at = 0
  for await (const { chunks, writtenBeforeUs } of openLogs(path)) {
    const head = await headOf(chunks)
    const number = at++
    if (!hints.columns && guessFormat(head) === null) continue
    isKnown = true
    const first = await firstReadings(path, number, head, { writtenBeforeUs, ...hints })
    const assumed = first?.notes?.find((note) => note.kind === 'assumed_date')
    if (assumed) yield { about: 'date', logDate: assumed.date }
    const rollover = first && !assumed ? findRollover(first, nowUs) : null
    if (rollover) yield { about: 'weeks', rollover }
  }
  if (isKnown) return
  const tableTop = await findTable(path)
  if (!tableTop)
    throw new LogRefused('unknown_format', `${LOG_FAILURE_SENTENCES.unknown_format} ${WHAT_CAN_BE_READ}`)
  yield { about: 'columns', tableTop }
}

/**
 * The first readings of one log of a file: from its head, or from the whole log when a head cannot be read
 * alone.
 */
async function firstReadings(
  path: string,
  number: number,
  head: Uint8Array,
  hints: LogHints,
): Promise<Decoded | null> {
  for await (const batch of readLog(once(head), undefined, hints)) if (hasReadings(batch)) return batch
  if (head.length < HEAD_BYTES) return null
  let at = 0
  for await (const { chunks } of openLogs(path)) {
    if (at++ !== number) continue
    for await (const batch of readLog(chunks, undefined, hints)) if (hasReadings(batch)) return batch
  }
  return null
}

const hasReadings = ({ scalars, fixes, motion, ais, faults }: Decoded) =>
  scalars.length + fixes.length + motion.length + ais.length + faults.length > 0

const WHAT_CAN_BE_READ =
  'What can be read: NMEA 2000 and J1939 (canboat text and JSON, candump, pcap, Actisense, Yacht Devices, iKonvert), NMEA 0183, Signal K (deltas, history), GPX, KML and KMZ, TCX, FIT, GeoJSON with times, CSV with time, latitude and longitude; plain, .gz, .bz2 or .zip.'

/**
 * Reads the top of the first table in a file whose columns are unknown; null without a table. Throws
 * `LogRefused` for a table that cannot be read with any meaning of its columns.
 */
async function findTable(path: string): Promise<TableTop | null> {
  for await (const { chunks } of openLogs(path)) {
    const head = await headOf(chunks)
    const fault = tableFault(head)
    if (fault) throw new LogRefused(fault)
    const top = tableTop(head)
    if (top) return top
  }
  return null
}

async function headOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const head: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    head.push(chunk)
    bytes += chunk.length
    if (bytes >= HEAD_BYTES) break
  }
  return Buffer.concat(head)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
