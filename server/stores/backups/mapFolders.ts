import { constants } from 'node:fs'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Area } from '#contract/area.ts'

const CHARTS = 'charts'
const AREAS = 'areas'
const CHART_FILE = /^[^.].*\.(mbtiles|pmtiles)$/i
const NOTE = /^[\da-f-]{36}\.json$/

/**
 * What people brought and chose for the map: charts as they are, and of areas in harbour detail what was wanted. Their
 * tiles, which the world file has, are fetched again. Answers what there was.
 */
export async function backUpMap(dataDir: string, directory: string): Promise<string[]> {
  const saved: string[] = []
  if (await copyCharts(join(dataDir, CHARTS), join(directory, CHARTS))) saved.push(CHARTS)
  const notes = (await namesIn(join(dataDir, AREAS))).filter((name) => NOTE.test(name))
  if (notes.length > 0) await mkdir(join(directory, AREAS), { recursive: true })
  for (const name of notes) {
    const note = await readFile(join(dataDir, AREAS, name), 'utf8').catch(goneMeanwhile)
    if (note) await writeFile(join(directory, AREAS, name), JSON.stringify(toFetchAgain(JSON.parse(note))))
  }
  if (notes.length > 0) saved.push(AREAS)
  return saved
}

export async function restoreMap(directory: string, dataDir: string): Promise<void> {
  for (const folder of [CHARTS, AREAS]) {
    const names = await namesIn(join(directory, folder))
    if (names.length > 0) await cp(join(directory, folder), join(dataDir, folder), COPIED)
  }
}

/** Those of everybody lie in the folder itself, those of an organization in one of its own. */
async function copyCharts(from: string, to: string): Promise<boolean> {
  const charts = (await namesIn(from, true)).filter((path) => CHART_FILE.test(path.split('/').at(-1) ?? ''))
  for (const path of charts) {
    await mkdir(dirname(join(to, path)), { recursive: true })
    await cp(join(from, path), join(to, path), COPIED).catch(goneMeanwhile)
  }
  return charts.length > 0
}

/** As it was when somebody asked for it; one that was stopped stays so. */
function toFetchAgain(note: Area & { source?: string | null }) {
  const isStopped = note.state === 'stopped' || note.state === 'failed'
  return {
    ...note,
    ...{ state: isStopped ? note.state : 'waiting', problem: isStopped ? note.problem : null },
    // The build that it was of may be gone by then.
    ...{ bytes: null, fetched_bytes: 0, kept_at: null, source: null },
  }
}

/** Charts may be large, and a file system that can share what is the same does so; a link is what it leads to. */
const COPIED = { recursive: true, dereference: true, mode: constants.COPYFILE_FICLONE }

const namesIn = (folder: string, recursive = false) =>
  readdir(folder, { recursive, encoding: 'utf8' }).catch((): string[] => [])

/** People delete charts and areas while a backup is made. */
function goneMeanwhile(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
}
