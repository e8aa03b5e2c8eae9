import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testRecords } from '#server/testing/testStores.ts'
import { identify } from './installation.ts'

test('tells a copied data directory from the first, and knows one that was moved', async () => {
  const records = await testRecords()
  const folder = await mkdtemp(join(tmpdir(), 'taffrail-copied-'))
  onTestFinished(async () => {
    await records.close()
    await rm(folder, { recursive: true })
  })
  const [first, copy, moved] = ['first', 'copy', 'moved'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await mkdir(first)
  const original = await identify(records, first)
  await cp(first, copy, { recursive: true })
  const copied = await identify(records, copy)
  expect(copied.id).toBe(original.id)
  expect(copied.database).not.toBe(original.database)
  await rename(first, moved)
  expect(await identify(records, moved)).toEqual(original)
})
