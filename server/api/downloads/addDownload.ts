import { createHash, randomBytes } from 'node:crypto'
import { Problem } from '#contract/errors.ts'
import { type Caller, personOf } from '#server/access/caller.ts'
import { type ExportRequest, openDownload } from '#server/downloads/openDownload.ts'
import { countDownloads, insertDownload } from '#server/records/downloads.ts'
import type { Services } from '../serve.ts'

/** How long a link opens. */
const LINK_LIFE_MS = 15 * 60_000
/** Links that one person may hold at a time. */
const MOST_LINKS = 60
const TOKEN_BYTES = 32

export const DOWNLOAD_PATH = '/downloads/files/'

/** Only a hash of the link is kept: whoever reads the database cannot open it. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** Notes what was asked for and answers the link that makes it. Nothing is read before the link is opened. */
export async function addDownload(
  { db, telemetry, clock, caller }: Services & { caller: Caller },
  organizationId: string | undefined,
  request: ExportRequest,
) {
  // Whose data it is follows from the caller; somebody who names another organization asks for what is not there.
  if (organizationId !== undefined && organizationId !== caller.organizationId) throw new Problem('not_found')
  const { userId } = personOf(caller)
  const { fileName, contentType } = await openDownload({ db, telemetry }, caller.scope, request)
  const nowMs = clock.nowMs()
  if ((await countDownloads(db, userId, nowMs)) >= MOST_LINKS) throw new Problem('too_many')
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const { id } = await insertDownload(db, {
    organizationId: caller.organizationId,
    userId,
    kind: request.kind,
    request,
    tokenHash: hashOf(token),
    fileName,
    contentType,
    expiresAt: new Date(nowMs + LINK_LIFE_MS),
  })
  return { data: { download_link: `${DOWNLOAD_PATH}${token}`, id } }
}
