import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderFiles } from '#server/files/folderFiles.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { CLAIM_ENDS_MS, claimBucket } from './claimBucket.ts'

async function openBucket() {
  const folder = await mkdtemp(join(tmpdir(), 'taffrail-claim-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const files = folderFiles(folder)
  const clock = fixedClock(Date.UTC(2030, 0, 1))
  const claim = async (database: string) => {
    const claimed = await claimBucket({ files, database, clock, log: silentLog })
    await claimed?.close()
    return claimed !== null
  }
  const pass = (ms: number) => clock.set(clock.nowMs() + ms)
  return { claim, pass }
}

test('refuses the bucket to another database, and to none of its own processes', async () => {
  const { claim } = await openBucket()
  expect(await claim('first')).toBe(true)
  expect(await claim('first')).toBe(true)
  expect(await claim('copy')).toBe(false)
  expect(await claim('first')).toBe(true)
})

test('leaves the bucket to another database once no process has renewed the claim for a while', async () => {
  const { claim, pass } = await openBucket()
  await claim('first')
  pass(CLAIM_ENDS_MS - 1)
  expect(await claim('restored')).toBe(false)
  pass(1)
  expect(await claim('restored')).toBe(true)
  expect(await claim('first')).toBe(false)
})
