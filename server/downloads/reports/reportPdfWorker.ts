/** Lays out one report after the other, on a thread of its own. */
import { parentPort } from 'node:worker_threads'
import type { Report } from './readReport.ts'
import { type ReportGiven, reportPdf } from './reportPdf.ts'

parentPort?.on('message', async ({ report, given }: { report: Report; given: ReportGiven }) =>
  parentPort?.postMessage(await reportPdf(report, given)),
)
