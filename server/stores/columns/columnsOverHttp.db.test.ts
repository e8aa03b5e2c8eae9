import { describe, expect, test } from 'vitest'
import { columnsCases } from '#server/testing/columnsCases.ts'
import { startTestClickHouse } from '#server/testing/testClickHouse.ts'
import { openColumns } from './openColumns.ts'

columnsCases(async (readTimeoutS) => {
  const server = await startTestClickHouse()
  const columns = await openColumns({ CLICKHOUSE_URL: server.url, dataDir: '', readTimeoutS })
  return {
    ...columns,
    async close() {
      await columns.close()
      await server.close()
    },
  }
})

describe('a server with faults', () => {
  test('gives up on a server that stopped answering, after its time limit', async () => {
    const server = await startTestClickHouse()
    const columns = await openColumns({ CLICKHOUSE_URL: server.url, dataDir: '', readTimeoutS: -4 })
    server.process.kill('SIGSTOP')
    await expect(columns.rows('SELECT 1')).rejects.toMatchObject({ code: 'unavailable' })
    server.process.kill('SIGCONT')
    await columns.close()
    await server.close()
  })

  test('rejects queries and inserts when the server is gone', async () => {
    const server = await startTestClickHouse()
    const columns = await openColumns({ CLICKHOUSE_URL: server.url, dataDir: '' })
    await server.close()
    await expect(columns.insert('telemetry.intervals', ['vessel'], '1\n')).rejects.toThrow()
    await expect(columns.rows('SELECT 1')).rejects.toThrow()
    await columns.close()
    await expect(openColumns({ CLICKHOUSE_URL: server.url, dataDir: '' })).rejects.toThrow()
  })
})
