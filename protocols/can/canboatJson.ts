import { toPgn } from '@canboat/canboatjs/dist/browser.js'
import { getPGNWithNumber } from '@canboat/ts-pgns'
import { degToRad, ZERO_CELSIUS_K } from '#contract/domain/units.ts'
import { isRecord, parseJson } from '../json.ts'
import { timestampUs } from '../timestampUs.ts'
import type { CanFrame } from './canFrame.ts'

/**
 * Units of the log: canboat's analyzer names in its first line how it writes quantities, in SI or in its usual units.
 */
export function canboatUnits(line: string): 'si' | 'std' | null {
  const units = /^\{"version":"[^"]*","units":"(si|std)"/.exec(line)?.[1]
  return units === 'si' || units === 'std' ? units : null
}

/**
 * One line of `analyzer -json`, turned back into its message. The project's own library encodes the message
 * again, so fields mean the same in every form of a log. Null for an invalid line.
 *
 * {"timestamp":"2026-06-18T09:00:00.123Z","prio":2,"src":7,"dst":255,"pgn":127250,"fields":{"Heading":1.2}}
 */
export function parseCanboatJson(line: string, units: 'si' | 'std' = 'si'): CanFrame | null {
  const message = parseJson(line)
  if (!isRecord(message) || typeof message.pgn !== 'number' || !isRecord(message.fields)) return null
  const { timestamp, prio, pgn, src, dst, fields } = message
  const data = encoded({ ...message, fields: units === 'si' ? fields : inSi(pgn, fields) })
  if (!data) return null
  const stamp = typeof timestamp === 'string' ? timestamp.replace(/^(\d{4}-\d\d-\d\d)-/, '$1T') : ''
  const timeUs = timestampUs(stamp)
  return {
    timeUs: Number.isNaN(timeUs) ? null : timeUs,
    counterUs: null,
    priority: Number(prio ?? 0),
    pgn,
    source: Number(src ?? 0),
    destination: Number(dst ?? 255),
    data,
    assembled: true,
  }
}

/** The library throws for unknown fields and for values out of range. */
function encoded(message: Readonly<Record<string, unknown>>): Uint8Array | null {
  try {
    return toPgn(message as unknown as Parameters<typeof toPgn>[0]) ?? null
  } catch {
    return null
  }
}

/** Converts the analyzer's default units back to SI. */
const TO_SI: Readonly<Record<string, (value: number) => number>> = {
  rad: degToRad,
  'rad/s': degToRad,
  K: (celsius) => celsius + ZERO_CELSIUS_K,
  Pa: (bar) => bar * 100_000,
}

function inSi(pgn: number, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const defined = getPGNWithNumber(pgn)?.flatMap(({ Fields }) => Fields) ?? []
  const units = new Map(defined.flatMap(({ Id, Name, Unit }) => [[Id, Unit] as const, [Name, Unit] as const]))
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const convert = TO_SI[units.get(name) ?? '']
      return [name, convert && typeof value === 'number' ? convert(value) : value]
    }),
  )
}
