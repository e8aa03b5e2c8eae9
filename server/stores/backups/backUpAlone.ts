import { existsSync } from 'node:fs'
import type { Config } from '#server/config.ts'
import { openFiles } from '#server/files/openFiles.ts'
import { lockFolder } from '#server/platform/lockFolder.ts'
import { standardLog } from '#server/platform/log.ts'
import { closeDataDir } from '#server/platform/ownerOnly.ts'
import { openColumns } from '../columns/openColumns.ts'
import { identify } from '../relational/installation.ts'
import { openRecords } from '../relational/openRecords.ts'
import { takeBackup } from './takeBackup.ts'

/** Takes the backup of an installation that is not running. */
export async function backUpAlone(config: Config, path: string) {
  if (!existsSync(config.dataDir)) throw new Error(`There is nothing at ${config.dataDir}.`)
  const unlock = await lockFolder(config.dataDir)
  closeDataDir(config.dataDir, standardLog)
  const records = await openRecords(config)
  const columns = await openColumns(config)
  const { files, sharedFiles, close } = await openFiles(config, (await identify(records, config.dataDir)).id)
  try {
    const { CLICKHOUSE_URL, dataDir } = config
    await takeBackup({ records, columns, CLICKHOUSE_URL, dataDir, files, sharedFiles }, path)
  } finally {
    close()
    await columns.close()
    await records.close()
    await unlock()
  }
}
