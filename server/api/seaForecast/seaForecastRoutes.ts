import type { FastifyInstance } from 'fastify'
import { Problem } from '#contract/wire/errors.ts'
import { getSeaForecast, getSeaValues } from '#contract/wire/seaForecast.ts'
import { reachOf } from '#server/access/reachOf.ts'
import { authenticate } from '../authenticate.ts'
import { type Routes, type Services, serve, serveFile } from '../serve.ts'

export const seaForecastRoutes: Routes = [
  serve(getSeaForecast, ({ sea, caller }) => sea.of(caller.organizationId)),
  serveFile(getSeaValues, addSeaValues),
]

/** Values of a grid of the caller's own organization. An address names a version, so browsers cache the values. */
function addSeaValues(app: FastifyInstance, services: Services): void {
  app.get(getSeaValues.path, async (request, reply) => {
    const { caller } = await authenticate(request, services)
    if (!reachOf(getSeaValues.access, caller)) throw new Problem('not_allowed')
    const asked = getSeaValues.params.safeParse(request.params)
    const values = asked.success ? await services.sea.values(caller.organizationId, asked.data.version) : null
    reply.header('vary', 'cookie, authorization')
    if (!values) throw new Problem('not_found')
    reply.header('cache-control', 'private, max-age=86400, immutable')
    reply.header('content-encoding', 'gzip')
    return reply.type('application/octet-stream').send(values)
  })
}
