import { openColumns } from '#server/stores/columns/openColumns.ts'
import { telemetryCases } from '#server/testing/telemetryCases.ts'
import { startTestClickHouse } from '#server/testing/testClickHouse.ts'
import { openTelemetry } from './openTelemetry.ts'

telemetryCases(async () => {
  const server = await startTestClickHouse()
  const columns = await openColumns({ CLICKHOUSE_URL: server.url, dataDir: '' })
  return {
    ...openTelemetry(columns),
    columns,
    async close() {
      await columns.close()
      await server.close()
    },
  }
})
