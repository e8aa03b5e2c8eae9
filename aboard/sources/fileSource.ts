import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { isRecord, parseJson } from '#protocols/json.ts'
import { Intake } from './intake.ts'
import { keepOpen, type Link, type LogLine } from './keepOpen.ts'
import { LogTimes } from './logTimes.ts'
import type { SourceKind } from './sourceKind.ts'
import { StreamReader } from './streamReader.ts'

/** A chunk has fewer messages than half of what a source may give in a second. */
const CHUNK_BYTES = 65_536
const LONGEST_POLL_MS = 1000
/**
 * A place is stored this long after it was reached: by then the messages before it are on the disk of the boat, so a
 * power cut repeats messages and loses none.
 */
const SETTLED_MS = 5000

/** How far a log has been read. The inode tells a log from its successor of the same name. */
interface Place {
  inode: number
  offset: number
}

/** A log that another program writes. It may be renamed, cut to nothing and begun again meanwhile. */
export const fileKind: SourceKind = {
  example: 'file:///var/log/nmea.log',
  does: 'A log that grows, from its beginning or with ?from=end from now on; it may be rotated.',
  open({ text, path, options }, { emit, log, stateFolder, timing }) {
    if (path === '') throw new Error(`${text} names no file`)
    const places = new Places(path, stateFolder, log)
    const pollMs = Math.min(timing.firstWaitMs, LONGEST_POLL_MS)
    const dating: Dating = { times: null }
    const source = keepOpen(
      text,
      (link) => follow(path, { places, pollMs, dating, fromEnd: options.from === 'end' }, link),
      new Intake((message) => emit(dating.times?.date(message) ?? message)),
      log,
      { ...timing, silenceMs: Number.POSITIVE_INFINITY },
    )
    return {
      ...source,
      async close() {
        await source.close()
        await places.store()
      },
    }
  },
}

/** How lines get their time: null while they are read as they are written. */
interface Dating {
  times: LogTimes | null
}

interface Following {
  places: Places
  pollMs: number
  dating: Dating
  fromEnd: boolean
}

async function follow(path: string, following: Following, link: Link): Promise<void> {
  const { places, fromEnd } = following
  const { signal, opened } = link
  const known = await places.known()
  const renamed = known ? await renamedLog(path, known.inode) : null
  if (known && renamed)
    await readFrom({ path: renamed, offset: known.offset, isGrowing: false, isOld: true }, following, link)
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const { ino, size } = await stat(path)
    const isKnown = known?.inode === ino && isFirst
    const begin = isKnown ? (known?.offset ?? 0) : fromEnd && !known && isFirst ? size : 0
    opened()
    const offset = size < begin ? 0 : begin
    await readFrom({ path, offset, isGrowing: true, isOld: isFirst }, following, link)
  }
}

interface Reading {
  path: string
  offset: number
  /** False for a log that was renamed: its end is final. */
  isGrowing: boolean
  /** True when the log may have been written long before. */
  isOld: boolean
}

/** Reads a log to its end, and on while it grows. Returns once another file has its name, or at its end. */
async function readFrom(
  { path, offset, isGrowing, isOld }: Reading,
  { places, pollMs, dating }: Following,
  link: Link,
): Promise<void> {
  const { intake, signal } = link
  const file = await open(path)
  const reader = new StreamReader(intake)
  try {
    const { ino, mtimeMs, size } = await file.stat()
    let at = offset
    const readOn = async (until = Number.POSITIVE_INFINITY) => {
      const reached = (end: number) => places.reached({ inode: ino, offset: end - reader.waitingBytes })
      at = await readUntil(until, file, at, reader, link, reached)
      // A log that stands still settles too.
      reached(at)
    }
    if (isOld) {
      dating.times = new LogTimes(mtimeMs)
      await readOn(size)
      if (!isGrowing) reader.end()
      dating.times = null
    }
    for (;;) {
      await readOn()
      if (signal.aborted) return
      const next = isGrowing ? await stat(path).catch(() => null) : null
      // A log that is being renamed has no successor for a moment.
      if (!isGrowing || (next && next.ino !== ino)) {
        await readOn()
        reader.end()
        return
      }
      if ((await file.stat()).size < at) return
      await later(pollMs, null, { signal }).catch(() => null)
    }
  } finally {
    dating.times = null
    await file.close()
  }
}

/** Reads to the end of the file, or to an offset before it. */
async function readUntil(
  until: number,
  file: FileHandle,
  from: number,
  reader: StreamReader,
  { intake, signal }: Link,
  reached: (end: number) => void,
): Promise<number> {
  const chunk = Buffer.alloc(CHUNK_BYTES)
  for (let at = from; ; ) {
    const { bytesRead } = await file.read(chunk, 0, Math.min(CHUNK_BYTES, until - at), at)
    if (bytesRead === 0 || signal.aborted) return at
    reader.read(chunk.subarray(0, bytesRead))
    at += bytesRead
    reached(at)
    await later(intake.pauseMs(), null, { signal }).catch(() => null)
  }
}

/** The log with this inode, when it has another name beside `path` now. */
async function renamedLog(path: string, inode: number): Promise<string | null> {
  const folder = dirname(path)
  for (const name of await readdir(folder)) {
    if (name === basename(path) || !name.startsWith(basename(path))) continue
    const other = await stat(join(folder, name)).catch(() => null)
    if (other?.ino === inode) return join(folder, name)
  }
  return null
}

/** Keeps the place of one log in the state folder. */
class Places {
  readonly #file: string | null
  readonly #log: LogLine
  #latest: Place | null = null
  #stored: Place | null = null
  #written: Promise<void> = Promise.resolve()
  /** The place to be stored once it has settled, and when it was reached. */
  #settling: { place: Place; sinceMs: number } | null = null

  constructor(path: string, stateFolder: string | null, log: LogLine) {
    const name = `file-${createHash('sha256').update(path).digest('hex').slice(0, 16)}.json`
    this.#file = stateFolder === null ? null : join(stateFolder, name)
    this.#log = log
  }

  async known(): Promise<Place | null> {
    if (this.#latest || this.#file === null) return this.#latest
    const place = parseJson(await readFile(this.#file, 'utf8').catch(() => ''))
    if (!isRecord(place) || typeof place.inode !== 'number' || typeof place.offset !== 'number') return null
    return { inode: place.inode, offset: place.offset }
  }

  reached(place: Place): void {
    this.#latest = place
    this.#settling ??= { place, sinceMs: performance.now() }
    if (performance.now() - this.#settling.sinceMs < SETTLED_MS) return
    const settled = this.#settling.place
    this.#settling = { place, sinceMs: performance.now() }
    this.#written = this.#written.then(() => this.#write(settled))
  }

  async store(): Promise<void> {
    await this.#written
    if (this.#latest) await this.#write(this.#latest)
  }

  /** Renamed into place, so that a power cut leaves the old place or the new one. */
  async #write(place: Place): Promise<void> {
    const isStored = this.#stored?.inode === place.inode && this.#stored.offset === place.offset
    if (this.#file === null || isStored) return
    this.#stored = place
    try {
      await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 })
      await writeFile(`${this.#file}.new`, JSON.stringify(place), { mode: 0o600 })
      await rename(`${this.#file}.new`, this.#file)
    } catch (error) {
      this.#log(`the place in a log could not be stored: ${(error as Error).message}`)
    }
  }
}
