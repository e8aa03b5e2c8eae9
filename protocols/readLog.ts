import { type Decoded, nothingDecoded } from '#contract/domain/reading.ts'
import type { MessageDecoder } from './codec.ts'
import { decoderFor, type LogFormat } from './formats.ts'
import { guessFormat } from './guessFormat.ts'
import { wholeBlocksBytes } from './imuFrame.ts'
import { Nmea0183Decoder } from './nmea0183/nmea0183Decoder.ts'
import { latin1 } from './textLines.ts'
import { CsvDecoder, type GivenColumns } from './tracks/csvDecoder.ts'

/** Bytes that identify the format of a file. */
const HEAD_BYTES = 65_536
const BATCH = 5000
/** The longest line, motion block or JSON document that is waited for. */
const MAX_REST_BYTES = 64_000_000
const LF = 10
const CR = 13
const SPACE = 32
const BRACKET = 91
const DOLLAR = 36
const BANG = 33

/** Hints of a user about a file, for facts that the file may not contain. */
export interface LogHints {
  /**
   * Time before which the log was written. It gives the day to an NMEA 0183 log without a date: the last day on which
   * its first time of day comes before it.
   */
  writtenBeforeUs?: number
  columns?: GivenColumns
}

/**
 * Reads a log file in batches of about 5,000 readings with the times at which they were taken. Files that are
 * compressed are to be unpacked before. A file of unknown format yields one refusal.
 */
export async function* readLog(
  chunks: AsyncIterable<Uint8Array>,
  format?: LogFormat,
  hints: LogHints = {},
): AsyncGenerator<Decoded> {
  let decoder: MessageDecoder | null = null
  let known = format ?? (hints.columns ? 'csv' : null)
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  let isDocument = false
  let batch = nothingDecoded()
  const decode = (bytes: Uint8Array) => {
    if (decoder && bytes.length > 0) add(batch, decoder.decode(bytes, null))
  }
  for await (const chunk of chunks) {
    waiting.push(chunk)
    waitingBytes += chunk.length
    // A document is put together once, at its end, and not again with each chunk of it.
    const isAwaited = decoder ? isDocument : waitingBytes < HEAD_BYTES
    if (isAwaited && waitingBytes <= MAX_REST_BYTES) continue
    let rest = joined(waiting, waitingBytes)
    if (!decoder) {
      known ??= guessFormat(rest)
      if (known === null) break
      decoder = decoderOf(known, rest, hints)
      isDocument = isOneDocument(known, rest)
    }
    const cut = isDocument ? 0 : wholeBytes(known, rest)
    decode(rest.subarray(0, cut))
    rest = rest.subarray(cut)
    if (rest.length > MAX_REST_BYTES) {
      batch.rejected.push({ reason: 'too_large', detail: 'line', count: 1 })
      rest = new Uint8Array()
    }
    waiting = [rest]
    waitingBytes = rest.length
    if (size(batch) >= BATCH) {
      yield batch
      batch = nothingDecoded()
    }
  }
  const rest = joined(waiting, waitingBytes)
  known ??= guessFormat(rest)
  if (known === null) batch.rejected.push({ reason: 'unknown_format', detail: 'file', count: 1 })
  else {
    decoder ??= decoderOf(known, rest, hints)
    decode(rest)
    if (decoder.end) add(batch, decoder.end())
  }
  yield batch
}

/** A log with dates needs no assumption, which would only misdate the part before its first date. */
function decoderOf(
  format: LogFormat,
  head: Uint8Array,
  { writtenBeforeUs, columns }: LogHints,
): MessageDecoder {
  if (format === 'csv') return new CsvDecoder(columns)
  if (format !== 'nmea0183') return decoderFor(format)
  const { scalars, fixes, ais } = new Nmea0183Decoder().decode(head, null)
  return new Nmea0183Decoder(
    scalars.length + fixes.length + ais.length > 0 ? null : (writtenBeforeUs ?? null),
  )
}

/**
 * True for formats that can be decoded only whole. Signal K comes as one message per line, or as one document: a list
 * of messages, or an answer of its history.
 */
const isOneDocument = (format: LogFormat, head: Uint8Array): boolean =>
  format === 'readings' ||
  format === 'geojson' ||
  format === 'fit' ||
  (format === 'signalk' &&
    (head.find((byte) => byte > SPACE) === BRACKET ||
      /^\s*\{[^[]*"values"/.test(latin1(head.subarray(0, 4096)))))

/** Formats whose decoder takes bytes that are cut anywhere. */
const IS_XML: ReadonlySet<LogFormat> = new Set<LogFormat>(['gpx', 'kml', 'tcx'])

/** How many of the bytes can be decoded: lines and blocks wait for their end. */
function wholeBytes(format: LogFormat | null, bytes: Uint8Array): number {
  if (format !== null && IS_XML.has(format)) return bytes.length
  if (format === 'nmea0183') return wholeSentencesBytes(bytes)
  return format === 'imu' ? wholeBlocksBytes(bytes) : wholeLinesBytes(bytes)
}

/** Some loggers write no line ends: a sentence is whole when the next one starts. */
function wholeSentencesBytes(bytes: Uint8Array): number {
  return wholeLinesBytes(bytes) || Math.max(bytes.lastIndexOf(DOLLAR), bytes.lastIndexOf(BANG), 0)
}

/**
 * Binary logs have no lines, but their decoder takes chunks cut anywhere, so a cut at a line feed is fine.
 */
function wholeLinesBytes(bytes: Uint8Array): number {
  return Math.max(bytes.lastIndexOf(LF), bytes.lastIndexOf(CR)) + 1
}

function joined(chunks: readonly Uint8Array[], bytes: number): Uint8Array {
  const [only] = chunks
  if (only && chunks.length === 1) return only
  const whole = new Uint8Array(bytes)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

const size = ({ scalars, fixes, motion, ais, faults, rejected }: Decoded) =>
  scalars.length + fixes.length + motion.length + ais.length + faults.length + rejected.length

function add(batch: Decoded, more: Decoded): void {
  append(batch.scalars, more.scalars)
  append(batch.fixes, more.fixes)
  append(batch.motion, more.motion)
  append(batch.ais, more.ais)
  append(batch.faults, more.faults)
  if (more.notes) batch.notes = [...(batch.notes ?? []), ...more.notes]
  if (more.senders) batch.senders = [...(batch.senders ?? []), ...more.senders]
  for (const { reason, detail, count } of more.rejected) {
    const known = batch.rejected.find((one) => one.reason === reason && one.detail === detail)
    if (known) known.count += count
    else batch.rejected.push({ reason, detail, count })
  }
}

/** `push(...more)` would put every element on the stack. */
function append<T>(list: T[], more: readonly T[]): void {
  for (const one of more) list.push(one)
}
