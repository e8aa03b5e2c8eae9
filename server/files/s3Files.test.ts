import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openTestBucket } from '#server/testing/testBucket.ts'
import { s3Files } from './s3Files.ts'

async function store(secretAccessKey?: string) {
  const { s3, files, close } = await openTestBucket(secretAccessKey)
  onTestFinished(close)
  const read = async (key: string) => {
    const stream = await files.get(key)
    return stream && buffer(stream)
  }
  return { s3, files, read }
}

test('keeps a file until it is deleted', async () => {
  const { files, read, s3 } = await store()
  await files.put('pictures/a.jpg', Buffer.from('one'))
  expect(await read('pictures/a.jpg')).toEqual(Buffer.from('one'))
  await files.delete('pictures/a.jpg')
  await files.delete('pictures/a.jpg')
  expect(await read('pictures/a.jpg')).toBeNull()
  expect(s3.objects.size).toBe(0)
})

test('lists a folder of any size, and no other folder', async () => {
  const { files } = await store()
  for (const key of ['images/a.jpg', 'images/b.jpg', 'images/c.jpg', 'models/d.glb'])
    await files.put(key, Buffer.from('x'))
  const found = await all(files.list('images'))
  expect(found.map(({ key }) => key).sort()).toEqual(['images/a.jpg', 'images/b.jpg', 'images/c.jpg'])
  expect(found[0]?.storedMs).toBe(Date.UTC(2026, 5, 1))
  expect(await all(files.list('pictures'))).toEqual([])
})

test('sees nothing of another installation in the same bucket', async () => {
  const { s3, files, read } = await store()
  await files.put('images/a.jpg', Buffer.from('ours'))
  const credentials = { accessKeyId: 'taffrail', secretAccessKey: 'right' }
  const other = s3Files({ url: s3.url, region: 'eu-west-1', credentials, folder: 'two' })
  onTestFinished(() => other.close())
  await other.put('images/b.jpg', Buffer.from('theirs'))
  await other.delete('images/a.jpg')
  expect(await read('images/a.jpg')).toEqual(Buffer.from('ours'))
  expect(await read('images/b.jpg')).toBeNull()
  expect((await all(files.list('images'))).map(({ key }) => key)).toEqual(['images/a.jpg'])
  expect([...s3.objects.keys()].sort()).toEqual(['one/images/a.jpg', 'two/images/b.jpg'])
})

test('stores a stream of any length in chunks', async () => {
  const { files, read } = await store()
  const whole = randomBytes(12_000_000)
  const chunks = Array.from({ length: 120 }, (_, i) => whole.subarray(i * 100_000, (i + 1) * 100_000))
  await files.put('large', Readable.from(chunks))
  expect((await read('large'))?.equals(whole)).toBe(true)
})

test('keeps nothing of an interrupted write', async () => {
  const { files, read, s3 } = await store()
  const broken = Readable.from(
    (function* () {
      for (let i = 0; i < 80; i++) yield Buffer.alloc(100_000)
      throw new Error('the line went')
    })(),
  )
  await expect(files.put('a', broken)).rejects.toThrow('the line went')
  expect(await read('a')).toBeNull()
  expect(s3.openUploads.size).toBe(0)
})

test('reports a wrong key, and never reads a path as a file', async () => {
  const { files, s3 } = await store('wrong')
  await expect(files.put('a', Buffer.from('x'))).rejects.toThrow()
  await expect(files.get('a')).rejects.toThrow()
  expect(s3.objects.size).toBe(0)
  await expect(files.put('../a', Buffer.from('x'))).rejects.toThrow('the key of the file is not valid')
})

async function all<T>(found: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const one of found) list.push(one)
  return list
}
