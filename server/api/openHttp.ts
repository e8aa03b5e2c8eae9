import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import websocket from '@fastify/websocket'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { basePathOf } from '#server/access/origins.ts'
import type { Log } from '#server/platform/log.ts'
import { mostConnections } from '#server/platform/openFiles.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { answerProblem, refuseConnection } from './answerProblem.ts'
import { contentSecurityPolicy } from './console/contentSecurityPolicy.ts'
import { PERMISSIONS_POLICY } from './console/permissionsPolicy.ts'
import { endSlowBodies } from './endSlowBodies.ts'
import { sharedCounts } from './sharedCounts.ts'

const BODY_LIMIT = 1_048_576
/** The largest message of a device with room for the head of its MQTT packet. */
const SOCKET_MESSAGE_LIMIT = 1_048_576 + 1024
/** Brotli's best quality takes a second for what this does in milliseconds, with a result a tenth larger. */
const BROTLI_QUALITY = 4
/** Bytes that are compressed at once, in three ms. A stream would wait for a thread behind those of long answers. */
const COMPRESSED_AT_ONCE = 200_000

/**
 * Request id that a proxy assigned, so that its log and ours can be read together; any other value stays out of the
 * log.
 */
const saneId = (id: string | string[] | undefined) =>
  typeof id === 'string' && /^[\w.:+/=-]{8,100}$/.test(id) ? id : null

const withoutBase = (url: string, base: string) =>
  url.startsWith(base) && /^[/?]|^$/.test(url.slice(base.length))
    ? url.slice(base.length).replace(/^(?!\/)/, '/')
    : url

/** Logs the id of a call that was refused or failed. The route has no values, so no secret of an address is logged. */
function logRefusal(log: Log, { id, method, routeOptions }: FastifyRequest, { statusCode }: FastifyReply) {
  log.info('call refused', { requestId: id, method, route: routeOptions.url, status: statusCode })
}

/** A server without any route, as every role of a process answers with. */
export async function openHttp(given: {
  log: Log
  publicUrl: string
  /** Proxies whose headers are trusted for the caller's address. */
  TRUST_PROXY?: string[] | undefined
  /** Database that counts calls across processes; null with a single process. */
  counts: Db | null
  /** Addresses of map tiles on other servers. */
  tilesUrls?: readonly (string | undefined)[]
}): Promise<FastifyInstance> {
  const { log, publicUrl, TRUST_PROXY, counts, tilesUrls = [] } = given
  const base = basePathOf(publicUrl)
  const app = fastify({
    // Paths below the base path are answered as if there were no base path.
    rewriteUrl: (request) => withoutBase(request.url ?? '/', base),
    bodyLimit: BODY_LIMIT,
    trustProxy: TRUST_PROXY ?? false,
    genReqId: ({ headers }) => (TRUST_PROXY && saneId(headers['x-request-id'])) || randomUUID(),
    forceCloseConnections: true,
    // Addresses that no router can read reach neither the hooks nor the error handler.
    frameworkErrors: (error, request, reply) => {
      const answer = answerProblem(log)(error, request, reply)
      logRefusal(log, request, reply)
      return answer
    },
    clientErrorHandler: refuseConnection,
  })
  const { http } = mostConnections()
  if (Number.isFinite(http)) app.server.maxConnections = http
  app.setErrorHandler(answerProblem(log))
  // Many clients announce JSON also for an empty body.
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body.length === 0 ? done(null, undefined) : readJson(request, body.toString(), done),
  )
  await app.register(helmet, contentSecurityPolicy(publicUrl, tilesUrls))
  app.addHook('onRequest', async ({ id }, reply) => {
    reply.header('x-request-id', id)
    reply.header('permissions-policy', PERMISSIONS_POLICY)
  })
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode >= 400) logRefusal(log, request, reply)
  })
  endSlowBodies(app)
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    syncThreshold: COMPRESSED_AT_ONCE,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  })
  await app.register(rateLimit, { global: false, ...(counts && { store: sharedCounts(counts) }) })
  await app.register(websocket, { options: { maxPayload: SOCKET_MESSAGE_LIMIT } })
  return app
}
