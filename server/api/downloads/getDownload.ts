import { getDownload } from '#contract/wire/download.ts'
import { Problem } from '#contract/wire/errors.ts'
import { findDownload } from '#server/records/downloads.ts'
import { serve } from '../serve.ts'

export const getDownloadRoute = serve(getDownload, async ({ db, clock, caller, params }) => {
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
})
