import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BasemapIndex } from '#contract/basemap.ts'
import type { Log } from '../platform/log.ts'
import { basemapIndex } from './basemapIndex.ts'
import { operatorArchive, operatorTiles, seamarkTiles } from './operatorMap.ts'
import { type WorldArchive, worldArchiveName } from './worldArchives.ts'

export type BasemapOptions = {
  dataDir: string
  log: Log
  /** A PMTiles file of the operator's own. */
  pmtilesFile?: string | undefined
  /** Or the address of vector tiles. */
  tilesUrl?: string | undefined
  /** The address of raster tiles of seamarks. */
  seamarksUrl?: string | undefined
}

export type Basemap = {
  index(): BasemapIndex
  /** Where the archive of that name lies, or undefined when there is none of it. */
  fileOf(name: string): string | undefined
  /** Settles when every archive is there or was given up. */
  finished: Promise<void>
  /** Ends cutting that is still under way. */
  close(): Promise<void>
}

/**
 * Makes the map archives in `<dataDir>/basemap` where they are missing. Resolves as soon as there is a map to show: at
 * once when there is one, else after the coarse world is cut (2 s). The fine world and the satellite picture follow in
 * child processes of the lowest priority, one after the other.
 * Throws when the operator's own map cannot be used; failed cutting is logged and leaves the map without that archive.
 */
export async function prepareBasemap({
  dataDir,
  log,
  pmtilesFile,
  tilesUrl,
  seamarksUrl,
}: BasemapOptions): Promise<Basemap> {
  const folder = join(dataDir, 'basemap')
  mkdirSync(folder, { recursive: true })
  removeLeftovers(folder)
  const operator = pmtilesFile
    ? await operatorArchive(pmtilesFile)
    : tilesUrl
      ? operatorTiles(tilesUrl)
      : null
  const seamarks = seamarksUrl ? seamarkTiles(seamarksUrl) : null

  const closing = new AbortController()
  const cutIfMissing = async (archive: WorldArchive) => {
    const file = join(folder, worldArchiveName(archive))
    if (existsSync(file) || closing.signal.aborted) return
    const startedMs = performance.now()
    try {
      await cut(archive, file, closing.signal)
      log.info('cut a map archive', { archive, seconds: Math.round((performance.now() - startedMs) / 1000) })
    } catch (error) {
      if (!closing.signal.aborted) log.error('could not cut a map archive', { archive, error })
    }
  }
  if (!existsSync(join(folder, worldArchiveName('fine')))) await cutIfMissing('coarse')
  const finished = cutIfMissing('satellite').then(() => cutIfMissing('fine'))

  const archives = new Map(
    WORLD_ARCHIVES.map((archive) => [worldArchiveName(archive), join(folder, worldArchiveName(archive))]),
  )
  if (operator?.archive) archives.set(operator.archive.name, operator.archive.file)
  return {
    index: () => basemapIndex(folder, operator?.source ?? null, seamarks),
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

const WORLD_ARCHIVES: WorldArchive[] = ['coarse', 'satellite', 'fine']
const CUT = fileURLToPath(new URL('./cut.ts', import.meta.url))

/** What a killed cut left behind, and archives of versions before. */
function removeLeftovers(folder: string): void {
  const current = new Set(WORLD_ARCHIVES.map(worldArchiveName))
  for (const name of readdirSync(folder)) {
    if (/^world-.*\.(pmtiles|partial)$/.test(name) && !current.has(name)) rmSync(join(folder, name))
  }
}

function cut(archive: WorldArchive, file: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CUT, archive, file, String(process.pid)], {
      stdio: ['ignore', 'ignore', 'pipe'],
      signal,
      killSignal: 'SIGKILL',
    })
    if (archive !== 'coarse') lowerPriority(child)
    let complaint = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-2000)
    })
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`exit ${code}: ${complaint.trim()}`)),
    )
  })
}

/** Nobody waits for this child: it takes what the others leave of the processor. */
function lowerPriority({ pid }: ChildProcess): void {
  if (pid) setPriority(pid, constants.priority.PRIORITY_LOW)
}
