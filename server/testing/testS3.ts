/** A small S3 for tests: objects in memory, in one bucket, for requests that are signed as AWS Signature V4 has it. */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

interface TestObject {
  content: Buffer
  etag: string
  /** Modification time that the client sent. */
  mtime?: string | undefined
}

export interface TestS3 {
  url: string
  objects: Map<string, TestObject>
  /** Answers 503 to requests for which this is true: `PUT exports/1.zip`. */
  isAway: (request: string) => boolean
  /** Parts of uploads that were neither completed nor aborted. */
  openUploads: Map<string, Buffer[]>
  close(): Promise<void>
}

export async function startTestS3(secret: string): Promise<TestS3> {
  const objects = new Map<string, TestObject>()
  const openUploads = new Map<string, Buffer[]>()
  const mtimes = new Map<string, string | undefined>()
  let versions = 0
  const keep = (key: string, content: Buffer, mtime: string | undefined) =>
    objects.set(key, { content, etag: `"${++versions}"`, mtime })
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    if (!isSigned(request, body, secret))
      return answer(response, 403, '<Error><Code>SignatureDoesNotMatch</Code></Error>')
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3')
    const key = decodeURIComponent(pathname).replace(/^\/bucket\//, '')
    const mtime = request.headers['x-amz-meta-mtime']?.toString()
    if (store.isAway(`${request.method} ${key}`))
      return answer(response, 503, '<Error><Code>ServiceUnavailable</Code></Error>')
    const upload = searchParams.get('uploadId')
    const parts = upload === null ? undefined : openUploads.get(upload)
    switch (`${request.method} ${searchParams.has('uploads') ? 'start' : parts ? 'part' : 'whole'}`) {
      case 'POST start': {
        openUploads.set(key, [])
        mtimes.set(key, mtime)
        return answer(
          response,
          200,
          `<InitiateMultipartUploadResult><UploadId>${key}</UploadId></InitiateMultipartUploadResult>`,
        )
      }
      case 'PUT part':
        if (parts) parts[Number(searchParams.get('partNumber')) - 1] = body
        response.setHeader('etag', `"${searchParams.get('partNumber')}"`)
        return answer(response, 200)
      case 'POST part':
        keep(key, Buffer.concat(parts ?? []), mtimes.get(key))
        openUploads.delete(key)
        return answer(
          response,
          200,
          '<CompleteMultipartUploadResult><ETag>"1"</ETag></CompleteMultipartUploadResult>',
        )
      case 'DELETE part':
        openUploads.delete(key)
        return answer(response, 204)
      case 'PUT whole':
        keep(key, body, mtime)
        return answer(response, 200)
      case 'HEAD whole':
      case 'GET whole': {
        if (searchParams.has('list-type')) return answer(response, 200, listed(objects, searchParams))
        const object = objects.get(key)
        if (object) return send(request, response, object)
        return answer(response, 404, '<Error><Code>NoSuchKey</Code></Error>')
      }
      case 'DELETE whole':
        objects.delete(key)
        return answer(response, 204)
      default:
        return answer(response, 501)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const store: TestS3 = {
    url: `http://127.0.0.1:${port}/bucket`,
    objects,
    openUploads,
    isAway: () => false,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return store
}

const STORED = new Date(Date.UTC(2026, 5, 1))

/** Whole, or the range that was asked for. */
function send({ method, headers }: IncomingMessage, response: ServerResponse, object: TestObject) {
  const { content, etag, mtime } = object
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
  const part = from === undefined ? content : content.subarray(Number(from), Number(to) + 1)
  response.writeHead(from === undefined ? 200 : 206, {
    ...{ 'content-length': part.length, 'last-modified': STORED.toUTCString(), etag },
    ...(from !== undefined && {
      'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${content.length}`,
    }),
    ...(mtime !== undefined && { 'x-amz-meta-mtime': mtime }),
  })
  response.end(method === 'HEAD' ? undefined : part)
}

/** Lists two objects at a time, so that clients have to ask for the next page. */
function listed(objects: TestS3['objects'], asked: URLSearchParams): string {
  const prefix = asked.get('prefix') ?? ''
  const delimiter = asked.get('delimiter')
  const isInside = (key: string) => delimiter !== null && key.slice(prefix.length).includes(delimiter)
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && !isInside(key)).sort()
  const from = Number(asked.get('continuation-token') ?? 0)
  const page = keys.slice(from, from + 2).map((key) => {
    const { content, etag } = objects.get(key) as TestObject
    const facts = `<LastModified>${STORED.toISOString()}</LastModified><ETag>${etag}</ETag><Size>${content.length}</Size>`
    return `<Contents><Key>${key.replaceAll('&', '&amp;')}</Key>${facts}</Contents>`
  })
  const inside = [...objects.keys()].filter((key) => key.startsWith(prefix) && isInside(key))
  const folders = new Set(inside.map((key) => `${prefix}${key.slice(prefix.length).split('/')[0]}/`))
  const prefixes = [...folders].map((name) => `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`)
  const isCut = from + 2 < keys.length
  const next = isCut ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : ''
  return `<ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${page.join('')}${prefixes.join('')}</ListBucketResult>`
}

function answer(response: ServerResponse, status: number, xml = '') {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(xml)
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/** Computes the signature from the request as AWS documents it and compares. */
function isSigned(
  { headers, method = '', url = '' }: IncomingMessage,
  body: Buffer,
  secret: string,
): boolean {
  const given =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/((\d{8})\/([^/]+)\/s3\/aws4_request), ?SignedHeaders=([^,]+), ?Signature=(\w{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!given) return false
  const [, scope = '', date = '', region = '', names = '', signature] = given
  const payload = String(headers['x-amz-content-sha256'])
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return false
  const { pathname, searchParams } = new URL(url, 'http://s3')
  searchParams.sort()
  const query = [...searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, pathname, query, signed.join(''), names, payload].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = [date, region, 's3', 'aws4_request'].reduce(hmac, `AWS4${secret}` as string | Buffer)
  return (
    createHmac('sha256', key as Buffer)
      .update(text)
      .digest('hex') === signature
  )
}
