import { looksLikeActisense } from './can/actisense.ts'
import { parseCanboatJson } from './can/canboatJson.ts'
import { parseFrameLine } from './can/frameLine.ts'
import { looksLikePcap } from './can/pcap.ts'
import type { LogFormat } from './formats.ts'
import { looksLikeImu } from './imuFrame.ts'
import { isRecord, parseJson } from './json.ts'
import { parseSentence } from './nmea0183/sentence.ts'
import { latin1, textLines } from './textLines.ts'
import { looksLikeTrackTable, tableText } from './tracks/csvDecoder.ts'
import { looksLikeFit } from './tracks/fitDecoder.ts'

const FORMAT_OF_ROOT: Readonly<Record<string, LogFormat>> = {
  ...{ gpx: 'gpx', kml: 'kml', TrainingCenterDatabase: 'tcx' },
}
/** Number of lines to read, and the share that must be valid. */
const LINES = 200
const ENOUGH = 0.5
/**
 * First PGN of NMEA 2000's own messages; a bus with only lower ones is J1939, which shares the first few
 * PGNs.
 */
const FIRST_N2K_PGN = 126_208

/** Guesses the format of a log from its beginning; the first few KiB are enough. Null when the format is unknown. */
export function guessFormat(head: Uint8Array): LogFormat | null {
  if (looksLikeImu(head)) return 'imu'
  if (looksLikeFit(head)) return 'fit'
  if (looksLikeActisense(head) || looksLikePcap(head)) return 'n2k'
  const text = latin1(head.subarray(0, 65_536))
  const whole = parseJson(text)
  if (isRecord(whole)) return ofJson(whole) ?? ofJsonLine(text)
  // A document that is longer than its head.
  if (/^\s*\{\s*"(?:tables|samples|fixes)"\s*:/.test(text)) return 'readings'
  if (/^\s*\{[^[]*"(?:type"\s*:\s*"(?:Feature(?:Collection)?|(?:Multi)?LineString)|coordinates)"/.test(text))
    return 'geojson'
  if (
    /^\s*\{[^{[]*"context"[^[]*"values"\s*:\s*\[[^\]]*\]/.test(text) ||
    /^\s*\[\s*\{[^[]*"updates"/.test(text)
  )
    return 'signalk'
  const root = rootOf(text)
  if (root !== null) return FORMAT_OF_ROOT[root] ?? null
  // The last line may be cut.
  const lines = [...textLines(text)].slice(0, LINES)
  const counts = { n2k: 0, j1939: 0, nmea0183: 0, signalk: 0 }
  let counted = 0
  for (const line of lines) {
    if (line.startsWith('#')) continue
    counted++
    const kind = ofLine(line)
    if (kind) counts[kind]++
  }
  // An engine's bus may carry a few NMEA 2000 messages and vice versa; the decoder reads both.
  if (counts.n2k + counts.j1939 >= counted * ENOUGH && counted > 0)
    return counts.n2k >= counts.j1939 ? 'n2k' : 'j1939'
  if (counts.nmea0183 >= counted * ENOUGH && counted > 0) return 'nmea0183'
  if (counts.signalk >= counted * ENOUGH && counted > 0) return 'signalk'
  return looksLikeTrackTable(tableText(head)) ? 'csv' : null
}

/** The first element of an XML document, behind its declaration, comments and document type. */
function rootOf(text: string): string | null {
  // The byte order mark of UTF-8, read as Latin-1.
  let rest = text.replace(/^ï»¿/, '').trimStart()
  while (rest.startsWith('<?') || rest.startsWith('<!')) {
    const end = rest.startsWith('<!--') ? rest.indexOf('-->') + 2 : rest.indexOf('>')
    if (end < 2) return null
    rest = rest.slice(end + 1).trimStart()
  }
  return /^<(?:\w+:)?([A-Za-z]+)\b/.exec(rest)?.[1] ?? null
}

function ofJson(body: Readonly<Record<string, unknown>>): LogFormat | null {
  if ('updates' in body || 'self' in body || ('values' in body && 'data' in body)) return 'signalk'
  if (typeof body.type === 'string' && ('features' in body || 'geometry' in body || 'coordinates' in body))
    return 'geojson'
  return 'samples' in body || 'tables' in body || 'fixes' in body ? 'readings' : null
}

function ofLine(line: string): 'n2k' | 'j1939' | 'nmea0183' | 'signalk' | null {
  if (line.startsWith('{')) return ofJsonLine(line)
  const frame = parseFrameLine(line)
  if (typeof frame === 'object') return frame.pgn >= FIRST_N2K_PGN ? 'n2k' : 'j1939'
  const sentence = parseSentence(line)
  if (sentence === 'ignored' || sentence === 'checksum') return 'nmea0183'
  // candump lines that carry no frame of ours count for neither side.
  return typeof sentence === 'object' ? 'nmea0183' : null
}

/** A long line may be cut; its beginning shows the format. */
function ofJsonLine(line: string): 'n2k' | 'signalk' | null {
  if (parseCanboatJson(line)) return 'n2k'
  return line.includes('"updates"') || (line.includes('"path"') && line.includes('"timestamp"'))
    ? 'signalk'
    : null
}
