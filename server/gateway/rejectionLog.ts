import { REJECTION_REASONS, type Rejection, type RejectionReason } from '#contract/domain/reading.ts'
import type { Log } from '#server/platform/log.ts'
import { type NewRejection, saveRejections } from '#server/records/rejections.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { RowBuffer } from './rowBuffer.ts'

/** A flood of different refusals is counted as one beyond this many kinds at a time. */
const MOST_KINDS = 500

/** Buffers rejections for the records: those of one kind and device become one row every two seconds. */
export class RejectionLog {
  readonly #rows: RowBuffer<NewRejection>
  readonly #counts = new Map<RejectionReason, number>(REJECTION_REASONS.map((reason) => [reason, 0]))

  constructor(db: Db, log: Log) {
    this.#rows = new RowBuffer(
      (rows) => saveRejections(db, rows),
      (error, kinds) => log.error('rejections could not be stored', { error, kinds }),
    )
  }

  /** Counts of rejected data by reason since the start. */
  counts(): { reason: RejectionReason; count: number }[] {
    return [...this.#counts].map(([reason, count]) => ({ reason, count }))
  }

  note(source: { deviceId: string | null; vesselId: string | null }, rejected: readonly Rejection[]): void {
    for (const { reason, detail, count } of rejected) {
      const known = `${source.deviceId}\n${reason}\n${detail}`
      const isKind = this.#rows.size < MOST_KINDS || this.#rows.has(known)
      const kind = isKind ? known : `${source.deviceId}\n${reason}`
      const row = this.#rows.row(kind, { ...source, reason, detail: isKind ? detail : 'various', count: 0 })
      row.count += count
      this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + count)
    }
  }

  write = () => this.#rows.write()
}
