import { DAY_S } from '#contract/domain/time.ts'
import { type CanFrame, frameOf } from './canFrame.ts'

/** Result for a line without a frame: `ignored` when the line is not for us, `malformed` when it is nonsense. */
export type NoFrame = 'ignored' | 'malformed'

/**
 * Reads one line of any text form in which programs write CAN frames down:
 *
 *     (1502984866.421964) slcan0 09F112CC#FF725AFF7FFF7FFD         candump -L
 *     can0  09F8027F   [8]  00 FC FF FF 00 00 FF FF                candump
 *     <0x18eeff01> [8] 05 a0 be 1c 00 a0 a0 c0                     candump of old
 *     09F112CC#FF725AFF7FFF7FFD                                    candump -L without its first columns
 *     10:31:52.404 R 19F5030E 00 3D 00 3D 00 00 F0 FF              Yacht Devices RAW
 *     2016-02-28T19:57:02.364Z,2,127250,7,255,8,ff,10,3b,...       canboat plain and fast; dates with dashes too
 *     2020-03-04T00:29:58.618 2 013 255 130306 : ff a4 01 51 ...   canboat analyzer with its data
 *     A000304.596 0BFF2 1F112 FF816BFF7FA605FC                     Actisense N2K ASCII
 *     !PDGY,127250,2,3,255,481.734,2C20AAAAAAE=                    iKonvert
 */
export function parseFrameLine(line: string): CanFrame | NoFrame {
  const first = line.charCodeAt(0)
  if (first === HASH) return 'ignored'
  if (first === PARENTHESIS) return candumpLog(line)
  if (first === BANG || first === DOLLAR) return ikonvert(line)
  if (first === LESS) return candumpOld(line)
  if (line.charCodeAt(2) === COLON) return yachtDevices(line)
  if (line.charCodeAt(4) === DASH) return canboat(line)
  if (line.charCodeAt(7) === DOT && first === LETTER_A) return n2kAscii(line)
  if (line.includes('[')) return candump(line, null)
  if (line.includes('#')) return idAndData(line, null)
  return line.startsWith('interface') ? 'ignored' : 'malformed'
}

/** The beginnings of frames that carry a time or a sign of their own. */
const FRAME_STARTS =
  /(?=\(\d+\.\d+\) )|(?=\d\d:\d\d:\d\d\.\d{3} [RT] )|(?=!PDGY,)|(?=A\d{6}\.\d{3} [0-9A-F]{5} )|(?=\d{4}-\d\d-\d\d[-T ]\d\d:\d\d:\d\d)/

