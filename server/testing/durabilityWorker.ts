/**
 * Writes numbered batches and prints `ACK n` on standard output once the store has acknowledged batch n, until it is
 * killed. Arguments: a data directory, `records` or `telemetry`, the first number, the last one.
 */
import { writeSync } from 'node:fs'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import { openRecords } from '#server/stores/relational/openRecords.ts'
import { settings } from '#server/stores/relational/schema.ts'
import { openTelemetry } from '#server/telemetry/openTelemetry.ts'
import { numberedBatch } from './numberedBatch.ts'

const [dataDir = '', store = '', first = '1', last = 'Infinity'] = process.argv.slice(2)
const write = store === 'records' ? await intoRecords() : await intoTelemetry()
for (let n = Number(first); n <= Number(last); n++) {
  await write(n)
  writeSync(1, `ACK ${n}\n`)
}
process.exit(0)

async function intoRecords() {
  const { db } = await openRecords({ dataDir })
  return async (n: number) => {
    // A batch that was stored but not acknowledged comes again.
    await db
      .insert(settings)
      .values({ name: `batch ${n}`, value: n })
      .onConflictDoNothing()
  }
}

async function intoTelemetry() {
  const telemetry = openTelemetry(await openColumns({ dataDir }))
  return (n: number) => telemetry.append([numberedBatch(n)])
}
