/** One frame off a CAN bus, or one message that a gateway has already put together from several. */
export interface CanFrame {
  /** When the logger saw it, null when the format has no date. */
  timeUs: number | null
  /** A time of day or a time since start, for formats without a date. */
  counterUs: number | null
  priority: number
  pgn: number
  source: number
  destination: number
  data: Uint8Array
  /** True when `data` is a whole message, false for one frame of a bus, null when the format leaves it open. */
  assembled: boolean | null
}

export const GLOBAL_ADDRESS = 255

/** Splits a 29-bit identifier as J1939 and NMEA 2000 use it. */
export function frameOf(
  id: number,
  data: Uint8Array,
  timeUs: number | null,
  counterUs: number | null = null,
): CanFrame {
  const pduFormat = (id >>> 16) & 0xff
  const pduSpecific = (id >>> 8) & 0xff
  const page = (id >>> 24) & 3
  const addressed = pduFormat < 240
  return {
    timeUs,
    counterUs,
    priority: (id >>> 26) & 7,
    pgn: (page << 16) | (pduFormat << 8) | (addressed ? 0 : pduSpecific),
    source: id & 0xff,
    destination: addressed ? pduSpecific : GLOBAL_ADDRESS,
    data,
    assembled: false,
  }
}

export function canId(priority: number, pgn: number, source: number, destination = GLOBAL_ADDRESS): number {
  const addressed = ((pgn >>> 8) & 0xff) < 240
  return ((priority << 26) | (pgn << 8) | (addressed ? destination << 8 : 0) | source) >>> 0
}
