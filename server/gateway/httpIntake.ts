import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { Problem } from '#contract/errors.ts'
import type { Format } from '#protocols/formats.ts'
import type { DeviceDirectory } from './deviceDirectory.ts'
import { Decoders, type Intake, isFormat, isPaired, MAX_MESSAGE_BYTES, type PairedDevice } from './intake.ts'

const FORMAT_OF_TYPE: Readonly<Record<string, Format>> = {
  'application/vnd.binnacle.imu': 'imu',
  'application/json': 'readings',
}

/**
 * `POST /gateway/batches`: one message of a device, gzip or plain, at most MAX_MESSAGE_BYTES unpacked. The format is
 * told by the content type or by `?format=`. Answers, once stored, how many readings were, and what was refused.
 */
export function httpIntakeRoutes(
  app: FastifyInstance,
  given: { directory: DeviceDirectory; intake: Intake },
): void {
  const { directory, intake } = given
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.post<{ Querystring: { format?: string } }>('/gateway/batches', async (request) => {
      const device = await authenticatedDevice(directory, request.headers)
      const type = request.headers['content-type']?.split(';')[0]?.trim() ?? ''
      const format = request.query.format ?? FORMAT_OF_TYPE[type] ?? ''
      if (!isFormat(format))
        throw new Problem(
          'invalid',
          'Say what this is: ?format=imu, readings, n2k, nmea0183, signalk or j1939.',
        )
      const message = await readBody(request.body as Readable, request.headers['content-encoding'])
      return intake.takeMessage(device, new Decoders(), format, message)
    })
  })
}

/** Throws `not_authenticated` alike for an unknown device and a wrong secret, `not_paired` for one without a vessel. */
export async function authenticatedDevice(
  directory: DeviceDirectory,
  headers: IncomingHttpHeaders,
): Promise<PairedDevice> {
  const credentials = readCredentials(headers.authorization)
  const device = credentials && (await directory.authenticate(credentials.id, credentials.secret))
  if (!device) throw new Problem('not_authenticated', 'The device id or its secret is not right.')
  if (!isPaired(device)) throw new Problem('not_paired')
  return device
}

/** `Bearer id.secret` or Basic with the id as user name. */
function readCredentials(authorization = ''): { id: string; secret: string } | null {
  const [scheme = '', value = ''] = authorization.split(' ')
  const text =
    scheme.toLowerCase() === 'basic' ? Buffer.from(value, 'base64').toString().replace(':', '.') : value
  const dot = text.indexOf('.')
  return dot > 0 ? { id: text.slice(0, dot), secret: text.slice(dot + 1) } : null
}

/** Counts while it unpacks, so that a small message that unpacks to a huge one is refused before it is there. */
async function readBody(body: Readable, encoding: string | undefined): Promise<Buffer> {
  if (encoding !== undefined && encoding !== 'gzip' && encoding !== 'identity') {
    throw new Problem('invalid', `The content encoding ${encoding.slice(0, 20)} is not understood.`)
  }
  const source = encoding === 'gzip' ? body.pipe(createGunzip()) : body
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of source) {
      bytes += (chunk as Buffer).length
      if (bytes > MAX_MESSAGE_BYTES)
        throw new Problem('too_large', `A batch may have ${MAX_MESSAGE_BYTES} bytes.`)
      chunks.push(chunk as Buffer)
    }
  } catch (error) {
    body.resume()
    throw error instanceof Problem ? error : new Problem('invalid', 'The body could not be unpacked.')
  }
  return Buffer.concat(chunks)
}
