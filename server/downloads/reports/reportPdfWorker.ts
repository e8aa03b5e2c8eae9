/** Lays out one report after the other, on a thread of its own. */
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Report } from './readReport.ts'
import { type ReportGiven, reportPdf } from './reportPdf.ts'

/** As of workers that open uploads. */
const NICENESS = 5

// Elsewhere the priority is that of the whole process.
if (process.platform === 'linux') setPriority(NICENESS)

parentPort?.on('message', async ({ report, given }: { report: Report; given: ReportGiven }) =>
  parentPort?.postMessage(await reportPdf(report, given)),
)
