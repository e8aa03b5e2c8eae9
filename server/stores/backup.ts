/**
 * `npm run backup`: a copy of everything in a new directory. Goes through the running server, or opens the stores
 * itself when none runs.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { Misused, runCommand } from '#server/command.ts'
import type { Config } from '#server/config.ts'
import { openFiles } from '#server/files/openFiles.ts'
import { standardLog } from '#server/platform/log.ts'
import { closeDataDir } from '#server/platform/ownerOnly.ts'
import { findRunning, type RunFile } from '#server/platform/runFile.ts'
import { lockFolder } from '../platform/lockFolder.ts'
import { takeBackup } from './backups/takeBackup.ts'
import { openColumns } from './columns/openColumns.ts'
import { openRecords } from './relational/openRecords.ts'

await runCommand(
  {
    usage: 'npm run backup -- DIR [--data DIR]',
    help: `Copies everything into the new directory DIR, while Binnacle runs or while it does not: charts that people own too, and which
areas of the map are kept in detail, whose tiles are fetched again after a restore.
`,
  },
  async ({ positionals, config }) => {
    const [directory, ...rest] = positionals
    if (!directory || rest.length > 0) throw new Misused()
    const running = await findRunning(config.dataDir)
    if (running) await askServer(running, resolve(directory))
    else await backUpAlone(config, resolve(directory))
    console.log(`The backup is in ${resolve(directory)}.`)
  },
)

async function askServer({ url, token }: RunFile, path: string) {
  const answer = await fetch(`${url}/local/backups`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ path }),
  })
  let last: { done?: boolean; error?: string; message?: string } = {}
  if (answer.body) {
    for await (const line of createInterface({ input: Readable.fromWeb(answer.body) }))
      last = JSON.parse(line)
  }
  if (!last.done) throw new Error(last.error ?? last.message ?? 'The server went away before the end.')
}

async function backUpAlone(config: Config, path: string) {
  if (!existsSync(config.dataDir)) throw new Error(`There is nothing at ${config.dataDir}.`)
  const unlock = await lockFolder(config.dataDir)
  closeDataDir(config.dataDir, standardLog)
  const records = await openRecords(config)
  const columns = await openColumns(config)
  const { files, sharedFiles, close } = await openFiles(config)
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
