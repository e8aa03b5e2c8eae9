import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  getDownload,
  getDownloadFile,
  requestRawData,
  requestStatisticsDownload,
} from '#contract/wire/download.ts'
import { publicPathOf } from '#contract/wire/endpoint.ts'
import { Problem } from '#contract/wire/errors.ts'
import { measuredUs } from '#contract/wire/instant.ts'
import { reachOf } from '#server/access/reachOf.ts'
import { type ExportRequest, openDownload } from '#server/downloads/openDownload.ts'
import type { Table } from '#server/downloads/table.ts'
import { iterateFor } from '#server/platform/organizationAtWork.ts'
import { type DownloadRow, findDownload, noteDownload } from '#server/records/downloads.ts'
import { type Routes, type Services, serve, serveFile } from '../serve.ts'
import { addDownload, hashOf } from './addDownload.ts'
import { CHECK_MS, keyReader, offerFile, type Reader, sessionReader } from './fileReader.ts'

export const downloadRoutes: Routes = [
  serve(getDownload, async ({ db, clock, caller, params }) => {
    const row = await findDownload(db, caller, { id: params.id }, clock.nowMs())
    if (!row) throw new Problem('not_found')
    return {
      id: row.id,
      state: row.state,
      progress: row.progress,
      file_name: row.fileName,
      bytes: row.bytes,
      expires_at: row.expiresAt.toISOString(),
    }
  }),
  serve(
    requestRawData,
    async (call) => {
      const { company_id, ...request } = call.body
      return addDownload(call, company_id, { kind: 'raw-data', ...request })
    },
    { example: { body: { trip_id: '$TRIP_ID', requestType: 'calc', format: 'csv' } } },
  ),
  serve(
    requestStatisticsDownload,
    async (call) => {
      const { company_id, start, end, ...request } = call.body
      const fromUs = start === undefined ? 0 : measuredUs('start', start)
      const toUs = end === undefined ? call.clock.nowMs() * 1000 : measuredUs('end', end)
      if (toUs < fromUs) throw new Problem('invalid', 'end is before start.')
      return addDownload(call, company_id, { kind: 'statistics', ...request, fromUs, toUs })
    },
    { example: { body: { id_str: '$VESSEL_ID', data_type: 'vessel', format: 'csv' } } },
  ),
  serveFile(getDownloadFile, addDownloadFile, { example: { params: { token: '$TOKEN' } } }),
]

const TOKEN = /^[\w-]{43}$/

/**
 * `GET /downloads/files/:token`, for keys below the public API. Builds the file while it is sent, so that a
 * file of any size begins at once, needs little memory and leaves nothing behind.
 *
 * The link alone does not suffice. It needs the session of the user who requested it, as a cookie or a bearer
 * token, or the key that requested it.
 */
function addDownloadFile(app: FastifyInstance, services: Services): void {
  addFiles(app, services, getDownloadFile.path, (request) => sessionReader(request, services))
  addFiles(app, services, publicPathOf(getDownloadFile), (request) => keyReader(request, services))
}

function addFiles(
  app: FastifyInstance,
  services: Services,
  path: string,
  readerOf: (request: FastifyRequest) => Promise<Reader>,
): void {
  const { db, telemetry, clock } = services
  app.route<{ Params: { token: string } }>({
    method: 'GET',
    url: path,
    exposeHeadRoute: false,
    // Compressing would take longer than sending, and most of a processor.
    compress: false,
    async handler(request, reply) {
      const reader = await readerOf(request)
      const { caller } = reader
      const { token } = request.params
      const scope = reachOf(getDownloadFile.access, caller)
      if (!TOKEN.test(token) || !scope) throw new Problem('not_found')
      const row = await findDownload(db, caller, { tokenHash: hashOf(token) }, clock.nowMs())
      if (!row) throw new Problem('not_found')
      const file = await openDownload({ db, telemetry }, scope, requestOf(row))
      const table = await file.open()
      offerFile(reply, row.fileName)
      const bytes = iterateFor(caller.organizationId, watched(services, row, reader, file.write, table))
      return reply.type(row.contentType).send(Readable.from(bytes, { objectMode: false }))
    },
  })
}

/** The bytes of the file. Breaks off when the reader loses the right, and notes the progress. */
async function* watched(
  services: Services,
  row: DownloadRow,
  reader: Reader,
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
        await requireStill(services, reader, row)
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

/** During a long download, checks that the reader still exists and has the rights. */
async function requireStill({ db, telemetry }: Services, reader: Reader, row: DownloadRow) {
  const caller = await reader.again()
  const isSame = caller?.organizationId === row.organizationId
  const scope = caller && isSame ? reachOf(getDownloadFile.access, caller) : null
  if (!scope) throw new Problem('not_allowed')
  await openDownload({ db, telemetry }, scope, requestOf(row))
}

/** The rows contain requests of addDownload(). */
const requestOf = ({ request }: DownloadRow) => request as unknown as ExportRequest
