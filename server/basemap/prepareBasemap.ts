import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { copyFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MapSource } from '#contract/wire/basemap.ts'
import { FolderInUse, lockFolder } from '../platform/lockFolder.ts'
import type { Log } from '../platform/log.ts'
import { basemapIndex, VECTOR_WORLDS, type WorldIndex } from './basemapIndex.ts'
import { cutArchive } from './cutArchive.ts'
import { operatorArchive, operatorTiles, seamarkTiles } from './operatorMap.ts'
import { bestWorld, type WorldArchive, worldArchiveName } from './worldArchives.ts'
import { INSTALLED_WORLD } from './worldFolder.ts'

export type BasemapOptions = {
  /** Folder of the world's archives, which other servers of the installation may share. */
  folder: string
  log: Log
  /** A PMTiles file of the operator's own. */
  pmtilesFile?: string | undefined
  /** Or the address of vector tiles. */
  tilesUrl?: string | undefined
  /** Pictures of the world in place of the built-in one. */
  satellite?: MapSource | null
  /** The address of raster tiles of seamarks. */
  seamarksUrl?: string | undefined
  /** Which vector world is cut in the end. */
  best?: ReturnType<typeof bestWorld>
  /** Folder with the coarse world of the installation, which this process may only read. */
  installed?: string
  /** The archives after the coarse world are cut once this settles: until then something more urgent needs the processors. */
  after?: Promise<unknown> | undefined
  /** Shares the archives among machines. By default this machine cuts all of them. */
  cutOnce?: CutOnce | undefined
}

/** Makes an archive here, unless another machine makes it for all; ends when the archive is at `path`. */
export type CutOnce = (
  name: string,
  path: string,
  cutHere: () => Promise<void>,
  signal: AbortSignal,
) => Promise<void>

export type Basemap = {
  /** All but the areas in harbour detail. */
  index(): WorldIndex
  /** Path of the archive of that name, or undefined when it does not exist. */
  fileOf(name: string): string | undefined
  /** Settles when every archive is there or was given up. */
  finished: Promise<void>
  /** Ends cutting that is still under way. */
  close(): Promise<void>
}

/**
 * Makes missing archives of the world in `folder`, once for all processes that share it. Resolves as soon as
 * there is a map to show: at once, or after the coarse world is cut (2 s) where the installation has none.
 *
 * The satellite picture and the fine world follow in child processes of the lowest priority, one after the
 * other. Throws UnusableMap for an invalid map of the operator. Failed cutting is logged and leaves the map
 * without that archive.
 */
export async function prepareBasemap({
  folder,
  log,
  pmtilesFile,
  tilesUrl,
  satellite = null,
  seamarksUrl,
  best = bestWorld(),
  installed = INSTALLED_WORLD,
  after,
  cutOnce,
}: BasemapOptions): Promise<Basemap> {
  mkdirSync(folder, { recursive: true })
  const operator = pmtilesFile
    ? await operatorArchive(pmtilesFile)
    : tilesUrl
      ? operatorTiles(tilesUrl)
      : null
  const seamarks = seamarksUrl ? seamarkTiles(seamarksUrl) : null

  const closing = new AbortController()
  const closed = new Promise<void>((resolve) => closing.signal.addEventListener('abort', () => resolve()))
  const has = (archive: WorldArchive) => existsSync(join(folder, worldArchiveName(archive)))
  const hasWorld = () => VECTOR_WORLDS.some(has)
  const cutHere = async (archive: WorldArchive) => {
    if (has(archive)) return
    const startedMs = performance.now()
    try {
      await cutArchive(archive, join(folder, worldArchiveName(archive)), closing.signal)
      log.info('cut a map archive', { archive, seconds: Math.round((performance.now() - startedMs) / 1000) })
    } catch (error) {
      if (!closing.signal.aborted) log.error('could not cut a map archive', { archive, error })
    }
  }
  const cutIfMissing = async (archive: WorldArchive) => {
    if (closing.signal.aborted) return
    if (!cutOnce) return cutHere(archive)
    const name = worldArchiveName(archive)
    await cutOnce(name, join(folder, name), () => cutHere(archive), closing.signal)
  }
  const hasMap = Promise.withResolvers<void>()
  const waitForTurn = async () => {
    while (!closing.signal.aborted) {
      try {
        return await lockFolder(folder)
      } catch (error) {
        if (!(error instanceof FolderInUse)) throw error
        if (hasWorld()) hasMap.resolve()
        if (basemapIndex(folder, NOTHING_ELSE, best).ready) return null
        await sleep(LOOK_EVERY_MS, undefined, { signal: closing.signal }).catch(() => undefined)
      }
    }
    return null
  }
  const cutAll = async () => {
    const unlock = await waitForTurn()
    if (!unlock) return
    removeLeftovers(folder)
    if (!hasWorld()) await copyCoarse(installed, folder)
    // Cutting takes two seconds: less than it takes to learn that another machine did it.
    if (!hasWorld()) await cutHere('coarse')
    hasMap.resolve()
    await Promise.race([after, closed])
    await cutIfMissing('satellite')
    const isBest = has('shores')
    if (!isBest) await cutIfMissing('fine')
    if (isBest || (best === 'shores' && has('fine'))) await cutIfMissing('shores')
    await unlock()
  }
  const finished = cutAll()
  await Promise.race([hasMap.promise, finished])

  const archives = new Map(
    WORLD_ARCHIVES.map((archive) => [worldArchiveName(archive), join(folder, worldArchiveName(archive))]),
  )
  if (operator?.archive) archives.set(operator.archive.name, operator.archive.file)
  return {
    index: () => basemapIndex(folder, { detail: operator?.source ?? null, satellite, seamarks }, best),
    fileOf(name) {
      const file = archives.get(name)
      return file && existsSync(file) ? file : undefined
    },
    finished,
    async close() {
      closing.abort()
      await finished
    },
  }
}

const NOTHING_ELSE = { detail: null, satellite: null, seamarks: null }

/** Interval of checks whether another server has finished the awaited archive. */
const LOOK_EVERY_MS = 200

const WORLD_ARCHIVES: WorldArchive[] = ['satellite', ...VECTOR_WORLDS]

async function copyCoarse(from: string, to: string): Promise<void> {
  const name = worldArchiveName('coarse')
  if (!existsSync(join(from, name))) return
  const partial = join(to, `${name}.partial`)
  await copyFile(join(from, name), partial)
  await rename(partial, join(to, name))
}

/** Removes the remains of a killed cut, and archives of earlier versions. */
function removeLeftovers(folder: string): void {
  const current = new Set(WORLD_ARCHIVES.map(worldArchiveName))
  for (const name of readdirSync(folder)) {
    if (/^world-.*\.(pmtiles|partial)$/.test(name) && !current.has(name)) rmSync(join(folder, name))
  }
}
