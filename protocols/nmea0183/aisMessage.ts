import type { AisReport } from '#contract/domain/reading.ts'
import { DEG_RAD, KNOT_MPS, mpsToKn, radToDeg } from '#contract/domain/units.ts'

/**
 * Bit positions of ITU-R M.1371 by message type: positions of class A (1 to 3) and B (18, 19), names (5, 19,
 * 24 A), types of ship (5, 19, 24 B).
 */
const POSITION_AT: Readonly<Record<number, { sog: number; lon: number; lat: number; cog: number }>> = {
  1: { sog: 50, lon: 61, lat: 89, cog: 116 },
  2: { sog: 50, lon: 61, lat: 89, cog: 116 },
  3: { sog: 50, lon: 61, lat: 89, cog: 116 },
  18: { sog: 46, lon: 57, lat: 85, cog: 112 },
  19: { sog: 46, lon: 57, lat: 85, cog: 112 },
}
const NAME_AT: Readonly<Record<number, number>> = { 5: 112, 19: 143, 24: 40 }
/** Offsets in bits; the part of a message of type 24 decides its content. */
const SHIP_TYPE_AT: Readonly<Record<number, number>> = { 5: 232, 19: 263, 24: 40 }
const NAME_LETTERS = 20
const SOG_NOT_AVAILABLE = 1023
const COG_NOT_AVAILABLE = 3600
/** Positions count 1/10000 of a minute. */
const PER_DEGREE = 600_000
const LETTERS = '@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_ !"#$%&\'()*+,-./0123456789:;<=>?'

/** Message types of ITU-R M.1371. */
const LAST_TYPE = 27

/** The position or identity of a vessel in a message; `ignored` for messages with neither. */
export function decodeAis(payload: string, timeUs: number): AisReport | 'ignored' | 'malformed' {
  const sextets = new Uint8Array(payload.length)
  for (let i = 0; i < payload.length; i++) {
    const code = payload.charCodeAt(i) - 48
    const sextet = code > 40 ? code - 8 : code
    if (sextet < 0 || sextet > 63) return 'malformed'
    sextets[i] = sextet
  }
  const type = unsigned(sextets, 0, 6)
  const mmsi = unsigned(sextets, 8, 30)
  const at = POSITION_AT[type]
  const isPartB = type === 24 && unsigned(sextets, 38, 2) === 1
  const nameAt = type === 24 && unsigned(sextets, 38, 2) !== 0 ? undefined : NAME_AT[type]
  const shipTypeAt = type === 24 && !isPartB ? undefined : SHIP_TYPE_AT[type]
  const bits = sextets.length * 6
  const needed = Math.max(
    at ? at.cog + 12 : 0,
    nameAt === undefined ? 0 : nameAt + NAME_LETTERS * 6,
    isPartB ? 48 : 0,
  )
  if (type === 0 || type > LAST_TYPE || bits < needed) return 'malformed'
  if (needed === 0) return 'ignored'
  if (mmsi === 0) return 'malformed'
  const sog = at ? unsigned(sextets, at.sog, 10) : SOG_NOT_AVAILABLE
  const cog = at ? unsigned(sextets, at.cog, 12) : COG_NOT_AVAILABLE
  return {
    timeUs,
    mmsi,
    name: nameAt === undefined ? null : text(sextets, nameAt),
    // 91 and 181 degrees stand for "not available" and are no place, which is checked for all AIS alike.
    latitudeDeg: at ? signed(sextets, at.lat, 27) / PER_DEGREE : null,
    longitudeDeg: at ? signed(sextets, at.lon, 28) / PER_DEGREE : null,
    sogMps: sog === SOG_NOT_AVAILABLE ? null : (sog / 10) * KNOT_MPS,
    cogRad: cog >= COG_NOT_AVAILABLE ? null : (cog / 10) * DEG_RAD,
    ...(shipTypeAt !== undefined && bits >= shipTypeAt + 8
      ? { shipType: unsigned(sextets, shipTypeAt, 8) }
      : {}),
  }
}

/** A class B position (type 18), and with a name its static part (type 24 A): payloads of 168 and 160 bits. */
export function encodeAis(report: AisReport): { payload: string; fillBits: number }[] {
  const { mmsi, name, latitudeDeg, longitudeDeg, sogMps, cogRad } = report
  const payloads = []
  if (latitudeDeg !== null && longitudeDeg !== null) {
    const bits = new Uint8Array(168)
    put(bits, 0, 6, 18)
    put(bits, 8, 30, mmsi)
    put(bits, 46, 10, sogMps === null ? SOG_NOT_AVAILABLE : Math.round(mpsToKn(sogMps) * 10))
    put(bits, 57, 28, Math.round(longitudeDeg * PER_DEGREE))
    put(bits, 85, 27, Math.round(latitudeDeg * PER_DEGREE))
    put(bits, 112, 12, cogRad === null ? COG_NOT_AVAILABLE : Math.round(radToDeg(cogRad) * 10) % 3600)
    put(bits, 124, 9, 511)
    put(bits, 133, 6, 60)
    payloads.push({ payload: armour(bits), fillBits: 0 })
  }
  if (name !== null) {
    const bits = new Uint8Array(162)
    put(bits, 0, 6, 24)
    put(bits, 8, 30, mmsi)
    const letters = name.toUpperCase().padEnd(NAME_LETTERS, '@')
    for (let i = 0; i < NAME_LETTERS; i++)
      put(bits, 40 + i * 6, 6, Math.max(LETTERS.indexOf(letters[i] ?? '@'), 0))
    payloads.push({ payload: armour(bits), fillBits: 2 })
  }
  return payloads
}

function unsigned(sextets: Uint8Array, at: number, bits: number): number {
  let value = 0
  for (let i = at; i < at + bits; i++)
    value = value * 2 + (((sextets[Math.trunc(i / 6)] ?? 0) >> (5 - (i % 6))) & 1)
  return value
}

function signed(sextets: Uint8Array, at: number, bits: number): number {
  const value = unsigned(sextets, at, bits)
  return value >= 2 ** (bits - 1) ? value - 2 ** bits : value
}

function text(sextets: Uint8Array, at: number): string {
  let result = ''
  for (let i = 0; i < NAME_LETTERS; i++) result += LETTERS[unsigned(sextets, at + i * 6, 6)]
  return result
}

function put(bits: Uint8Array, at: number, length: number, value: number): void {
  for (let i = 0; i < length; i++) bits[at + length - 1 - i] = (value >> i) & 1
}

function armour(bits: Uint8Array): string {
  let payload = ''
  for (let at = 0; at < bits.length; at += 6) {
    let sextet = 0
    for (let i = 0; i < 6; i++) sextet = sextet * 2 + (bits[at + i] ?? 0)
    payload += String.fromCharCode(sextet + (sextet > 39 ? 56 : 48))
  }
  return payload
}
