/** Lays one report out, on a thread of its own, and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Report } from './readReport.ts'
import { type ReportGiven, reportPdf } from './reportPdf.ts'

const { report, given } = workerData as { report: Report; given: ReportGiven }
parentPort?.postMessage(await reportPdf(report, given))
