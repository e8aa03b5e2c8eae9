import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { UNFINISHED } from './fileStore.ts'
import { folderFiles } from './folderFiles.ts'

async function store() {
  const folder = await mkdtemp(join(tmpdir(), 'taffrail-files-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return { folder, files: folderFiles(join(folder, 'inside')) }
}

test('keeps a file until it is deleted', async () => {
  const { files } = await store()
  await files.put('pictures/a.jpg', Buffer.from('one'))
  await files.put('pictures/b.jpg', Readable.from(['t', 'wo']))
  const read = async (key: string) => {
    const stream = await files.get(key)
    return stream && text(stream)
  }
  expect([await read('pictures/a.jpg'), await read('pictures/b.jpg')]).toEqual(['one', 'two'])
  await files.delete('pictures/a.jpg')
  await files.delete('pictures/a.jpg')
  expect([await read('pictures/a.jpg'), await read('never')]).toEqual([null, null])
})

test('keeps nothing of an interrupted write', async () => {
  const { folder, files } = await store()
  const broken = Readable.from(
    (function* () {
      yield 'half'
      throw new Error('the line went')
    })(),
  )
  await expect(files.put('a', broken)).rejects.toThrow('the line went')
  expect(await files.get('a')).toBeNull()
  expect(await readdir(join(folder, 'inside'))).toEqual([UNFINISHED])
  expect(await all(files.list(UNFINISHED))).toEqual([])
})

test('lists a folder with the time of each file, and no other folder', async () => {
  const { files } = await store()
  const beforeMs = Date.now() - 1000
  for (const key of ['images/a.jpg', 'images/b.jpg', 'models/c.glb']) await files.put(key, Buffer.from('x'))
  const found = await all(files.list('images'))
  expect(found.map(({ key }) => key).sort()).toEqual(['images/a.jpg', 'images/b.jpg'])
  expect(found.every(({ storedMs }) => storedMs > beforeMs)).toBe(true)
  expect(await all(files.list('pictures'))).toEqual([])
})

test('never leaves its folder', async () => {
  const { folder, files } = await store()
  const keys = [
    '../x',
    '..\\x',
    '/etc/x',
    'a/../../x',
    'a\0b',
    '',
    '.',
    '..',
    'C:x',
    '%2e%2e/x',
    'a//b',
    'x.jpg.html',
    'charts/../x',
    'charts/.x',
    'charts/a\\..\\x',
    'charts/a/b/c d',
  ]
  for (const key of keys) {
    await expect(files.put(key, Buffer.from('x')).then(() => key)).rejects.toThrow('not valid')
    await expect(files.get(key).then(() => key)).rejects.toThrow('not valid')
  }
  expect(await readdir(folder)).toEqual([])
})

async function all<T>(found: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const one of found) list.push(one)
  return list
}
