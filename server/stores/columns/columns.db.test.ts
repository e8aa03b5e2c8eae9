import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { columnsCases } from '#server/testing/columnsCases.ts'
import { openColumns } from './openColumns.ts'

columnsCases(async (readTimeoutS) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'taffrail-columns-'))
  const columns = await openColumns({ dataDir, readTimeoutS })
  return {
    ...columns,
    async close() {
      await columns.close()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
})
