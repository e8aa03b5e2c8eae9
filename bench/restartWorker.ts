/** Opens the column store in the given directory, answers one query, and prints the duration and the number of rows. */
import { openColumns } from '#server/stores/columns/openColumns.ts'
import { openTelemetry } from '#server/telemetry/openTelemetry.ts'

const [dataDir = '', startUs = ''] = process.argv.slice(2)
const fromUs = Number(startUs)
const columns = await openColumns({ dataDir })
const openedMs = performance.now()
await openTelemetry(columns).series.buckets(
  { vesselNumber: 1, fromUs, toUs: fromUs + 36_000_000_000 },
  [{ key: 'sog', instance: 0, aggregation: 'max' }],
  18_000_000,
)
const answeredMs = performance.now()
const [row] = await columns.rows<{ n: number }>(
  "SELECT toUInt64(sum(total_rows)) AS n FROM system.tables WHERE database = 'telemetry'",
)
console.log(
  `open after ${openedMs.toFixed(0)} ms, answered after ${answeredMs.toFixed(0)} ms, ` +
    `${(process.memoryUsage().rss / 1e6).toFixed(0)} MB resident, ${row?.n.toLocaleString('en')} rows`,
)
await columns.close()
