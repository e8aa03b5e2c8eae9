import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { languageOf } from '#contract/text/language.ts'
import { Problem } from '#contract/wire/errors.ts'
import { openStream } from '#contract/wire/publicStream.ts'
import type { Realtime } from '#server/realtime/openRealtime.ts'
import { keyBearerOf } from '../bearerOf.ts'
import type { Services } from '../serve.ts'
import { openKeyStream } from './openKeyStream.ts'
import { streamPlaces } from './streamPlaces.ts'

/** Streams that one organization may have open. */
const MOST_STREAMS = 20

/** `GET /public/v1/stream`: positions and alerts as server-sent events, for as long as the program reads and can pay. */
export function streamRoute(app: FastifyInstance, services: Services, realtime: Realtime): void {
  const places = streamPlaces(services, MOST_STREAMS)
  app.addHook('onClose', async () => places.close())
  app.route({
    method: 'GET',
    url: openStream.path,
    exposeHeadRoute: false,
    compress: false,
    async handler(request, reply) {
      const { caller, secret } = await keyBearerOf(request, services)
      const asked = openStream.query.safeParse(request.query)
      if (!asked.success) throw new Problem('invalid', asked.error.issues[0]?.message)
      let isGone = false
      let place: { leave(): void } | null = null
      reply.raw.once('close', () => {
        isGone = true
        place?.leave()
      })
      place = await places.take(caller.organizationId)
      if (!place) throw new Problem('too_many')
      if (isGone) place.leave()
      const since = Number(request.headers['last-event-id'])
      const stream = await openKeyStream(services, realtime, {
        ...{ caller, secret, asked: asked.data },
        sinceMs: Number.isSafeInteger(since) && since > 0 ? since : null,
        language: languageOf(request.headers['accept-language']),
        hangUp: () => reply.raw.destroy(),
      })
      reply.raw.once('close', stream.close)
      reply.header('cache-control', 'no-store')
      reply.header('x-accel-buffering', 'no')
      return reply
        .type('text/event-stream; charset=utf-8')
        .send(Readable.from(stream.events(), { objectMode: false }))
    },
  })
}
