/** Areas in harbour detail in the shared files: the request, the progress, and the tiles. */
import { hash } from 'node:crypto'
import { json } from 'node:stream/consumers'
import { PMTiles } from 'pmtiles'
import type { Area } from '#contract/wire/area.ts'
import type { FileStore, StoredFile } from '#server/files/fileStore.ts'
import { AREAS, areaKey, areaNoteKey, areaProgressKey, notedArea } from '#server/files/sharedKeys.ts'
import type { Log } from '#server/platform/log.ts'
import { OPENSTREETMAP } from './attribution.ts'
import { MOST_BYTES_AT_ONCE } from './rangeSource.ts'
import { storeSource } from './storeSource.ts'

/** Request of a user for an area, which is all that the API writes. Another request makes another attempt. */
export interface AreaNote extends Area {
  attempt?: string
  source?: string | null
}

/**
 * Progress of an attempt, written only by the process that fetches it: neither the API nor that process overwrites the
 * other's data.
 */
export interface AreaProgress
  extends Pick<Area, 'problem' | 'minzoom' | 'maxzoom' | 'bytes' | 'fetched_bytes'> {
  attempt: string | undefined
  state: Exclude<Area['state'], 'stopped'>
  /** World file of the attempt, so that a new daily build does not make it start again. */
  source: string | null
}

interface AreaTiles {
  file: StoredFile
  pmtiles: PMTiles
  attribution: string
  layers: string[]
}

export interface KnownArea {
  area: Area
  note: AreaNote
  progress: AreaProgress | null
  /** Tiles of a kept area; null for others. */
  tiles: AreaTiles | null
}

export interface AreaStore {
  /** Areas by id, as of the last look. */
  known(): ReadonlyMap<string, KnownArea>
  look(): Promise<void>
  keepNote(note: AreaNote): Promise<void>
  keepProgress(id: string, progress: AreaProgress): Promise<void>
  /** The note goes first: an area without one is none. */
  remove(id: string): Promise<void>
  /** All but the note. */
  clear(id: string): Promise<void>
}

/**
 * Identifier of an area: equal waters at equal depth are one area, whichever process receives the request.
 */
export const areaId = ({ bounds, maxzoom }: Pick<Area, 'bounds' | 'maxzoom'>): string =>
  hash('sha256', JSON.stringify([bounds, maxzoom])).replace(
    /^(.{8})(.{4})(.{3})(.{3})(.{12}).*$/,
    '$1-$2-8$3-8$4-$5',
  )

/** The area with equal bounds and depth, whatever its id. */
export const sameArea = (store: AreaStore, { bounds, maxzoom }: Pick<Area, 'bounds' | 'maxzoom'>) =>
  [...store.known().values()].find(
    ({ note }) => note.maxzoom === maxzoom && String(note.bounds) === String(bounds),
  )

export function areaStore({ files, log }: { files: FileStore; log: Log }): AreaStore {
  let known: ReadonlyMap<string, KnownArea> = new Map()
  /** Note as last read, with its version. */
  const notes = new Map<string, { version: string; content: unknown }>()
  const opened = new Map<string, AreaTiles>()
  let looking: Promise<void> = Promise.resolve()

  async function lookNow() {
    const listed = new Map<string, StoredFile>()
    for await (const file of files.list(AREAS)) listed.set(file.key, file)
    const found = new Map<string, KnownArea>()
    for (const key of listed.keys()) {
      const id = notedArea(key)
      const one = id && (await read(id, listed))
      if (one) found.set(id, one)
    }
    for (const key of notes.keys()) if (!listed.has(key)) notes.delete(key)
    for (const id of opened.keys()) if (!listed.has(areaKey(id))) opened.delete(id)
    known = found
  }

  async function read(id: string, listed: ReadonlyMap<string, StoredFile>): Promise<KnownArea | null> {
    try {
      const note = await contentOf<AreaNote>(listed.get(areaNoteKey(id)))
      if (!note) return null
      const progress = await contentOf<AreaProgress>(listed.get(areaProgressKey(id)))
      const tiles = await open(id, listed.get(areaKey(id)))
      const area = areaOf(note, progress, tiles?.file)
      return area && { area, note, progress, tiles }
    } catch (error) {
      log.warn('an area of the map cannot be read', { id, error })
      return null
    }
  }

  async function contentOf<Content>(file: StoredFile | undefined): Promise<Content | null> {
    if (!file) return null
    const { key, version } = file
    const before = notes.get(key)
    if (before?.version === version) return before.content as Content
    const content = await files.get(key)
    const now = content && (await json(content))
    notes.set(key, { version, content: now })
    return now as Content | null
  }

  async function open(id: string, file: StoredFile | undefined): Promise<AreaTiles | null> {
    if (!file) return null
    const before = opened.get(id)
    if (before?.file.version === file.version) return before
    const pmtiles = new PMTiles(storeSource(files, file, MOST_BYTES_AT_ONCE))
    const { attribution, vector_layers } = (await pmtiles.getMetadata()) as {
      attribution?: unknown
      vector_layers?: { id: string }[]
    }
    const tiles = {
      ...{ file, pmtiles, layers: vector_layers?.map(({ id }) => id) ?? [] },
      attribution: typeof attribution === 'string' ? attribution : OPENSTREETMAP,
    }
    opened.set(id, tiles)
    return tiles
  }

  async function clear(id: string) {
    for (const key of [areaKey(id), areaProgressKey(id)]) await files.delete(key)
    for await (const { key } of files.list(`${AREAS}/${id}`)) await files.delete(key)
  }

  return {
    known: () => known,
    /** Runs one after the other, so that an older state never replaces a newer one. */
    look() {
      const looked = looking.then(lookNow)
      looking = looked.catch(() => undefined)
      return looked
    },
    keepNote: (note) => files.put(areaNoteKey(note.id), Buffer.from(JSON.stringify(note))),
    keepProgress: (id, progress) => files.put(areaProgressKey(id), Buffer.from(JSON.stringify(progress))),
    async remove(id) {
      await files.delete(areaNoteKey(id))
      await clear(id)
    },
    clear,
  }
}

/** Area of a note; null for a kept one whose tiles were removed. */
function areaOf(note: AreaNote, progress: AreaProgress | null, tiles?: StoredFile): Area | null {
  const { attempt, source: _, ...wanted } = note
  const { minzoom, maxzoom, bytes, fetched_bytes } = progress ?? wanted
  const area = { ...wanted, minzoom, maxzoom, bytes, fetched_bytes, kept_at: null }
  if (tiles) {
    const kept_at = new Date(tiles.storedMs).toISOString()
    return { ...area, state: 'kept', problem: null, kept_at, bytes: tiles.bytes, fetched_bytes: tiles.bytes }
  }
  if (note.state === 'stopped') return { ...area, state: 'stopped', problem: null }
  const { state, problem } = progress?.attempt === attempt && progress ? progress : wanted
  // Note of an older version that wrote one for everything: no process fetches this area any more.
  if (state === 'running' && !progress) return { ...area, state: 'waiting', problem }
  return state === 'kept' ? null : { ...area, state, problem }
}
