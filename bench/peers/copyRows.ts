import type pg from 'pg'

/** Sends the rows with one COPY statement, which is a transaction. Resolves once it is committed. */
export function copyRows(client: pg.Client, statement: string, text: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const copy = {
      submit(connection: CopyConnection) {
        connection.query(statement)
      },
      handleCopyInResponse(connection: CopyConnection) {
        connection.sendCopyFromChunk(text)
        connection.endCopyFrom()
      },
      handleCommandComplete() {},
      handleError: reject,
      handleReadyForQuery: () => resolve(),
    }
    client.query(copy as unknown as pg.Submittable)
  })
}

/** Part of the driver's connection that its types lack. */
interface CopyConnection {
  query(statement: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}
