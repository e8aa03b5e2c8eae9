import { cp, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Area } from '#contract/wire/area.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import { AREAS, allCharts, areaProgressKey, CHARTS, notedArea } from '#server/files/sharedKeys.ts'
import { COPIED, copyOut } from './copyOut.ts'

/**
 * Backs up the users' map data: charts unchanged, and the requests for areas in harbour detail. The tiles of
 * areas are fetched again from the world file. Returns the kinds that existed.
 */
export async function backUpMap(files: FileStore, directory: string): Promise<string[]> {
  const saved: string[] = []
  for await (const { key } of allCharts(files)) {
    await copyOut(files, key, join(directory, key))
    if (!saved.includes(CHARTS)) saved.push(CHARTS)
  }
  for await (const { key } of files.list(AREAS)) {
    const id = notedArea(key)
    const note = id && (await read<AreaNote>(files, key))
    if (!note) continue
    const progress = await read<AreaProgress>(files, areaProgressKey(id))
    await mkdir(join(directory, AREAS), { recursive: true })
    await writeFile(join(directory, key), JSON.stringify(toFetchAgain(note, progress)))
    if (!saved.includes(AREAS)) saved.push(AREAS)
  }
  return saved
}

/** Into the data directory, from where a bucket takes it at the next start. */
export async function restoreMap(directory: string, dataDir: string): Promise<void> {
  for (const folder of [CHARTS, AREAS]) {
    const names = await namesIn(join(directory, folder))
    if (names.length > 0) await cp(join(directory, folder), join(dataDir, folder), COPIED)
  }
}

async function read<Content>(files: FileStore, key: string): Promise<Content | null> {
  const content = await files.get(key)
  return content && JSON.parse(await text(content))
}

/** Content of these files, as far as a backup carries it; `openAreas` writes them. */
type AreaNote = Pick<Area, 'state' | 'problem'> & { attempt?: string }
type AreaProgress = AreaNote

/** Restores an area as it was requested; a stopped or failed one stays so. */
function toFetchAgain(note: AreaNote, progress: AreaProgress | null) {
  const { state, problem } =
    note.state !== 'stopped' && progress && progress.attempt === note.attempt ? progress : note
  const isStopped = state === 'stopped' || state === 'failed'
  return {
    ...note,
    ...(isStopped ? { state, problem } : { state: 'waiting', problem: null }),
    // The build that it was of may be gone by then.
    ...{ bytes: null, fetched_bytes: 0, kept_at: null, source: null },
  }
}

const namesIn = (folder: string) => readdir(folder).catch((): string[] => [])
