import type { Config } from '#server/config.ts'
import type { Log } from '#server/platform/log.ts'
import { type Held, LEASE_MS } from './withLease.ts'

/**
 * Time after which a process that still waits for the jobs is not the only one, ms: longer than a dead process keeps
 * its lease.
 */
const SECOND_AFTER_MS = 2 * LEASE_MS

/** Warns when several processes of the role `api` share no bucket for files. */
export function warnOfLocalFiles(config: Config, jobs: Held<object>, log: Log): { close(): void } {
  if (!config.isShared || config.FILES_S3_URL) return { close: () => undefined }
  const timer = setTimeout(() => {
    if (!jobs.running)
      log.warn(
        'There are several processes of the role api and no bucket for files (FILES_S3_URL): pictures, charts, exports and log files are seen by the one on whose disk they lie.',
      )
  }, SECOND_AFTER_MS)
  return { close: () => clearTimeout(timer) }
}
