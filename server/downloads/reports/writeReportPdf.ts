import { Worker } from 'node:worker_threads'
import type { Report } from './readReport.ts'
import type { ReportGiven } from './reportPdf.ts'

let before: Promise<unknown> = Promise.resolve()

/**
 * The document of a report. Laying it out takes a second or more of a processor and what draws its charts some memory: it is
 * done on a thread that ends with it, so the one that answers goes on, and one after the other, so many at once cost as
 * much memory as one.
 */
export function writeReportPdf(report: Report, given: ReportGiven): Promise<Buffer> {
  const made = before.then(() => onThread(report, given))
  before = made.catch(() => undefined)
  return made
}

const onThread = (report: Report, given: ReportGiven) =>
  new Promise<Buffer>((resolve, reject) => {
    const worker = new Worker(new URL('./reportPdfWorker.ts', import.meta.url), {
      workerData: { report, given },
    })
    worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)))
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the document of a report was not finished')))
  })