const JSON_STARTS = /(?<=\})(?=[\0-\x20]*\{")/

/** A line that is no frame, cut where several frames were written without a line end between them. */
export const framesIn = (line: string): string[] =>
  line
    .split(line.startsWith('{') ? JSON_STARTS : FRAME_STARTS)
    .map((part) => part.replaceAll(/^[\0-\x20]+|[\0-\x20]+$/g, ''))
    .filter((part) => part !== '')

const HASH = 35
const DOLLAR = 36
const PARENTHESIS = 40
const BANG = 33
const LESS = 60
const COLON = 58
const DASH = 45
const DOT = 46
const LETTER_A = 65
/** The longest message a fast packet can carry is 223 bytes; a transport session of J1939 carries 1785. */
const MAX_BYTES = 1785

function candumpLog(line: string): CanFrame | NoFrame {
  const end = line.indexOf(')')
  const seconds = Number(line.slice(1, end))
  if (end < 2 || !(seconds >= 0)) return 'malformed'
  // Some captures count from zero: that is a time since start, not one in 1970.
  const timeUs = Math.round(seconds * 1e6)
  const rest = line.slice(end + 1).trimStart()
  if (rest.includes('[')) return candump(rest, timeUs)
  return idAndData(rest.slice(rest.indexOf(' ') + 1), timeUs)
}

/** `09F112CC#FF725A…`; a three-digit identifier is not of these buses, `##` and `#R` carry no classic data. */
function idAndData(text: string, timeUs: number | null): CanFrame | NoFrame {
  const hash = text.indexOf('#')
  if (hash === 3) return 'ignored'
  const id = hash === 8 ? parseHex(text, 0, 8) : -1
  if (id < 0) return 'malformed'
  if (text[hash + 1] === '#' || text[hash + 1] === 'R') return 'ignored'
  const space = text.search(BLANK)
  // The flag of newer programs is the direction of the frame.
  if (space > 0 && !/^[\0-\x20]+[RT]?$/.test(text.slice(space))) return 'malformed'
  const data = hexBytes(text, hash + 1, space < 0 ? text.length : space)
  return data ? dated(id, data, timeUs) : 'malformed'
}

function candump(line: string, timeUs: number | null): CanFrame | NoFrame {
  const match = /^\S+\s+([0-9A-Fa-f]{3,8})\s+\[(\d+)\]\s*([0-9A-Fa-f ]*)$/.exec(line)
  if (!match?.[1]) return 'malformed'
  if (match[1].length !== 8) return 'ignored'
  const data = whole(hexBytes(match[3] ?? '', 0), match[2])
  return data ? dated(Number.parseInt(match[1], 16), data, timeUs) : 'malformed'
}

function candumpOld(line: string): CanFrame | NoFrame {
  const match = /^<0x([0-9A-Fa-f]{3,8})>\s+\[(\d+)\]\s*([0-9A-Fa-f ]*)$/.exec(line)
  if (!match?.[1]) return 'malformed'
  if (match[1].length !== 8) return 'ignored'
  const data = whole(hexBytes(match[3] ?? '', 0), match[2])
  return data ? frameOf(Number.parseInt(match[1], 16), data, null) : 'malformed'
}

/** Frames that the device itself sent (T) went over the bus like all others. */
function yachtDevices(line: string): CanFrame | NoFrame {
  const counterUs = timeOfDayUs(line, 0)
  const id = parseHex(line, 15, 23)
  const data = hexBytes(line, 23)
  if (counterUs === null || id < 0 || !data || !/^ [RT] $/.test(line.slice(12, 15))) return 'malformed'
  return frameOf(id, data, null, counterUs)
}

function canboat(line: string): CanFrame | NoFrame {
  if (line.charCodeAt(10) !== DASH && line[10] !== 'T' && line[10] !== ' ') return 'malformed'
  const timeUs = dateUs(line)
  if (timeUs === null) return 'malformed'
  if (line.includes(' : ')) return analyzer(line, timeUs)
  const columns = line.split(',', 6)
  const [stamp = '', priority, pgn, source, destination, length] = columns
  if (length === undefined) return 'ignored'
  const data = whole(hexBytes(line, stamp.length + columns.slice(1).join(',').length + 1), length)
  if (!data || !(Number(length) <= MAX_BYTES)) return 'malformed'
  return message(timeUs, null, priority, pgn, source, destination, data, null)
}

function analyzer(line: string, timeUs: number): CanFrame | NoFrame {
  const match = /^\S+ +(\d+) +(\d+) +(\d+) +(\d+) +: ([0-9A-Fa-f ]*)$/.exec(line)
  if (!match) return 'malformed'
  const [, priority, source, destination, pgn, hex = ''] = match
  const data = hexBytes(hex, 0)
  return data ? message(timeUs, null, priority, pgn, source, destination, data, null) : 'malformed'
}

function n2kAscii(line: string): CanFrame | NoFrame {
  const match =
    /^A(\d\d)(\d\d)(\d\d\.\d+) ([0-9A-F]{2})([0-9A-F]{2})([0-7]) ([0-9A-F]{3,6}) ([0-9A-F]*)$/i.exec(line)
  if (!match) return 'malformed'
  const [, hours, minutes, seconds, source = '', destination = '', priority, pgn = '', hex = ''] = match
  const counterUs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1e6
  const data = hexBytes(hex, 0)
  if (!data) return 'malformed'
  const hexNumber = (text: string) => String(Number.parseInt(text, 16))
  return message(
    null,
    counterUs,
    priority,
    hexNumber(pgn),
    hexNumber(source),
    hexNumber(destination),
    data,
    true,
  )
}

const BLANK = /[\0-\x20]/
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** The timer is seconds, a point, and milliseconds without leading zeros: 482.36 comes between 481.997 and 482.137. */
function ikonvert(line: string): CanFrame | NoFrame {
  if (!line.startsWith('!PDGY,')) return 'ignored'
  const [, pgn, priority, source, destination, timer = '', base64] = line.split(',')
  const [seconds, milliseconds = '0'] = timer.split('.')
  const counterUs = Number(seconds) * 1e6 + Number(milliseconds) * 1e3
  if (base64 === undefined || !BASE64.test(base64) || !(counterUs >= 0)) return 'malformed'
  return message(null, counterUs, priority, pgn, source, destination, Buffer.from(base64, 'base64'), true)
}

function message(
  timeUs: number | null,
  counterUs: number | null,
  priority: string | undefined,
  pgn: string | undefined,
  source: string | undefined,
  destination: string | undefined,
  data: Uint8Array,
  assembled: boolean | null,
): CanFrame | NoFrame {
  const frame = {
    timeUs,
    counterUs,
    priority: Number(priority),
    pgn: Number(pgn),
    source: Number(source),
    destination: Number(destination),
    data,
    assembled,
  }
  const isMessage = Number.isInteger(frame.pgn) && Number.isInteger(frame.source) && data.length <= MAX_BYTES
  return isMessage ? frame : 'malformed'
}

/** Data of a line, null when it is cut: fewer bytes follow than the line announces. */
const whole = (data: Uint8Array | null, length: string | undefined) =>
  data && data.length >= Number(length) ? data : null

/** Seconds before 1990 are a count since power-up. */
const FIRST_DATE_US = 631_152_000e6
function dated(id: number, data: Uint8Array, timeUs: number | null): CanFrame {
  return timeUs !== null && timeUs < FIRST_DATE_US
    ? frameOf(id, data, null, timeUs)
    : frameOf(id, data, timeUs)
}

const twoDigits = (text: string, at: number) =>
  (text.charCodeAt(at) - 48) * 10 + (text.charCodeAt(at + 1) - 48)

function timeOfDayUs(text: string, at: number): number | null {
  const seconds = (twoDigits(text, at) * 60 + twoDigits(text, at + 3)) * 60 + twoDigits(text, at + 6)
  const milliseconds =
    text.charCodeAt(at + 8) === DOT ? twoDigits(text, at + 9) * 10 + (text.charCodeAt(at + 11) - 48) : 0
  return seconds >= 0 && seconds <= DAY_S && milliseconds >= 0 && milliseconds < 1000
    ? seconds * 1e6 + milliseconds * 1e3
    : null
}

/** `2021-07-29-09:00:42.386`, with `T` or a space in place of the third dash; always taken as UTC. */
function dateUs(line: string): number | null {
  const dayMs = Date.parse(line.slice(0, 10))
  const ofDayUs = timeOfDayUs(line, 11)
  return Number.isNaN(dayMs) || ofDayUs === null ? null : dayMs * 1e3 + ofDayUs
}

function nibble(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  const letter = code | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}

function parseHex(text: string, from: number, to: number): number {
  let value = 0
  for (let i = from; i < to; i++) {
    const digit = nibble(text.charCodeAt(i))
    if (digit < 0) return -1
    value = value * 16 + digit
  }
  return value
}

/** Pairs of hex digits, run together or separated by spaces or commas. Null when they are something else. */
function hexBytes(text: string, from: number, to = text.length): Uint8Array | null {
  const bytes = new Uint8Array(Math.min(Math.max((to - from + 1) >> 1, 0), MAX_BYTES))
  let length = 0
  for (let i = from; i < to; i += 2) {
    let code = text.charCodeAt(i)
    while (code === 32 || code === 44) code = text.charCodeAt(++i)
    if (i >= to) break
    const high = nibble(code)
    const low = nibble(text.charCodeAt(i + 1))
    if (high < 0 || low < 0 || i + 1 >= to || length === MAX_BYTES) return null
    bytes[length++] = high * 16 + low
  }
  return bytes.subarray(0, length)
}
