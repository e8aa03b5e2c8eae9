import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { FileStore, StoredFile } from './fileStore.ts'
import { isKey, requireKey } from './folderFiles.ts'

export interface S3Config {
  /** Address of the store with the bucket as its path: https://s3.example.org/taffrail. */
  url: string
  region: string
  /** Null uses the credentials that the AWS client finds on the machine. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
  /** Folder of the installation: other installations may use the same bucket. */
  folder: string
}

/** An upload has at most so many parts, each of at least so many bytes. */
const MOST_PARTS = 10_000
const PART_BYTES = 5 * 2 ** 20
/** Chunks held in memory at once. */
const PARTS_AHEAD = 2

/** When a file was written, in seconds, under the name that rclone gives it too. */
const CHANGED = 'mtime'

/**
 * Files in a bucket of an S3-compatible store. Requests use the path style (host/bucket/key), which all
 * stores support, and no checksums, which only Amazon's own requires. An interrupted upload leaves nothing
 * behind.
 */
export function s3Files({ url, region, credentials, folder: own }: S3Config): FileStore & { close(): void } {
  const { origin, pathname } = new URL(url)
  const bucket = pathname.replaceAll('/', '')
  const client = new S3Client({
    endpoint: origin,
    region,
    forcePathStyle: true,
    ...(credentials && { credentials }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const at = (key: string) => ({ Bucket: bucket, Key: `${own}/${requireKey(key)}` })
  return {
    pathOf: () => null,
    async put(key, content) {
      const upload = new Upload({ client, queueSize: PARTS_AHEAD, params: { ...at(key), Body: content } })
      await upload.done()
    },
    async take(key, path, changedMs) {
      const { size, mtimeMs } = await stat(path)
      const Metadata = { [CHANGED]: String((changedMs ?? mtimeMs) / 1000) }
      const upload = new Upload({
        ...{ client, queueSize: PARTS_AHEAD },
        partSize: Math.max(PART_BYTES, Math.ceil(size / MOST_PARTS)),
        params: { ...at(key), Body: createReadStream(path), Metadata },
      })
      await upload.done()
      await rm(path, { force: true })
    },
    get: (key, range, version) =>
      unlessMissing(async () => {
        const Range = range && `bytes=${range.from}-${range.to}`
        const found = await client.send(new GetObjectCommand({ ...at(key), ...(Range && { Range }) }))
        const { Body, ContentLength, ContentRange } = found
        if (!(Body instanceof Readable)) return null
        const bytes = Number(ContentRange?.split('/')[1] ?? ContentLength)
        if (version === undefined || fileOf(key, bytes, found).version === version) return Body
        Body.destroy()
        return null
      }),
    stat: (key) =>
      unlessMissing(async () => {
        const found = await client.send(new HeadObjectCommand(at(key)))
        const file = fileOf(key, found.ContentLength, found)
        const changedS = Number(found.Metadata?.[CHANGED])
        return { ...file, changedMs: changedS > 0 ? changedS * 1000 : file.storedMs }
      }),
    async *list(folder) {
      const input = { Bucket: bucket, Prefix: `${own}/${requireKey(folder)}/`, Delimiter: '/' }
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, input))
        for (const { Key = '', Size, ...facts } of Contents) {
          const key = Key.slice(own.length + 1)
          if (isKey(key)) yield fileOf(key, Size, facts)
        }
    },
    async folders(folder) {
      const input = { Bucket: bucket, Prefix: `${own}/${requireKey(folder)}/`, Delimiter: '/' }
      const names: string[] = []
      for await (const { CommonPrefixes = [] } of paginateListObjectsV2({ client }, input))
        for (const { Prefix = '' } of CommonPrefixes) names.push(Prefix.slice(input.Prefix.length, -1))
      return names.filter(isKey)
    },
    async delete(key) {
      await client.send(new DeleteObjectCommand(at(key)))
    },
    close: () => client.destroy(),
  }
}

const NOT_FOUND = 404

async function unlessMissing<Found>(ask: () => Promise<Found>): Promise<Found | null> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === NOT_FOUND) return null
    throw error
  }
}

function fileOf(
  key: string,
  bytes = 0,
  { ETag = '', LastModified }: { ETag?: string | undefined; LastModified?: Date | undefined },
): StoredFile {
  const storedMs = LastModified?.getTime() ?? 0
  return { key, bytes, storedMs, version: hash('sha256', `${bytes} ${ETag}`).slice(0, 16) }
}
