import { createReadStream, openAsBlob } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { PassThrough, pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { BlobReader, ZipReader } from '@zip.js/zip.js'
import unbzip2 from 'unbzip2-stream'

/** One log of a file: the file itself, unpacked where it is compressed, or one of an archive. */
export interface OpenLog {
  /** Its name within an archive, null for the file itself. */
  name: string | null
  /** When it was last changed, which is after all that it holds. */
  writtenBeforeUs: number
  chunks: AsyncIterable<Uint8Array>
}

const GZIP = [0x1f, 0x8b]
const BZIP2 = [0x42, 0x5a, 0x68]
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const MAGIC_BYTES = 4
/** What macOS puts beside each file of an archive. */
const RESOURCE_FORKS = '__MACOSX/'

/**
 * The logs of a file, known by its bytes and not by its name: plain, or gzip, bzip2 and zip around any. Reading rejects
 * when the file cannot be read or is damaged.
 */
export async function* openLogs(
  path: string,
  onBytes: (read: number) => void = () => {},
): AsyncGenerator<OpenLog> {
  const { mtimeMs } = await stat(path)
  if (!startsWith(await beginningOf(path), ZIP)) {
    const chunks = unpacked(counted(createReadStream(path), onBytes))
    yield { name: null, writtenBeforeUs: mtimeMs * 1000, chunks }
    return
  }
  const archive = new ZipReader(new BlobReader(await openAsBlob(path)))
  try {
    let readBytes = 0
    for await (const entry of archive.getEntriesGenerator()) {
      if (entry.directory || entry.filename.startsWith(RESOURCE_FORKS)) continue
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      const reading = entry.getData(writable)
      // The reader hears of a failure through its end of the stream.
      reading.catch(() => {})
      const { filename, lastModDate, compressedSize } = entry
      yield { name: filename, writtenBeforeUs: lastModDate.getTime() * 1000, chunks: unpacked(readable) }
      readBytes += compressedSize
      onBytes(readBytes)
    }
  } finally {
    await archive.close()
  }
}

async function beginningOf(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC_BYTES), 0, MAGIC_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const startsWith = (bytes: Uint8Array, magic: readonly number[]) =>
  magic.every((byte, i) => bytes[i] === byte)

async function* counted(chunks: AsyncIterable<Uint8Array>, onBytes: (read: number) => void) {
  let read = 0
  for await (const chunk of chunks) {
    read += chunk.length
    onBytes(read)
    yield chunk
  }
}

async function* unpacked(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  let head: Uint8Array = new Uint8Array()
  while (head.length < MAGIC_BYTES) {
    const { done, value } = await iterator.next()
    if (done) break
    head = head.length === 0 ? value : Buffer.concat([head, value])
  }
  async function* all() {
    yield head
    for (;;) {
      const { done, value } = await iterator.next()
      if (done) return
      yield value
    }
  }
  if (startsWith(head, GZIP)) yield* unpacked(pipeline(Readable.from(all()), createGunzip(), () => {}))
  else if (startsWith(head, BZIP2)) yield* unpacked(bunzipped(all()))
  else yield* all()
}

/** That library's streams are of before `pipeline`, which would cut them short: errors are handed on by hand. */
function bunzipped(chunks: AsyncIterable<Uint8Array>): Readable {
  const source = Readable.from(chunks)
  const unpacked = new PassThrough()
  const damaged = () => unpacked.destroy(new Error('the bzip2 data is damaged or cut'))
  source.on('error', (error) => unpacked.destroy(error))
  source.pipe(unbzip2().on('error', damaged)).pipe(unpacked)
  return unpacked
}
