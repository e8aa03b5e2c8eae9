import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { A_FILE } from '#contract/wire/credits.ts'
import { publicPathOf } from '#contract/wire/endpoint.ts'
import { Problem } from '#contract/wire/errors.ts'
import { getExportFile } from '#contract/wire/fleetExport.ts'
import type { Caller } from '#server/access/caller.ts'
import { reachOf } from '#server/access/reachOf.ts'
import { exportKey } from '#server/files/sharedKeys.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { findExport, oweFile } from '#server/records/fleetExports.ts'
import type { Tx } from '#server/stores/relational/openRecords.ts'
import { CHECK_MS, keyReader, offerFile, type Reader, sessionReader } from '../downloads/fileReader.ts'
import { setCreditHeaders } from '../publicApi/publicSurface.ts'
import type { Services } from '../serve.ts'
import { rangeOf } from './rangeOf.ts'

const Id = z.uuid()

/**
 * `GET /downloads/exports/:id`, for keys below the public API: the file of an export, whole or from where a download
 * broke off (RFC 9110, 14). The address alone opens nothing: the caller needs a session that sees the export, or a key
 * that does. The session comes as a cookie, which a browser that follows a link brings, or as a bearer token. The first
 * key pays for an export that a user requested.
 */
export function addExportFile(app: FastifyInstance, services: Services): void {
  const { path } = getExportFile
  addFile(app, services, path, (request) => sessionReader(request, services), null)
  addFile(
    app,
    services,
    publicPathOf({ path }),
    (request) => keyReader(request, services),
    ({ caller }, id, reply) => {
      const owe = (tx: Tx) => oweFile(tx, id)
      return services.meter.chargeOnce(caller, A_FILE, owe, (spent) => setCreditHeaders(reply, spent))
    },
  )
}

/** `pay` runs before the first byte leaves. */
function addFile<Who extends Reader>(
  app: FastifyInstance,
  services: Services,
  path: string,
  readerOf: (request: FastifyRequest) => Promise<Who>,
  pay: ((reader: Who, id: string, reply: FastifyReply) => Promise<void>) | null,
): void {
  const { db, clock, sharedFiles } = services
  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: path,
    // The file is compressed already.
    compress: false,
    async handler(request, reply) {
      const reader = await readerOf(request)
      const { caller } = reader
      const id = Id.safeParse(request.params.id)
      const found = id.success ? await seen(services, caller, id.data) : null
      const file = found && (await sharedFiles.stat(exportKey(found.row.id)))
      if (!found || !file) throw new Problem('not_found')
      const etag = `"${found.row.id}-${file.version}"`
      offerFile(reply, found.row.fileName)
      reply.header('accept-ranges', 'bytes')
      reply.header('etag', etag)
      reply.type('application/zip')
      const isSame = (request.headers['if-range'] ?? etag) === etag
      const range = isSame ? rangeOf(request.headers.range, file.bytes) : 'whole'
      if (range === 'unsatisfiable') {
        reply.header('content-range', `bytes */${file.bytes}`)
        return reply.code(416).send()
      }
      const { from, to } = range === 'whole' ? { from: 0, to: file.bytes - 1 } : range
      if (range !== 'whole') {
        reply.code(206)
        reply.header('content-range', `bytes ${from}-${to}/${file.bytes}`)
      }
      reply.header('content-length', to - from + 1)
      if (request.method === 'HEAD') return reply.send()
      await pay?.(reader, found.row.id, reply)
      // One audit line a download, however often it is continued.
      if (from === 0)
        await db.transaction((tx) =>
          noteAct(tx, {
            ...{ organizationId: caller.organizationId, actor: caller.actor, ip: request.ip },
            ...{ act: 'export.download', subject: { id: found.row.id, name: found.row.fileName } },
          }),
        )
      const stillSeen = async () => {
        const again = await reader.again()
        return again !== null && (await seen(services, again, found.row.id)) !== null
      }
      const bytes = await sharedFiles.get(exportKey(found.row.id), { from, to })
      if (!bytes) throw new Problem('not_found')
      return reply.send(whileSeen(bytes, clock, stillSeen))
    },
  })
}

/** Finished ones only. */
async function seen({ db }: Services, caller: Caller, id: string) {
  const scope = reachOf(getExportFile.access, caller)
  const found = scope && (await findExport(db, scope, id))
  return found?.row.state === 'done' ? found : null
}

/** Breaks off when the reader loses the right, or the export is removed. */
export function whileSeen(
  bytes: Readable,
  clock: Services['clock'],
  stillSeen: () => Promise<boolean>,
): Readable {
  const sent = Readable.from(watched(bytes, clock, stillSeen), { objectMode: false })
  // A reader who left before the first byte ends the generator before it begins, so it cannot close the file itself.
  return sent.once('close', () => bytes.destroy())
}

async function* watched(bytes: Readable, clock: Services['clock'], stillSeen: () => Promise<boolean>) {
  let checkedMs = clock.nowMs()
  for await (const chunk of bytes) {
    if (clock.nowMs() - checkedMs > CHECK_MS) {
      checkedMs = clock.nowMs()
      if (!(await stillSeen())) throw new Problem('not_allowed')
    }
    yield chunk as Buffer
  }
}
