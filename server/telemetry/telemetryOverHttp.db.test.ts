import { openColumns } from '#server/stores/columns/openColumns.ts'
import { startTestClickHouse } from '#server/stores/columns/testClickHouse.ts'
import { openTelemetry } from './openTelemetry.ts'
import { telemetryCases } from './telemetryCases.ts'

telemetryCases(async () => {
  const server = await startTestClickHouse()
  const columns = await openColumns({ CLICKHOUSE_URL: server.url, dataDir: '' })
  return {
    ...openTelemetry(columns),
    async close() {
      await columns.close()
      await server.close()
    },
  }
})
