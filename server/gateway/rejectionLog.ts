import { REJECTION_REASONS, type Rejection, type RejectionReason } from '#contract/domain/reading.ts'
import type { Log } from '#server/platform/log.ts'
import { type NewRejection, saveRejections } from '#server/records/rejections.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'

const WRITE_EVERY_MS = 2000
/** A flood of different refusals is counted as one beyond this many kinds at a time. */
const MOST_KINDS = 500

/** Buffers rejections for the records: those of one kind and device become one row every two seconds. */
export class RejectionLog {
  readonly #db: Db
  readonly #log: Log
  #rows = new Map<string, NewRejection>()
  #timer: NodeJS.Timeout | null = null
  readonly #counts = new Map<RejectionReason, number>(REJECTION_REASONS.map((reason) => [reason, 0]))

  constructor(db: Db, log: Log) {
    this.#db = db
    this.#log = log
  }

  /** Counts of rejected data by reason since the start. */
  counts(): { reason: RejectionReason; count: number }[] {
    return [...this.#counts].map(([reason, count]) => ({ reason, count }))
  }

  note(source: { deviceId: string | null; vesselId: string | null }, rejected: readonly Rejection[]): void {
    for (const { reason, detail, count } of rejected) {
      const known = `${source.deviceId}\n${reason}\n${detail}`
      const kind =
        this.#rows.size < MOST_KINDS || this.#rows.has(known) ? known : `${source.deviceId}\n${reason}`
      const row = this.#rows.get(kind) ?? {
        ...source,
        reason,
        detail: kind === known ? detail : 'various',
        count: 0,
      }
      row.count += count
      this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + count)
      this.#rows.set(kind, row)
    }
    if (this.#rows.size > 0) this.#timer ??= setTimeout(() => void this.write(), WRITE_EVERY_MS)
  }

  async write(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const rows = [...this.#rows.values()]
    this.#rows = new Map()
    try {
      await saveRejections(this.#db, rows)
    } catch (error) {
      this.#log.error('rejections could not be stored', { error, kinds: rows.length })
    }
  }
}
