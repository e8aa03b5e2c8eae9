import { pipeline, type Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
// The plugin's types add the option that excludes a route from compression.
import type {} from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { Format } from '#protocols/formats.ts'
import { NO_READINGS } from '#protocols/readingsJson.ts'
import { authenticatedDevice } from './credentials.ts'
import type { DeviceDirectory } from './deviceDirectory.ts'
import { type Intake, isFormat, isPaired, MAX_JSON_BYTES, MAX_MESSAGE_BYTES } from './intake.ts'

const FORMAT_OF_TYPE: Readonly<Record<string, Format>> = {
  'application/vnd.taffrail.imu': 'imu',
  'application/json': 'readings',
}
/** Limit for all batches being received together; the usual batches of a fleet stay far below it. */
const MAX_HELD_BYTES = 64 * 1024 * 1024
/** A body that takes longer than this to come is given up. */
const BODY_DEADLINE_MS = MINUTE_MS
const SLICE_BYTES = 128 * 1024

/**
 * `POST /gateway/batches`: the gathered data of a device, gzip or plain, at most MAX_MESSAGE_BYTES unpacked
 * (MAX_JSON_BYTES for `readings`, which are read as one). The content type or `?format=` gives the format.
 * Answers, once stored, the number of readings and the rejected input.
 */
export function httpIntakeRoutes(
  app: FastifyInstance,
  given: { directory: DeviceDirectory; intake: Intake },
): void {
  const { directory, intake } = given
  let heldBytes = 0
  const hold = (bytes: number) => {
    heldBytes += bytes
    if (heldBytes > MAX_HELD_BYTES) throw new Problem('unavailable')
  }

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.post<{ Querystring: { format?: string } }>(
      '/gateway/batches',
      { decompress: false },
      async ({ headers, query, body, raw }) => {
        const device = await authenticatedDevice(directory, headers.authorization)
        if (!isPaired(device)) {
          intake.noteRefused(device.id, 'http', 'not_paired', 'The device has data but no vessel.')
          throw new Problem('not_paired')
        }
        const type = headers['content-type']?.split(';')[0]?.trim() ?? ''
        const format = query.format ?? FORMAT_OF_TYPE[type] ?? ''
        if (!isFormat(format))
          throw new Problem(
            'invalid',
            'Say what this is: ?format=imu, readings, n2k, nmea0183, signalk or j1939.',
          )
        if (intake.isFull) throw new Problem('unavailable')
        const maxBytes = format === 'readings' ? MAX_JSON_BYTES : MAX_MESSAGE_BYTES
        const batch = { bytes: 0 }
        const deadline = setTimeout(() => raw.destroy(), BODY_DEADLINE_MS)
        try {
          const chunks: Buffer[] = []
          for await (const chunk of unpacked(body, headers['content-encoding'])) {
            batch.bytes += chunk.length
            hold(chunk.length)
            if (batch.bytes > maxBytes)
              throw new Problem('too_large', `A batch of ${format} may have ${maxBytes} bytes unpacked.`)
            chunks.push(chunk)
          }
          clearTimeout(deadline)
          const taken = await intake.takeBatch(device, format, slices(Buffer.concat(chunks)))
          const hasNone = taken.rejected.some(({ detail }) => detail === NO_READINGS)
          if (format === 'readings' && (hasNone || batch.bytes === 0))
            throw new Problem('invalid', 'Readings are JSON with `samples`, `tables` or `fixes`.')
          return taken
        } finally {
          clearTimeout(deadline)
          heldBytes -= batch.bytes
        }
      },
    )
  })
}

/** The body in chunks, so that a small body that unpacks to a huge one is refused early. */
async function* unpacked(body: unknown, encoding: string | undefined): AsyncGenerator<Buffer> {
  if (encoding !== undefined && encoding !== 'gzip' && encoding !== 'identity') {
    throw new Problem('invalid', `The content encoding ${encoding.slice(0, 20)} is not understood.`)
  }
  const received = body as Readable | undefined
  if (!received) return
  // A pipeline also ends when the request is aborted; a mere pipe would wait for ever.
  const source = encoding === 'gzip' ? pipeline(received, createGunzip(), () => undefined) : received
  try {
    for await (const chunk of source) yield chunk as Buffer
  } catch {
    throw new Problem('invalid', 'The body could not be unpacked.')
  } finally {
    received.resume()
  }
}

/** Other requests have a turn between two slices. */
async function* slices(batch: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < batch.length; at += SLICE_BYTES) {
    yield batch.subarray(at, at + SLICE_BYTES)
    await breathe()
  }
}
