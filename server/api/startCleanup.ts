import { DAY_MS, HOUR_MS } from '#contract/domain/time.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import type { Clock } from '#server/platform/clock.ts'
import { deleteAttemptsBefore } from '#server/records/attempts.ts'
import { deleteOldCounts } from '#server/records/callCounts.ts'
import { deleteExpiredDownloads } from '#server/records/downloads.ts'
import { deleteOldMessages } from '#server/records/messages.ts'
import { deleteOldNamedWrites } from '#server/records/namedWrites.ts'
import { deleteOldStreams } from '#server/records/openStreams.ts'
import { deleteOldRecipientClaims } from '#server/records/recipientClaims.ts'
import { deleteOldDeliveries as deleteOldReports } from '#server/records/reportSchedules.ts'
import { deleteExpiredSessions } from '#server/records/sessions.ts'
import { deleteExpiredCodes } from '#server/records/signInCodes.ts'
import { deleteExpiredPasses } from '#server/records/wallLinks.ts'
import { deleteOldDeliveries } from '#server/records/webhooks.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { vacuumEmbedded } from '#server/stores/relational/vacuumEmbedded.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { Background } from './background.ts'
import { deleteUnusedImages } from './images/deleteUnusedImages.ts'
import { sweepFiles } from './sweepFiles.ts'
import { emptyDeletedVessels } from './vessels/emptyDeletedVessels.ts'

/** Longer than any limit looks back. */
const ATTEMPTS_KEPT_MS = 24 * HOUR_MS
/** Time enough to finish a comment. */
const UNUSED_IMAGES_KEPT_MS = 24 * HOUR_MS
/** Longer than anybody takes to upload. */
const UNCLAIMED_FILES_KEPT_MS = 24 * HOUR_MS

/** Retention: messages about alerts are read for a year at most, and answers of webhooks for a month. */
const MESSAGES_KEPT_MS = 366 * DAY_MS
const DELIVERIES_KEPT_MS = 30 * DAY_MS

/** Removes expired rows and files every hour. Returns a function that stops it. */
export function startCleanup({
  records,
  telemetry,
  files,
  clock,
  background,
}: {
  records: Records
  telemetry: Telemetry
  files: FileStore
  clock: Clock
  background: Background
}): () => void {
  const { db } = records
  const timer = setInterval(() => {
    background.run('removing what has run out', async () => {
      const nowMs = clock.nowMs()
      await deleteAttemptsBefore(db, nowMs - ATTEMPTS_KEPT_MS)
      await deleteOldCounts(db)
      await deleteOldStreams(db)
      await deleteExpiredCodes(db, new Date(nowMs))
      await deleteExpiredPasses(db, new Date(nowMs))
      await deleteExpiredSessions(db, new Date(nowMs))
      await deleteExpiredDownloads(db, nowMs)
      await deleteOldRecipientClaims(db)
      await deleteOldMessages(db, new Date(nowMs - MESSAGES_KEPT_MS))
      await deleteOldReports(db, new Date(nowMs - MESSAGES_KEPT_MS))
      await deleteOldNamedWrites(db, nowMs)
      await deleteOldDeliveries(db, new Date(nowMs - DELIVERIES_KEPT_MS))
      await emptyDeletedVessels({ db, telemetry, clock })
      await deleteUnusedImages(db, files, new Date(nowMs - UNUSED_IMAGES_KEPT_MS))
      await sweepFiles(db, files, new Date(nowMs - UNCLAIMED_FILES_KEPT_MS))
      await vacuumEmbedded(records)
    })
  }, HOUR_MS)
  return () => clearInterval(timer)
}
