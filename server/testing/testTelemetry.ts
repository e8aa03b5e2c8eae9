import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OrganizationShares } from '#server/platform/organizationShares.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import { openTelemetry } from '#server/telemetry/openTelemetry.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { prepareColumns } from './prepareColumns.ts'

export type TestTelemetry = Telemetry & { columns: Columns; close(): Promise<void> }

/**
 * Store that a failed file left open: the engine takes one data directory per process, and other files follow in it.
 */
let left: TestTelemetry | null = null

/** A telemetry store of its own for one test file, gone when it closes. */
export async function testTelemetry(shares?: OrganizationShares): Promise<TestTelemetry> {
  await left?.close()
  const dataDir = await mkdtemp(join(tmpdir(), 'taffrail-telemetry-'))
  await prepareColumns(dataDir)
  const columns = await openColumns({ dataDir }, shares)
  const opened: TestTelemetry = {
    ...openTelemetry(columns),
    columns,
    async close() {
      if (left === opened) left = null
      await columns.close()
      // Merges of the last moment may still be writing.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  left = opened
  return opened
}
