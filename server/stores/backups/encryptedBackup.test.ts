import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decryptBackup, encryptBackup } from './encryptedBackup.ts'

const PASSPHRASE = 'a fair wind and a following sea'
/** So that each guess takes no second. */
const LITTLE_WORK = 4
const secret = randomBytes(300_000)
let folder = ''
let file = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taffrail-encrypted-'))
  file = join(folder, 'backup.age')
  await mkdir(join(folder, 'backup', 'telemetry', 'samples'), { recursive: true })
  await writeFile(join(folder, 'backup', 'manifest.json'), '{"format":2}')
  await writeFile(join(folder, 'backup', 'telemetry', 'samples', 'part.bin'), secret)
  await writeFile(join(folder, 'backup', 'telemetry', 'empty'), '')
  await encryptBackup(join(folder, 'backup'), file, PASSPHRASE, LITTLE_WORK)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('opens what it encrypted, and shows neither contents nor names', async () => {
  const opened = join(folder, 'opened')
  await decryptBackup(file, opened, PASSPHRASE)
  const names = (await readdir(opened, { recursive: true })).sort()
  expect(names).toEqual((await readdir(join(folder, 'backup'), { recursive: true })).sort())
  expect((await readFile(join(opened, 'telemetry', 'samples', 'part.bin'))).equals(secret)).toBe(true)
  expect(await readFile(join(opened, 'manifest.json'), 'utf8')).toBe('{"format":2}')
  const content = await readFile(file)
  expect(content.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  expect([content.includes('manifest'), content.includes(secret.subarray(0, 16))]).toEqual([false, false])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(existsSync(`${file}.incomplete`)).toBe(false)
})

test('refuses a wrong passphrase with a sentence', async () => {
  const opened = join(folder, 'wrong')
  await expect(decryptBackup(file, opened, 'another')).rejects.toThrow(
    `The passphrase does not open ${file}.`,
  )
  expect(existsSync(opened)).toBe(false)
})

test('recognizes a file that was cut or changed, and leaves nothing of it', async () => {
  const whole = await readFile(file)
  const opened = join(folder, 'damaged')
  const damaged = join(folder, 'damaged.age')
  // After a whole chunk of 64 KiB too, where only the mark of the last chunk is missing.
  const header = whole.indexOf('\n---') + 1
  const body = whole.indexOf('\n', header) + 1
  const cuts = [0, 10, header, body + 16, body + 16 + 65_552, whole.length - 1]
  for (const length of cuts) {
    await writeFile(damaged, whole.subarray(0, length))
    await expect(decryptBackup(damaged, opened, PASSPHRASE), `${length}`).rejects.toThrow(
      /^\/.*damaged\.age is (cut off or damaged\. Copy it again|no encrypted backup, or its beginning is damaged)\.$/,
    )
    expect(existsSync(opened)).toBe(false)
  }
  for (const at of [body + 20, whole.length - 100]) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 1
    await writeFile(damaged, changed)
    await expect(decryptBackup(damaged, opened, PASSPHRASE)).rejects.toThrow(/cut off or damaged/)
    expect(existsSync(opened)).toBe(false)
  }
})
