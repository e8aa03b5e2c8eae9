import { isRecord, type JsonRecord, parseJson } from '#protocols/json.ts'
import { timestampUs } from '#protocols/timestampUs.ts'
import type { Part, PartReader, Reject } from './part.ts'
import { StreamClock } from './streamClock.ts'

/** Our own JSON. Its times become milliseconds relative to the part's own time. */
export class ReadingParts implements PartReader {
  readonly #reject: Reject
  readonly #clock = new StreamClock()

  constructor(reject: Reject) {
    this.#reject = reject
  }

  read({ bytes, arrivedMs }: { bytes: Uint8Array; arrivedMs: number }): Part[] {
    const body = parseJson(new TextDecoder().decode(bytes))
    if (!isRecord(body)) {
      this.#reject('malformed')
      return []
    }
    const measuredMs = Math.round(arrivedMs)
    const relativeMs = (t: unknown) => {
      const ownMs =
        typeof t === 'number' || typeof t === 'string' ? timestampUs(String(t)) / 1000 : Number.NaN
      return Number.isNaN(ownMs) ? 0 : Math.round(this.#clock.measuredMs(ownMs, arrivedMs)) - measuredMs
    }
    const dated = (one: unknown) => (isRecord(one) ? { ...one, t: relativeMs(one.t) } : one)
    const samples = list(body.samples).map(dated)
    const fixes = list(body.fixes).map(dated)
    const tables = list(body.tables).map((table) => {
      if (!isRecord(table)) return table
      const rows = list(table.rows).map((row) =>
        Array.isArray(row) ? [relativeMs(row[0]), ...row.slice(1)] : row,
      )
      return { ...table, rows }
    })
    const part = (kind: string, content: JsonRecord, isPosition = false): Part => ({
      ...{ kind, measuredMs, isPosition },
      bytes: Buffer.from(JSON.stringify(content)),
    })
    return [
      ...samples.map((sample) =>
        part(isRecord(sample) ? `${sample.key}.${sample.instance}` : '', { samples: [sample] }),
      ),
      ...fixes.map((fix) => part('fix', { fixes: [fix] }, true)),
      ...tables.map((table) => part(isRecord(table) ? String(table.columns) : '', { tables: [table] })),
    ]
  }
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
