import { createReadStream, openAsBlob } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { PassThrough, pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { BlobReader, type FileEntry, ZipReader } from '@zip.js/zip.js'
import unbzip2 from 'unbzip2-stream'
import { LogRefused } from './logFailure.ts'

/** One log of a file: the file itself, unpacked if compressed, or a member of an archive. */
export interface OpenLog {
  /** Its name within an archive, null for the file itself. */
  name: string | null
  /** Last change of the file, which is after all of its data. */
  writtenBeforeUs: number
  chunks: AsyncIterable<Uint8Array>
}

const GZIP = [0x1f, 0x8b]
const BZIP2 = [0x42, 0x5a, 0x68]
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const MAGIC_BYTES = 16
/** The container of .xls and other files of Office before 2007. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
/** Files inside spreadsheets of Excel, OpenDocument and Numbers. */
const OF_SPREADSHEETS = /^(?:\[Content_Types\]\.xml|mimetype|Index\/.*\.iwa)$/
/** Pictures beside the placemarks of a KMZ file contain no readings. */
const PICTURE = /\.(?:png|jpe?g|gif|svg|webp)$/i
/** Entries of one archive that are read. */
const MOST_ENTRIES = 10_000
/** Compressed within compressed: `.gz` in a zip is two. */
const DEEPEST = 3
/** Logs compress to a twentieth, motion at rest to a hundredth; a file that unpacks to more is no log. */
const MOST_TIMES = 250
/** Small files may unpack to this much, however well they compress. */
const FREE_BYTES = 64 * 1024 * 1024
/** Folder of the resource forks that macOS adds to an archive. */
const RESOURCE_FORKS = '__MACOSX/'

/**
 * The logs of a file, recognised by its bytes and not by its name: plain, or inside gzip, bzip2 and zip.
 * Reading rejects when the file cannot be read or is damaged.
 */
export async function* openLogs(
  path: string,
  onBytes: (read: number) => void = () => {},
): AsyncGenerator<OpenLog> {
  const { mtimeMs, size } = await stat(path)
  const beginning = await beginningOf(path)
  if (startsWith(beginning, OLE)) throw new LogRefused('spreadsheet')
  const bound = boundOf(size)
  if (!startsWith(beginning, ZIP)) {
    const chunks = asUtf8(unpacked(counted(createReadStream(path), onBytes), bound))
    yield { name: null, writtenBeforeUs: mtimeMs * 1000, chunks }
    return
  }
  const archive = new ZipReader(new BlobReader(await openAsBlob(path)))
  try {
    let readBytes = 0
    for (const entry of await entriesOf(archive)) {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      const reading = entry.getData(writable)
      // The reader receives a failure through its end of the stream.
      reading.catch(() => {})
      const { filename, lastModDate, compressedSize } = entry
      yield {
        name: filename,
        writtenBeforeUs: lastModDate.getTime() * 1000,
        chunks: asUtf8(unpacked(bound(readable), bound)),
      }
      readBytes += compressedSize
      onBytes(readBytes)
    }
  } finally {
    await archive.close()
  }
}

/** The files of an archive that may contain readings. */
async function entriesOf(archive: ZipReader<Blob>): Promise<FileEntry[]> {
  const entries: FileEntry[] = []
  for await (const entry of archive.getEntriesGenerator()) {
    const { filename } = entry
    if (OF_SPREADSHEETS.test(filename)) throw new LogRefused('spreadsheet')
    if (entry.directory || filename.startsWith(RESOURCE_FORKS) || PICTURE.test(filename)) continue
    if (entries.length >= MOST_ENTRIES) throw new LogRefused('too_large')
    entries.push(entry)
  }
  return entries
}

type Bound = (chunks: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>

/** Stops reading where a file of so many bytes has unpacked to more than a log can. */
function boundOf(packedBytes: number): Bound {
  const mostBytes = FREE_BYTES + MOST_TIMES * packedBytes
  let bytes = 0
  return async function* (chunks) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > mostBytes) throw new LogRefused('too_large')
      yield chunk
    }
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

async function* unpacked(
  chunks: AsyncIterable<Uint8Array>,
  bound: Bound,
  depth = 1,
): AsyncGenerator<Uint8Array> {
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
  const isPacked = startsWith(head, GZIP) || startsWith(head, BZIP2)
  if (isPacked && depth > DEEPEST) throw new LogRefused('too_large')
  if (startsWith(head, GZIP)) {
    const gunzipped = pipeline(Readable.from(all()), createGunzip(), () => {})
    yield* unpacked(bound(gunzipped), bound, depth + 1)
  } else if (startsWith(head, BZIP2)) yield* unpacked(bound(bunzipped(all())), bound, depth + 1)
  else yield* all()
}

/** Text in UTF-16, as spreadsheets save "Unicode text", in the UTF-8 that readers take; everything else as it is. */
async function* asUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let decoder: Utf16 | null | undefined
  for await (const chunk of chunks) {
    decoder ??= decoder === undefined ? utf16Of(chunk) : null
    yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk
  }
}

/** Byte pairs that reveal UTF-16 without a byte order mark: Latin letters beside zeros. */
const PAIRS = 8

type Utf16 = InstanceType<typeof TextDecoder>

function utf16Of(head: Uint8Array): Utf16 | null {
  const isZeroAt = (odd: 0 | 1) =>
    head.length >= 2 * PAIRS &&
    Array.from({ length: PAIRS }, (_, i) => i).every(
      (i) =>
        head[2 * i + odd] === 0 && (head[2 * i + 1 - odd] ?? 0) >= TAB && (head[2 * i + 1 - odd] ?? 0) < DEL,
    )
  if ((head[0] === 0xff && head[1] === 0xfe) || isZeroAt(1)) return new TextDecoder('utf-16le')
  return (head[0] === 0xfe && head[1] === 0xff) || isZeroAt(0) ? new TextDecoder('utf-16be') : null
}

const TAB = 9
const DEL = 127

/**
 * The library's streams predate `pipeline`, which would cut them short, so errors are forwarded explicitly.
 */
function bunzipped(chunks: AsyncIterable<Uint8Array>): Readable {
  const source = Readable.from(chunks)
  const unpacked = new PassThrough()
  const damaged = () => unpacked.destroy(new Error('the bzip2 data is damaged or cut'))
  source.on('error', (error) => unpacked.destroy(error))
  source.pipe(unbzip2().on('error', damaged)).pipe(unpacked)
  return unpacked
}
