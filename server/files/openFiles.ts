import { mkdir, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Config } from '#server/config.ts'
import { type FileStore, UNFINISHED } from './fileStore.ts'
import { demandKey, folderFiles } from './folderFiles.ts'
import { EXPORTS, LOGS } from './sharedKeys.ts'

type FilesConfig = Pick<
  Config,
  'FILES_S3_URL' | 'FILES_S3_REGION' | 'FILES_S3_KEY_ID' | 'FILES_S3_SECRET' | 'dataDir'
>

export interface Files {
  /** Pictures and models. */
  files: FileStore
  /** Exports and logs that wait to be read, in a folder each. */
  sharedFiles: FileStore
  /** A folder on this disk for what is not whole yet; the next start empties it. */
  scratch: string
  close(): void
}

/**
 * All in the configured bucket, where every process finds it; else in the data directory. Rejects where a bucket is named
 * and does not take what lies here from before: log files that wait were acknowledged.
 */
export async function openFiles(config: FilesConfig): Promise<Files> {
  const {
    FILES_S3_URL: url,
    FILES_S3_KEY_ID: accessKeyId,
    FILES_S3_SECRET: secretAccessKey,
    dataDir,
  } = config
  const scratch = resolve(dataDir, UNFINISHED)
  await rm(scratch, { recursive: true, force: true })
  await mkdir(scratch, { recursive: true })
  const here = { files: folderFiles(resolve(dataDir, 'files')), sharedFiles: folderFiles(resolve(dataDir)) }
  if (!url) return { ...here, scratch, close: () => undefined }
  // Loading the client takes as long as opening the stores; most installations never need it.
  const { s3Files } = await import('./s3Files.ts')
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null
  const bucket = s3Files({ url, region: config.FILES_S3_REGION, credentials })
  for (const folder of [LOGS, EXPORTS])
    for await (const { key } of here.sharedFiles.list(folder))
      await bucket.take(key, resolve(dataDir, demandKey(key)))
  return { files: bucket, sharedFiles: bucket, scratch, close: bucket.close }
}
