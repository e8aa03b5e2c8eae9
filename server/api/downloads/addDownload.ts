import { createHash, randomBytes } from 'node:crypto'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { getDownloadFile } from '#contract/wire/download.ts'
import { publicPathOf } from '#contract/wire/endpoint.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { Caller } from '#server/access/caller.ts'
import { type ExportRequest, openDownload } from '#server/downloads/openDownload.ts'
import { authorOf } from '#server/records/actor.ts'
import { countDownloads, insertDownload } from '#server/records/downloads.ts'
import type { Services } from '../serve.ts'

/** How long a link opens. */
const LINK_LIFE_MS = 15 * MINUTE_MS
/** Most links of one person or key at a time. */
const MOST_LINKS = 60
const TOKEN_BYTES = 32

/** Hash of a link, the only thing stored of it: a reader of the database cannot open the link. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** Stores the request and answers a link that runs it. Nothing is read before the link is opened. */
export async function addDownload(
  { db, telemetry, clock, caller }: Services & { caller: Caller },
  organizationId: string | undefined,
  request: ExportRequest,
) {
  // The caller decides the organization; a request that names another organization gets `not_found`.
  if (organizationId !== undefined && organizationId !== caller.organizationId) throw new Problem('not_found')
  const { userId, apiKeyId } = authorOf(caller.actor)
  const { fileName, contentType } = await openDownload({ db, telemetry }, caller.scope, request)
  const nowMs = clock.nowMs()
  if ((await countDownloads(db, caller, nowMs)) >= MOST_LINKS) throw new Problem('too_many')
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const { id } = await insertDownload(db, {
    organizationId: caller.organizationId,
    userId,
    apiKeyId,
    kind: request.kind,
    request,
    tokenHash: hashOf(token),
    fileName,
    contentType,
    expiresAt: new Date(nowMs + LINK_LIFE_MS),
  })
  const path = caller.actor.type === 'api-key' ? publicPathOf(getDownloadFile) : getDownloadFile.path
  return { data: { download_link: path.replace(':token', token), id } }
}
