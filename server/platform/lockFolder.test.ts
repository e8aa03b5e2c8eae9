import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FolderInUse, lockFolder } from './lockFolder.ts'

let dataDir = ''
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'taffrail-lock-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

test('refuses a second process with a sentence that names the first', async () => {
  const unlock = await lockFolder(dataDir)
  await expect(lockFolder(dataDir)).rejects.toThrow(FolderInUse)
  await expect(lockFolder(dataDir)).rejects.toThrow(`process ${process.pid}`)
  await unlock()
  await (await lockFolder(dataDir))()
})

test('takes over from a process that is gone, or whose number belongs to another one now', async () => {
  const gone = spawn('true')
  await new Promise((resolve) => gone.once('exit', resolve))
  for (const holder of [
    { pid: gone.pid, identity: 'x' },
    { pid: process.pid, identity: 'another boot/1' },
    'torn',
  ]) {
    await writeFile(join(dataDir, 'lock'), JSON.stringify(holder))
    await (await lockFolder(dataDir))()
  }
  expect(await readdir(dataDir)).toEqual([])
})

test('removes what earlier starts left that ended before they had the lock', async () => {
  for (const [name, content] of [
    ['locking-killed', JSON.stringify({ pid: process.pid, identity: 'another boot/1' })],
    ['locking-full', ''],
    ['locking-fresh', ''],
  ] as const)
    await writeFile(join(dataDir, name), content)
  await utimes(join(dataDir, 'locking-full'), 0, 0)
  await (await lockFolder(dataDir))()
  expect(await readdir(dataDir)).toEqual(['locking-fresh'])
})

test('lets exactly one of many take over from a dead process', async () => {
  for (let round = 0; round < 30; round++) {
    await writeFile(join(dataDir, 'lock'), JSON.stringify({ pid: process.pid, identity: 'another boot/1' }))
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(dataDir)))
    const taken = tries.filter((one) => one.status === 'fulfilled')
    expect(taken).toHaveLength(1)
    await taken[0]?.value()
  }
})

test('lets exactly one of many in', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(dataDir)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
