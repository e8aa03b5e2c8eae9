/**
 * `npm run import -- --vessel NAME [--organization NAME] [--data DIR] FILE…`: log files of any known format into the
 * history of a vessel, which is made when there is none. Goes through the running server, or starts one for as long as
 * it takes.
 */

import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import type { Rejection } from '#contract/reading.ts'
import { readConfig } from './config.ts'
import { standardLog } from './platform/log.ts'
import { findRunning, type RunFile } from './platform/runFile.ts'
import { startServer } from './startServer.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { vessel: { type: 'string' }, organization: { type: 'string' }, data: { type: 'string' } },
})
if (!values.vessel || positionals.length === 0) {
  console.error('Usage: npm run import -- --vessel NAME [--organization NAME] [--data DIR] FILE…')
  process.exit(1)
}

const config = readConfig(process.env, ['--no-demo', ...(values.data ? ['--data', values.data] : [])])
const running = await findRunning(config.dataDir)
const own = running
  ? null
  : await startServer({ ...config, PORT: 0, MQTT_PORT: 0 }, { ...standardLog, info: () => undefined })
const run = running ?? (await findRunning(config.dataDir))
let failed = false
try {
  if (!run) throw new Error('The server did not start.')
  for (const file of positionals) failed = !(await importFile(run, resolve(file))) || failed
  await own?.processing.idle()
} finally {
  await own?.close()
}
process.exit(failed ? 1 : 0)

interface Line {
  accepted?: number
  done?: number
  rejected?: Rejection[]
  error?: string
  message?: string
}

async function importFile({ url, token }: RunFile, path: string): Promise<boolean> {
  const answer = await fetch(`${url}/gateway/local/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ vessel: values.vessel, organization: values.organization, path }),
  })
  let last: Line = {}
  if (answer.body) {
    for await (const line of createInterface({ input: Readable.fromWeb(answer.body) })) {
      last = JSON.parse(line)
      if (process.stdout.isTTY) process.stdout.write(`\r${path}  ${Math.round(100 * (last.done ?? 0))} %`)
    }
  }
  if (process.stdout.isTTY) process.stdout.write('\r')
  const problem = last.error ?? last.message
  console.log(problem ? `${path}: ${problem}` : `${path}: ${last.accepted} readings stored`)
  for (const { reason, detail, count } of (last.rejected ?? [])
    .toSorted((a, b) => b.count - a.count)
    .slice(0, 20)) {
    console.log(`  ${count} refused, ${reason}: ${detail}`)
  }
  return !problem
}
