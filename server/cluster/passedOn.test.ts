import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { openTestBucket } from '#server/testing/testBucket.ts'
import { passedOn } from './passedOn.ts'

const NAME = 'world.pmtiles'

async function bucket() {
  const { files, close } = await openTestBucket()
  onTestFinished(close)
  return files
}

function machine(): string {
  const folder = mkdtempSync(join(tmpdir(), 'taffrail-machine-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('copies what another machine has published', async () => {
  const { copyTo, putThere } = passedOn(await bucket(), 'basemap')
  const [one, two] = [machine(), machine()]
  writeFileSync(join(one, NAME), 'of one')
  expect(await copyTo(join(one, NAME), NAME)).toBe(false)
  await putThere(join(one, NAME), NAME)
  expect(await copyTo(join(two, NAME), NAME)).toBe(true)
  expect([readdirSync(two), readFileSync(join(two, NAME), 'utf8')]).toEqual([[NAME], 'of one'])
})

test('keeps what the machine itself has', async () => {
  const { copyTo, putThere } = passedOn(await bucket(), 'basemap')
  const [one, two] = [machine(), machine()]
  writeFileSync(join(one, NAME), 'of one')
  writeFileSync(join(two, NAME), 'of two')
  await putThere(join(one, NAME), NAME)
  expect(await copyTo(join(two, NAME), NAME)).toBe(true)
  expect(readFileSync(join(two, NAME), 'utf8')).toBe('of two')
})

test('keeps nothing of a copy that breaks off', async () => {
  const files = await bucket()
  const broken = async () =>
    Readable.from(
      (function* () {
        yield Buffer.from('half')
        throw new Error('the line went')
      })(),
    )
  const { copyTo } = passedOn({ ...files, get: broken }, 'basemap')
  const two = machine()
  await expect(copyTo(join(two, NAME), NAME)).rejects.toThrow('the line went')
  expect(readdirSync(two)).toEqual([])
})
