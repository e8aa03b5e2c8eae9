const WRITE_EVERY_MS = 2000

/** Rows that wait for the records, one for each key. All of them are written together every two seconds. */
export class RowBuffer<Row> {
  readonly #save: (rows: Row[]) => Promise<void>
  readonly #onFailure: (error: unknown, rows: number) => void
  #rows = new Map<string, Row>()
  #timer: NodeJS.Timeout | null = null

  /** Rows that `save` cannot store are lost; `onFailure` receives their number. */
  constructor(save: (rows: Row[]) => Promise<void>, onFailure: (error: unknown, rows: number) => void) {
    this.#save = save
    this.#onFailure = onFailure
  }

  get size(): number {
    return this.#rows.size
  }

  has(key: string): boolean {
    return this.#rows.has(key)
  }

  rows(): Row[] {
    return [...this.#rows.values()]
  }

  /** Waiting row of a key, for the caller to add to; `first` when there is none. */
  row(key: string, first: Row): Row {
    const row = this.#rows.get(key) ?? first
    this.#rows.set(key, row)
    this.#timer ??= setTimeout(() => void this.write(), WRITE_EVERY_MS)
    return row
  }

  async write(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const rows = this.rows()
    this.#rows = new Map()
    try {
      await this.#save(rows)
    } catch (error) {
      this.#onFailure(error, rows.length)
    }
  }
}
