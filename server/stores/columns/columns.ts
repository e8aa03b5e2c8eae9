/** The column store as the rest of the server sees it, chDB in process or ClickHouse over HTTP alike. */
export interface Columns {
  /** Rows in TabSeparated lines; resolves once the engine has synced them to disk. */
  insert(table: string, columns: readonly string[], lines: string): Promise<void>
  /** The bytes of a SELECT in RowBinary. `sql` carries no text from outside: numbers and names of ours only. */
  rowBinary(sql: string): Promise<Buffer>
  /** Rows of a SELECT as objects. */
  rows<Row>(sql: string): Promise<Row[]>
  command(sql: string): Promise<void>
  close(): Promise<void>
}

/** A read that takes longer is ended by the engine: a question too large must not block the next one. */
export const READ_TIMEOUT_S = 30
