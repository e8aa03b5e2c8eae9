/**
 * Taffrail's own form for values at a second's pace, described in docs/device-protocols.md. Values are in the stored
 * unit of their series (SI, radians), times are milliseconds since 1970 or ISO 8601.
 */
import type { Decoded, ScalarReading } from '#contract/domain/reading.ts'
import { fieldName, onGrid, parseField } from '#contract/domain/series.ts'
import { positionFromWire, positionToWire } from '#contract/wire/wirePosition.ts'
import type { MessageDecoder, Readings } from './codec.ts'
import { isRecord, parseJson } from './json.ts'
import { ReadingSink } from './readingSink.ts'
import { timestampUs } from './timestampUs.ts'

const LISTS = ['samples', 'tables', 'fixes'] as const

type Field = NonNullable<ReturnType<typeof parseField>>

/** Detail of the refusal for a message without any of the lists that contain readings. */
export const NO_READINGS = 'no samples, tables or fixes'

export class ReadingsDecoder implements MessageDecoder {
  readonly #sink = new ReadingSink('readings')

  decode(message: Uint8Array, receivedUs: number | null): Decoded {
    const body = parseJson(new TextDecoder().decode(message))
    if (!isRecord(body) || !LISTS.some((name) => Array.isArray(body[name])))
      this.#sink.reject('malformed', NO_READINGS)
    else {
      for (const name of LISTS)
        if (body[name] !== undefined && !Array.isArray(body[name])) this.#sink.reject('malformed', name)
      for (const sample of list(body.samples)) this.#sample(sample, receivedUs)
      for (const table of list(body.tables)) this.#table(table)
      for (const fix of list(body.fixes)) this.#fix(fix, receivedUs)
    }
    return this.#sink.take()
  }

  #sample(sample: unknown, receivedUs: number | null): void {
    const field = isRecord(sample) ? fieldOf(sample.key, sample.instance) : null
    if (!isRecord(sample) || !field) this.#sink.reject('malformed', 'sample')
    else this.#put(timeOf(sample.t, receivedUs), field, sample.value)
  }

  #table(table: unknown): void {
    const columns = isRecord(table) ? list(table.columns).map((name) => fieldOf(name, undefined)) : []
    const rows = isRecord(table) ? list(table.rows) : []
    const hasRows = isRecord(table) && Array.isArray(table.rows)
    if (columns.length === 0 || columns.includes(null) || !hasRows) {
      this.#sink.reject('malformed', 'table', Math.max(rows.length * columns.length, 1))
      return
    }
    for (const row of rows) {
      const timeUs = Array.isArray(row) ? timeOf(row[0], null) : null
      if (!Array.isArray(row) || row.length !== columns.length + 1)
        this.#sink.reject('malformed', 'row', columns.length)
      else for (const [i, field] of columns.entries()) if (field) this.#put(timeUs, field, row[i + 1])
    }
  }

  #put(timeUs: number | null, { key, instance }: Field, value: unknown): void {
    if (timeUs === null) this.#sink.reject('no_time', key)
    else if (value !== null && typeof value !== 'number') this.#sink.reject('malformed', key)
    else this.#sink.scalar(timeUs, key, instance, value)
  }

  #fix(fix: unknown, receivedUs: number | null): void {
    const { lat, lon, t, hdop, valid }: Record<string, unknown> = isRecord(fix) ? fix : {}
    if (typeof lat !== 'number' || typeof lon !== 'number') {
      this.#sink.reject('malformed', 'fix')
      return
    }
    const timeUs = timeOf(t, receivedUs)
    if (timeUs === null) this.#sink.reject('no_time', 'fix')
    else
      this.#sink.fix({
        timeUs,
        ...positionFromWire({ lat, lon }),
        hdop: typeof hdop === 'number' && hdop > 0 ? hdop : null,
        valid: valid !== false,
      })
  }
}

/** Readings of one moment become a row; moments with equal series become one table. */
export function encodeReadings({ scalars = [], fixes = [] }: Readings): Uint8Array {
  const moments = Map.groupBy(scalars, (scalar) => scalar.timeUs)
  const tables = new Map<string, { columns: string[]; rows: (number | null)[][] }>()
  for (const [timeUs, readings] of moments) {
    const columns = readings.map(({ key, instance }) => fieldName(key, instance))
    const table = tables.get(columns.join()) ?? { columns, rows: [] }
    table.rows.push([timeUs / 1e3, ...readings.map(rounded)])
    tables.set(columns.join(), table)
  }
  const body = {
    tables: [...tables.values()],
    fixes: fixes.map(({ timeUs, latitudeDeg, longitudeDeg, hdop, valid }) => ({
      t: timeUs / 1e3,
      ...positionToWire({ latitudeDeg, longitudeDeg }),
      ...(hdop === null ? {} : { hdop }),
      ...(valid ? {} : { valid }),
    })),
  }
  return new TextEncoder().encode(JSON.stringify(body))
}

/** No more digits than the store keeps. */
function rounded({ key, value }: ScalarReading): number | null {
  return value === null ? null : Number(onGrid(key, value).toPrecision(12))
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function fieldOf(name: unknown, instance: unknown): Field | null {
  const field = typeof name === 'string' ? parseField(name) : null
  if (!field || instance === undefined) return field
  const inRange = Number.isInteger(instance) && Number(instance) >= 0 && Number(instance) <= 255
  return inRange ? { key: field.key, instance: Number(instance) } : null
}

function timeOf(t: unknown, receivedUs: number | null): number | null {
  if (t === undefined) return receivedUs
  const us = typeof t === 'string' ? timestampUs(t) : typeof t === 'number' ? Math.round(t * 1e3) : Number.NaN
  return Number.isFinite(us) ? us : null
}
