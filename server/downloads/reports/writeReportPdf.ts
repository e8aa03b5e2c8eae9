import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { elsewhere } from '#server/platform/organizationAtWork.ts'
import type { Report } from './readReport.ts'
import type { ReportGiven } from './reportPdf.ts'

/**
 * Keeps the thread for the next report: loading takes half a second of a processor, and many reports come in a row each
 * morning.
 */
const KEPT_MS = 2000

let before: Promise<unknown> = Promise.resolve()
let kept: { thread: Worker; ending: NodeJS.Timeout } | null = null

/**
 * Writes the document of a report on a thread that ends soon after it. Layout takes a second or more of a
 * processor, and drawing takes memory. So the server keeps answering meanwhile, and reports are written one
 * after the other.
 */
export function writeReportPdf(report: Report, given: ReportGiven): Promise<Buffer> {
  const made = before.then(() => onThread(report, given))
  before = made.catch(() => undefined)
  return elsewhere(() => made)
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
