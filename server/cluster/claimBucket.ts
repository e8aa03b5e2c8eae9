import { text } from 'node:stream/consumers'
import { MINUTE_MS } from '#contract/domain/time.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { openRounds } from '#server/platform/rounds.ts'

/** Key of the file that names the database whose installation uses the folder of the bucket. */
const CLAIM = 'installation.json'
const RENEW_EVERY_MS = 5 * MINUTE_MS
/** Age at which a claim of another database has ended: its processes no longer run. */
export const CLAIM_ENDS_MS = 3 * RENEW_EVERY_MS

/** Resolves with null when another database claims the same folder of the bucket. */
export async function claimBucket(given: {
  files: Pick<FileStore, 'get' | 'put'>
  database: string
  clock: Clock
  log: Log
}): Promise<{ close(): Promise<void> } | null> {
  const { files, database, clock, log } = given
  const content = await files.get(CLAIM)
  const known = content && (JSON.parse(await text(content)) as Claim)
  if (known && known.database !== database && clock.nowMs() - known.atMs < CLAIM_ENDS_MS) return null

  const claim = () =>
    files.put(CLAIM, Buffer.from(JSON.stringify({ database, atMs: clock.nowMs() } satisfies Claim)))
  const rounds = openRounds(claim, {
    everyMs: RENEW_EVERY_MS,
    onFailure: (error) => log.warn('the claim on the bucket could not be renewed', { error }),
  })
  await claim()
  rounds.start()
  return { close: () => rounds.close() }
}

interface Claim {
  database: string
  atMs: number
}
