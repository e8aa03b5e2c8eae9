import { s3Files } from '#server/files/s3Files.ts'
import { startTestS3 } from './testS3.ts'

/** A bucket of the small S3 that tests have, as the server opens it: with the right secret unless another is given. */
export async function openTestBucket(secretAccessKey = 'right') {
  const s3 = await startTestS3('right')
  const credentials = { accessKeyId: 'taffrail', secretAccessKey }
  const files = s3Files({ url: s3.url, region: 'eu-west-1', credentials, folder: 'one' })
  async function close() {
    files.close()
    await s3.close()
  }
  return { s3, files, close }
}
