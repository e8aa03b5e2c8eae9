import { resolve } from 'node:path'
import type { Config } from '#server/config.ts'
import type { FileStore } from './fileStore.ts'
import { folderFiles } from './folderFiles.ts'

type FilesConfig = Pick<
  Config,
  'FILES_S3_URL' | 'FILES_S3_REGION' | 'FILES_S3_KEY_ID' | 'FILES_S3_SECRET' | 'dataDir'
>

/** In the configured bucket, else in the folder `files` below the data directory. */
export async function openFiles(config: FilesConfig): Promise<FileStore & { close(): void }> {
  const { FILES_S3_URL: url, FILES_S3_KEY_ID: accessKeyId, FILES_S3_SECRET: secretAccessKey } = config
  if (!url) return { ...folderFiles(resolve(config.dataDir, 'files')), close: () => undefined }
  // Loading the client takes as long as opening the stores; most installations never need it.
  const { s3Files } = await import('./s3Files.ts')
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null
  return s3Files({ url, region: config.FILES_S3_REGION, credentials })
}
