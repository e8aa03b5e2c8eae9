import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { elsewhere, organizationAtWork } from '#server/platform/organizationAtWork.ts'
import type { OrganizationShares } from '#server/platform/organizationShares.ts'
import { openTurns } from '#server/platform/turns.ts'
import type { Report } from './readReport.ts'
import type { ReportGiven } from './reportPdf.ts'

/**
 * Keeps the thread for the next report: loading takes half a second of a processor, and many reports come in a row each
 * morning.
 */
const KEPT_MS = 2000

/** Reports of an organization that may wait; each holds its figures. */
const MOST_WAITING = 50

let kept: { thread: Worker; ending: NodeJS.Timeout } | null = null

export interface ReportPdfs {
  /** The document of a report. Throws `unavailable` when too many reports of the organization wait. */
  write(report: Report, given: ReportGiven): Promise<Buffer>
}

/**
 * Writes documents of reports on a thread that ends soon after the last of them. Layout takes a second or more of a
 * processor, and drawing takes memory. So the server keeps answering meanwhile, reports are written one after the
 * other, and organizations take turns.
 */
export function openReportPdfs(shares?: OrganizationShares): ReportPdfs {
  const turns = openTurns({ size: 1, mostOfOne: 1, mostWaiting: MOST_WAITING, shares })
  return {
    write: (report, given) =>
      elsewhere(async () => {
        const turn = await turns.take(organizationAtWork())
        try {
          return await onThread(report, given)
        } finally {
          turn.end()
        }
      }),
  }
}

async function onThread(report: Report, given: ReportGiven): Promise<Buffer> {
  clearTimeout(kept?.ending)
  const thread = kept?.thread ?? new Worker(new URL('./reportPdfWorker.ts', import.meta.url))
  kept = null
  thread.ref()
  const ended = new AbortController()
  try {
    thread.postMessage({ report, given })
    const bytes = await Promise.race([
      once(thread, 'message', ended).then(([message]) => message as Uint8Array),
      once(thread, 'exit', ended).then(() => {
        throw new Error('the document of a report was not finished')
      }),
    ])
    keep(thread)
    return Buffer.from(bytes)
  } catch (error) {
    void thread.terminate()
    throw error
  } finally {
    ended.abort()
  }
}

/** Keeps the thread for the next report, without keeping the process alive. */
function keep(thread: Worker) {
  thread.unref()
  const ending = setTimeout(() => {
    kept = null
    void thread.terminate()
  }, KEPT_MS).unref()
  kept = { thread, ending }
}
