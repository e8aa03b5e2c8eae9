import { mkdir, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Config } from '#server/config.ts'
import { type FileStore, type StoredFile, UNFINISHED } from './fileStore.ts'
import { folderFiles } from './folderFiles.ts'
import { AREAS, allCharts, EXPORTS, LOGS, ROW_FOLDERS } from './sharedKeys.ts'

/** Files that several processes must find. The tiles of an area come before the notes that report them ready. */
async function* everything(files: FileStore): AsyncIterable<StoredFile> {
  for (const folder of [LOGS, EXPORTS]) yield* files.list(folder)
  yield* allCharts(files)
  for (const isTheirs of [isTiles, (file: StoredFile) => !isTiles(file)])
    for await (const file of files.list(AREAS)) if (isTheirs(file)) yield file
}
const isTiles = ({ key }: StoredFile) => key.endsWith('.pmtiles')

type FilesConfig = Pick<
  Config,
  'FILES_S3_URL' | 'FILES_S3_REGION' | 'FILES_S3_KEY_ID' | 'FILES_S3_SECRET' | 'dataDir'
>

export interface Files {
  /** Pictures and models. */
  files: FileStore
  /** Exports, logs that wait to be read, charts and areas of the map, in a folder each. */
  sharedFiles: FileStore
  /** A folder on this disk for incomplete files; the next start empties it. */
  scratch: string
  close(): void
}

/**
 * Opens the files: in the configured bucket, which all processes share, else in the data directory. Rejects
 * when a bucket does not accept earlier files of this disk, because waiting log files were acknowledged.
 */
export async function openFiles(config: FilesConfig, installation: string): Promise<Files> {
  const { dataDir } = config
  const scratch = resolve(dataDir, UNFINISHED)
  await rm(scratch, { recursive: true, force: true })
  await mkdir(scratch, { recursive: true })
  const there = await filesOf(config, installation)
  if (config.FILES_S3_URL) {
    const { files, sharedFiles } = filesHere(dataDir)
    await takeAll(sharedFiles, everything(sharedFiles), there.sharedFiles)
    for (const folder of ROW_FOLDERS) await takeAll(files, files.list(folder), there.files)
  }
  return { ...there, scratch }
}

async function takeAll(from: FileStore, files: AsyncIterable<StoredFile>, into: FileStore) {
  for await (const { key } of files) {
    const path = from.pathOf(key)
    if (path) await into.take(key, path)
  }
}

const filesHere = (dataDir: string) => ({
  files: folderFiles(resolve(dataDir, 'files')),
  sharedFiles: folderFiles(resolve(dataDir)),
})

/** Opens the files beside a running process: nothing is moved or removed. `installation` is its folder in a bucket. */
export async function filesOf(config: FilesConfig, installation: string): Promise<Omit<Files, 'scratch'>> {
  const {
    FILES_S3_URL: url,
    FILES_S3_KEY_ID: accessKeyId,
    FILES_S3_SECRET: secretAccessKey,
    dataDir,
  } = config
  if (!url) return { ...filesHere(dataDir), close: () => undefined }
  // Loading the client takes as long as opening the stores; most installations never need it.
  const { s3Files } = await import('./s3Files.ts')
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null
  const bucket = s3Files({ url, region: config.FILES_S3_REGION, credentials, folder: installation })
  return { files: bucket, sharedFiles: bucket, close: bucket.close }
}
