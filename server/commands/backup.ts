/**
 * `npm run backup`: a copy of everything in a new directory. Goes through the running server, or opens the stores
 * itself when none runs.
 */
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { Misused, runCommand } from '#server/commands/command.ts'
import { findRunning, type RunFile } from '#server/platform/runFile.ts'

await runCommand(
  {
    usage: 'npm run backup -- DIR [--data DIR]',
    help: `Copies everything into the new directory DIR, while Taffrail runs or while it does not: charts that people own too, and which
areas of the map are kept in detail, whose tiles are fetched again after a restore.
`,
  },
  async ({ positionals, config }) => {
    const [directory, ...rest] = positionals
    if (!directory || rest.length > 0) throw new Misused()
    const running = await findRunning(config.dataDir)
    if (running) await askServer(running, resolve(directory))
    else await (await import('#server/stores/backups/backUpAlone.ts')).backUpAlone(config, resolve(directory))
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
