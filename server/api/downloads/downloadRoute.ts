import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { requestRawData } from '#contract/download.ts'
import { Problem } from '#contract/errors.ts'
import { reachOf } from '#server/access/reachOf.ts'
import type { Claims } from '#server/access/tokens.ts'
import { type ExportRequest, openDownload } from '#server/downloads/openDownload.ts'
import type { Table } from '#server/downloads/table.ts'
import { type DownloadRow, findDownload, noteDownload } from '#server/records/downloads.ts'
import type { Services } from '../serve.ts'
import { whoAsks } from '../whoAsks.ts'
import { DOWNLOAD_PATH, hashOf } from './addDownload.ts'
import { asAttachment } from './asAttachment.ts'

const TOKEN = /^[\w-]{43}$/
/** How often progress is noted, and whether the one who reads may still. */
const CHECK_MS = 2000

/**
 * `GET /downloads/files/:token`: makes the file while it is sent, so that one of any size begins at once, takes little
 * memory and leaves nothing behind. The link alone opens nothing: it takes the session of the user who asked for it, as
 * a cookie, which is what a browser that follows a link brings, or as a bearer token.
 */
export function downloadRoute(app: FastifyInstance, services: Services): void {
  const { db, telemetry, clock } = services
  app.route<{ Params: { token: string } }>({
    method: 'GET',
    url: `${DOWNLOAD_PATH}:token`,
    exposeHeadRoute: false,
    // Compressing would take longer than sending, and most of a processor.
    compress: false,
    async handler(request, reply) {
      const { caller, claims } = await whoAsks(request, services)
      const { token } = request.params
      const scope = reachOf(requestRawData.access, caller)
      if (!TOKEN.test(token) || !scope) throw new Problem('not_found')
      const row = await findDownload(db, caller, { tokenHash: hashOf(token) }, clock.nowMs())
      if (!row) throw new Problem('not_found')
      const file = await openDownload({ db, telemetry }, scope, requestOf(row))
      const table = await file.open()
      reply.header('cache-control', 'no-store')
      reply.header('content-security-policy', "default-src 'none'; sandbox")
      reply.header('content-disposition', asAttachment(row.fileName))
      const bytes = watched(services, row, claims, file.write, table)
      return reply.type(row.contentType).send(Readable.from(bytes, { objectMode: false }))
    },
  })
}

/** The bytes of the file; breaks off when the one who reads loses the right to, and notes how it goes. */
async function* watched(
  services: Services,
  row: DownloadRow,
  claims: Claims,
  write: (table: Table) => AsyncIterable<Buffer>,
  table: Table,
): AsyncGenerator<Buffer> {
  const { db, clock } = services
  let [bytes, progress, checkedMs] = [0, 0, clock.nowMs()]
  const pages = async function* () {
    for await (const page of table.pages) {
      progress = page.progress
      yield page
    }
  }
  await noteDownload(db, row.id, { state: 'running', progress, bytes })
  let isWhole = false
  try {
    for await (const chunk of write({ ...table, pages: pages() })) {
      if (clock.nowMs() - checkedMs > CHECK_MS) {
        checkedMs = clock.nowMs()
        await demandStill(services, claims, row)
        await noteDownload(db, row.id, { progress, bytes })
      }
      bytes += chunk.length
      if (chunk.length > 0) yield chunk
    }
    isWhole = true
  } finally {
    const state = isWhole ? 'done' : 'failed'
    await noteDownload(db, row.id, { state, progress: isWhole ? 1 : progress, bytes })
  }
}

/** The token was good when the download began, and a long one outlives it; the session and the rights must last. */
async function demandStill({ access, db, telemetry }: Services, claims: Claims, row: DownloadRow) {
  const [caller] = await access.callers.ofClaims([{ ...claims, expiresMs: Number.POSITIVE_INFINITY }])
  const isSame = caller?.userId === row.userId && caller.organizationId === row.organizationId
  const scope = caller && isSame ? reachOf(requestRawData.access, caller) : null
  if (!scope) throw new Problem('not_allowed')
  await openDownload({ db, telemetry }, scope, requestOf(row))
}

/** Rows hold what addDownload() put into them. */
const requestOf = ({ request }: DownloadRow) => request as unknown as ExportRequest
