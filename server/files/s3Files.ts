import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { FileStore } from './fileStore.ts'
import { demandKey } from './folderFiles.ts'

export interface S3Config {
  /** Address of the store with the bucket as its path: https://s3.example.org/binnacle. */
  url: string
  region: string
  /** Null: what the AWS client finds on the machine. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
}

/**
 * Files in a bucket of an S3-compatible store. It is asked by path (host/bucket/key), which all of them understand, and
 * without the checksums that only Amazon's own demands. An upload that breaks off leaves nothing behind.
 */
export function s3Files({ url, region, credentials }: S3Config): FileStore & { close(): void } {
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
  const at = (key: string) => ({ Bucket: bucket, Key: demandKey(key) })
  return {
    async put(key, content) {
      const upload = new Upload({ client, params: { ...at(key), Body: content } })
      await upload.done()
    },
    async get(key) {
      try {
        const { Body } = await client.send(new GetObjectCommand(at(key)))
        return Body instanceof Readable ? Body : null
      } catch (error) {
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null
        throw error
      }
    },
    async *list(folder) {
      const input = { Bucket: bucket, Prefix: `${demandKey(folder)}/` }
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, input))
        for (const { Key, LastModified } of Contents)
          if (Key !== undefined && LastModified) yield { key: Key, modifiedMs: LastModified.getTime() }
    },
    async delete(key) {
      await client.send(new DeleteObjectCommand(at(key)))
    },
    close: () => client.destroy(),
  }
}
