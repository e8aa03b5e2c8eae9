/** The cases that a folder and a bucket share. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openTestBucket } from '#server/testing/testBucket.ts'
import type { FileStore } from './fileStore.ts'
import { folderFiles } from './folderFiles.ts'
import { localFile } from './localFile.ts'

async function temporary() {
  const folder = await mkdtemp(join(tmpdir(), 'taffrail-files-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const STORES: [name: string, open: () => Promise<FileStore>][] = [
  ['a folder', async () => folderFiles(join(await temporary(), 'inside'))],
  [
    'a bucket',
    async () => {
      const { files, close } = await openTestBucket()
      onTestFinished(close)
      return files
    },
  ],
]

describe.each(STORES)('%s', (_, open) => {
  const read = async (files: FileStore, ...asked: Parameters<FileStore['get']>) => {
    const stream = await files.get(...asked)
    return stream && buffer(stream)
  }

  test('keeps a file until it is deleted', async () => {
    const files = await open()
    await files.put('pictures/a.jpg', Buffer.from('one'))
    await files.put('pictures/b.jpg', Readable.from([Buffer.from('t'), Buffer.from('wo')]))
    expect([
      String(await read(files, 'pictures/a.jpg')),
      String(await read(files, 'pictures/b.jpg')),
    ]).toEqual(['one', 'two'])
    await files.delete('pictures/a.jpg')
    await files.delete('pictures/a.jpg')
    expect(await read(files, 'pictures/a.jpg')).toBeNull()
    expect([await read(files, 'never'), await files.stat('never')]).toEqual([null, null])
  })

  test('moves a file of the disk in, with its time, and reads any part of it', async () => {
    const files = await open()
    const folder = await temporary()
    const whole = randomBytes(11_000_000)
    const path = join(folder, 'a')
    await writeFile(path, whole)
    await files.take('exports/a.zip', path, Date.UTC(2020, 0, 1))
    expect(existsSync(path)).toBe(false)
    expect(await files.stat('exports/a.zip')).toMatchObject({
      ...{ key: 'exports/a.zip', bytes: whole.length, changedMs: Date.UTC(2020, 0, 1) },
    })
    expect((await read(files, 'exports/a.zip'))?.equals(whole)).toBe(true)
    expect(
      (await read(files, 'exports/a.zip', { from: 7, to: 9_000_000 }))?.equals(whole.subarray(7, 9_000_001)),
    ).toBe(true)
  })

  test('distinguishes contents by a tag', async () => {
    const files = await open()
    const versions = []
    for (const content of ['one', 'two']) {
      await files.put('areas/a.json', Buffer.from(content))
      versions.push((await files.stat('areas/a.json'))?.version)
      for await (const { version } of files.list('areas')) expect(version).toBe(versions.at(-1))
    }
    expect(new Set(versions).size).toBe(2)
    const chunk = async (version?: string) =>
      String(await read(files, 'areas/a.json', { from: 1, to: 1 }, version))
    expect([await chunk(), await chunk(versions[1]), await chunk(versions[0])]).toEqual(['w', 'w', 'null'])
    expect(String(await read(files, 'areas/a.json', undefined, versions[1]))).toBe('two')
  })

  test('lists a folder and none inside it', async () => {
    const files = await open()
    const charts = ['charts/one/a.pmtiles', 'charts/one/Höfn (ný) & co.pmtiles', 'charts/two/c.pmtiles']
    for (const key of [...charts, 'charts/d']) await files.put(key, Buffer.from(key))
    const listed = async (folder: string) => {
      const found = []
      for await (const { key, bytes } of files.list(folder)) found.push([key, bytes])
      return found.sort()
    }
    expect(await listed('charts/one')).toEqual([
      ['charts/one/Höfn (ný) & co.pmtiles', 35],
      ['charts/one/a.pmtiles', 20],
    ])
    expect(await listed('charts')).toEqual([['charts/d', 8]])
    expect(await listed('pictures')).toEqual([])
    expect((await files.folders('charts')).sort()).toEqual(['one', 'two'])
    expect(await files.folders('pictures')).toEqual([])
  })

  test('copies a file to the disk for readers of disk files', async () => {
    const files = await open()
    const scratch = await temporary()
    const path = join(scratch, 'a')
    await writeFile(path, 'a log')
    await files.take('logs/a', path, Date.UTC(2020, 0, 1))
    const local = await localFile(files, 'logs/a', scratch)
    const { mtimeMs, size } = await stat(local?.path ?? '')
    expect([mtimeMs, size]).toEqual([Date.UTC(2020, 0, 1), 5])
    await local?.done()
    expect(await files.stat('logs/a')).not.toBeNull()
    expect(await localFile(files, 'logs/b', scratch)).toBeNull()
  })
})
