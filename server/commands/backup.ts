/**
 * `npm run backup`: a copy of everything in a new directory. Goes through the running server, or opens the stores
 * itself when none runs.
 */
import { existsSync } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { Misused, runCommand } from '#server/commands/command.ts'
import { PASSPHRASE_FILE, readPassphrase } from '#server/commands/passphrase.ts'
import type { Config } from '#server/config.ts'
import { findRunning, type RunFile } from '#server/platform/runFile.ts'
import { KEY_FILE } from '#server/platform/vault.ts'

async function backUp(config: Config, path: string) {
  const running = await findRunning(config.dataDir)
  if (running) await askServer(running, path)
  else await (await import('#server/stores/backups/backUpAlone.ts')).backUpAlone(config, path)
}

/** The plain folder lies beside the file until the file is complete. */
async function backUpEncrypted(config: Config, file: string, passphrase: string) {
  const { encryptBackup } = await import('#server/stores/backups/encryptedBackup.ts')
  if (existsSync(file)) throw new Error(`${file} is there already. Name a new file.`)
  const folder = `${file}.plain`
  try {
    await rm(folder, { recursive: true, force: true })
    await backUp(config, folder)
    const key = join(config.dataDir, KEY_FILE)
    if (existsSync(key)) await copyFile(key, join(folder, KEY_FILE))
    await encryptBackup(folder, file, passphrase)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

await runCommand(
  {
    usage: 'npm run backup -- DIR [--data DIR] [--passphrase-file FILE]',
    help: `Copies everything into the new directory DIR, while Taffrail runs or while it does not: charts that people own too, and which
areas of the map are kept in detail, whose tiles are fetched again after a restore.

  --passphrase-file F  encrypts the backup into the new file DIR, with the passphrase in F and with the key of the secrets
`,
    options: [PASSPHRASE_FILE],
  },
  async ({ values, positionals, config }) => {
    const [directory, ...rest] = positionals
    if (!directory || rest.length > 0) throw new Misused()
    const path = resolve(directory)
    const passphrase = await readPassphrase(values[PASSPHRASE_FILE])
    if (passphrase === null) await backUp(config, path)
    else await backUpEncrypted(config, path, passphrase)
    console.log(`The backup is in ${path}.`)
    const key = join(config.dataDir, KEY_FILE)
    if (passphrase === null && existsSync(key))
      console.log(`It has no key of the secrets. Keep a copy of ${key}, and not beside the backup.`)
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
