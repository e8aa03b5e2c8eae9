import { hash } from 'node:crypto'
import { basename } from 'node:path'
import type { FileStore, StoredFile } from './fileStore.ts'

/** Folders of the files that rows name: pictures of users and boats, and models. */
export const ROW_FOLDERS = ['pictures', 'images', 'models'] as const

/** Folders of the files that every process with the role api has to find. */
export const EXPORTS = 'exports'
export const LOGS = 'logs'
export const CHARTS = 'charts'
export const AREAS = 'areas'
/** Folder of the built-in map's archives, which one machine cuts for all. */
export const WORLDS = 'basemap'

/** The file of an export that is done. */
export const exportKey = (id: string) => `${EXPORTS}/${id}.zip`

/** An uploaded log file, until it has been read. */
export const logKey = (id: string) => `${LOGS}/${id}`

/** Charts for everyone lie in the folder itself, charts of an organization in its own folder. */
export const CHART_FILE = /^[^.].*\.(mbtiles|pmtiles)$/i

/** Note beside a chart: this version of it broke the limits of its worker. */
export const stoppedChartKey = ({ key, version }: Pick<StoredFile, 'key' | 'version'>) =>
  `${key}.${hash('sha256', version).slice(0, 16)}.stopped`

/** Every chart there is. */
export async function* allCharts(files: Pick<FileStore, 'list' | 'folders'>): AsyncIterable<StoredFile> {
  for (const folder of [CHARTS, ...(await files.folders(CHARTS)).map((name) => `${CHARTS}/${name}`)])
    yield* chartsIn(files, folder)
}
export async function* chartsIn(files: Pick<FileStore, 'list'>, folder: string): AsyncIterable<StoredFile> {
  for await (const file of files.list(folder)) if (CHART_FILE.test(basename(file.key))) yield file
}

/** An area's tiles, once all are there. */
export const areaKey = (id: string) => `${AREAS}/${id}.pmtiles`
/** Key of the note with the users' request for an area. */
export const areaNoteKey = (id: string) => `${AREAS}/${id}.json`
/** Progress of an area, written by the process that fetches it. */
export const areaProgressKey = (id: string) => `${AREAS}/${id}-progress.json`
/** The id that a note's key has; undefined for all else. */
export const notedArea = (key: string) => /\/([\da-f-]{36})\.json$/.exec(key)?.[1]

/** Folder of the sea on the map, with a grid for each organization. */
export const SEA = 'sea'
/** Description of an organization's grid and of its last fetch. */
export const seaNoteKey = (organizationId: string) => `${SEA}/${organizationId}.json`
/** Time of the last request of an organization's users. */
export const seaWantedKey = (organizationId: string) => `${SEA}/${organizationId}-wanted.json`
/** Values of a grid. */
export const seaValuesKey = (organizationId: string, version: string) =>
  `${SEA}/${organizationId}-${version}.bin`
/** Organization whose users asked for a grid; undefined for the key of another file. */
export const wantedSea = (key: string) => /\/([\da-f-]{36})-wanted\.json$/.exec(key)?.[1]
/** Version of an organization's values; undefined for the key of another file. */
export const valuesOfSea = (key: string, organizationId: string) => {
  const start = `${SEA}/${organizationId}-`
  return key.startsWith(start) && key.endsWith('.bin') ? key.slice(start.length, -'.bin'.length) : undefined
}
