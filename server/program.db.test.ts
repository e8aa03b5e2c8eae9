import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Program, runScript, shareMap, startProgram } from './testProgram.ts'

const run = promisify(execFile)
const isRoot = userInfo().uid === 0
if (!isRoot) process.stderr.write('Not asked as another user of the machine: only root can become one.\n')

let folder = ''
let data = ''
let program: Program
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binnacle-doors-'))
  // Others of the machine get as far as the data directory itself, and its files were once open to them.
  await chmod(folder, 0o755)
  data = join(folder, 'data')
  await shareMap(data)
  await chmod(data, 0o755)
  await writeFile(join(data, 'of-before'), 'a secret')
  await chmod(join(data, 'of-before'), 0o666)
  program = await startProgram(['--no-demo', '--data', data])
}, 120_000)
afterAll(async () => {
  await program?.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Files and folders that somebody else has rights on, the links to the shared map left out. */
async function openPaths(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => !entry.isSymbolicLink()).map((e) => join(e.parentPath, e.name))
  const open: string[] = []
  for (const path of [directory, ...paths]) {
    // The engine may drop a file meanwhile.
    const { mode } = (await stat(path).catch(() => null)) ?? { mode: 0 }
    if (mode & 0o077) open.push(`${(mode & 0o777).toString(8)} ${path}`)
  }
  return open
}

test('closes an open data directory with a word, and makes nothing in it that others could read', async () => {
  expect(await openPaths(data)).toEqual([])
  expect(program.said().log).toContain('open to other users of this machine')
})

test.runIf(isRoot)('keeps every other user of the machine out', async () => {
  const asNobody = (...command: string[]) => run('runuser', ['-u', 'nobody', '--', ...command])
  await expect(asNobody('ls', data)).rejects.toThrow('Permission denied')
  for (const path of [join(data, 'of-before'), join(data, 'records', 'PG_VERSION')]) {
    await expect(asNobody('cat', path)).rejects.toThrow('Permission denied')
    await expect(asNobody('dd', `of=${path}`, 'if=/dev/zero', 'count=0')).rejects.toThrow('Permission denied')
  }
})

test('keeps backups and what is restored from them as closed', { timeout: 180_000 }, async () => {
  const backup = join(folder, 'backup')
  expect(await runScript('backup', [backup, '--data', data])).toMatchObject({ code: 0 })
  expect(await openPaths(backup)).toEqual([])
  await program.stop()
  const alone = join(folder, 'backup-alone')
  expect(await runScript('backup', [alone, '--data', data])).toMatchObject({ code: 0 })
  expect(await openPaths(alone)).toEqual([])
  // A backup from before, or one that was copied about, may be open.
  await chmod(join(backup, 'records', 'settings.jsonl'), 0o666)
  const restored = join(folder, 'restored')
  expect(await runScript('restore', [backup, '--data', restored])).toMatchObject({ code: 0 })
  expect(await openPaths(restored)).toEqual([])
})
