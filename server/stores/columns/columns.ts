/** Formats that the engine writes by itself. */
export type FileFormat = 'CSVWithNames' | 'Parquet'

/** A part of a table that a query failed on. */
export interface UnreadablePart {
  table: string
  part: string
  foundMs: number
}

/** The column store as the rest of the server sees it, chDB in process or ClickHouse over HTTP alike. */
export interface Columns {
  /** Folder of the embedded engine's files; null when ClickHouse runs elsewhere. */
  path: string | null
  /** Rows in TabSeparated lines; resolves once the engine has synced them to disk. */
  insert(table: string, columns: readonly string[], lines: string): Promise<void>
  /**
   * Returns the bytes of a SELECT in RowBinary. `sql` contains no text from outside, only numbers and our own
   * names. Reads run in a session that may neither write nor reach files or the network. The engine ends a
   * slow read, which rejects with Problem `unavailable`.
   */
  rowBinary(sql: string): Promise<Buffer>
  /** Rows of a SELECT as objects. */
  rows<Row>(sql: string): Promise<Row[]>
  /**
   * Writes the rows of a SELECT to a file in a format of the engine, block by block, in little memory and
   * beside other work. `sql` as above; one file at a time.
   */
  writeFile(sql: string, format: FileFormat, path: string): Promise<void>
  command(sql: string): Promise<void>
  /** Parts that reads failed on since the start, at most 100. */
  unreadable(): readonly UnreadablePart[]
  /** Runs while no insert is under way and none can begin, for a snapshot of all tables at one instant. */
  exclusively<T>(task: (command: (sql: string) => Promise<void>) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface ColumnsConfig {
  CLICKHOUSE_URL?: string | undefined
  /** Cluster of this replica; the tables exist on all its replicas. */
  CLICKHOUSE_CLUSTER?: string | undefined
  dataDir: string
  /** How long a read may take (s). */
  readTimeoutS?: number
}

/** Time of the column store, epoch ms. */
export async function columnsNowMs(columns: Pick<Columns, 'rows'>): Promise<number> {
  const [row] = await columns.rows<{ ms: number }>("SELECT toUnixTimestamp64Milli(now64(3, 'UTC')) AS ms")
  return Number(row?.ms)
}
