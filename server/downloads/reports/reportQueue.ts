/**
 * Sends scheduled reports, at least once. Every process queues the newest period of each due schedule, which the records
 * accept once, and takes queued reports, one at a time. Organizations take turns. A report that a crash interrupts is
 * taken again some minutes later, with its id.
 */
import type { Language } from '#contract/text/language.ts'
import { openCalendar } from '#server/analytics/statistics/periods.ts'
import type { Clock } from '#server/platform/clock.ts'
import { openJobQueue } from '#server/platform/jobQueue.ts'
import type { Log } from '#server/platform/log.ts'
import { workFor } from '#server/platform/organizationAtWork.ts'
import { type ClaimedJob, claimsOf, isGivenUp, reportJobs } from '#server/records/jobClaims.ts'
import type { OutboxFigures } from '#server/records/messages.ts'
import * as schedules from '#server/records/reportSchedules.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { lastPeriod } from './lastPeriod.ts'
import { type MadeReport, makeReport } from './makeReport.ts'
import type { ReportPdfs } from './reportPdfs.ts'

export interface ReportQueue {
  /** A schedule may be due. */
  wake(): void
  /** Resolves when nothing is due; for tests. */
  idle(): Promise<void>
  /** As of the last look; nothing before it. */
  figures(): OutboxFigures[]
  close(): Promise<void>
}

export interface ReportLetter extends MadeReport {
  /** Stays equal when the report is sent again. */
  id: string
  to: string
  language: Language
  period: schedules.DeliveryRow['period']
}

const LOOK_EVERY_MS = 30_000

export function openReportQueue({
  db,
  telemetry,
  pdfs,
  clock,
  log,
  send,
  make = makeReport,
}: {
  db: Db
  telemetry: Telemetry
  pdfs: ReportPdfs
  clock: Clock
  log: Log
  /** Null without a mail server; due reports then wait until there is one. */
  send: ((letter: ReportLetter) => Promise<void>) | null
  make?: typeof makeReport
}): ReportQueue {
  let open: Awaited<ReturnType<typeof schedules.countOpenDeliveries>> | null = null
  let givenUp = 0
  const claims = () => claimsOf(db, reportJobs(clock.nowMs()))
  const queue = openJobQueue<ClaimedJob>({
    ...{ name: 'reports', atOnce: 1, retryMs: LOOK_EVERY_MS, log },
    source: {
      async claim() {
        const next = send ? await queueDue().then(() => claims().claim()) : { againMs: null }
        if (!('againMs' in next)) return next
        open = await schedules.countOpenDeliveries(db)
        return { againMs: Math.min(next.againMs ?? LOOK_EVERY_MS, LOOK_EVERY_MS) }
      },
      renew: (jobs) => claims().renew(jobs),
      release: (jobs) => claims().release(jobs),
      excuse: (jobs) => claims().excuse(jobs),
    },
    async run(job, signal) {
      if (send) await deliver(job, signal, send)
      return true
    },
  })
  return {
    wake: queue.wake,
    idle: queue.idle,
    close: queue.close,
    figures: () => (open ? [{ ...open, givenUp }] : []),
  }

  async function queueDue() {
    await schedules.queueDueReports(db, clock.nowMs(), ({ period }, timeZone) => {
      const calendar = openCalendar(timeZone)
      const { fromMs, toMs, nextMs } = lastPeriod(calendar, period, clock.nowMs())
      const [fromDay, untilDay] = [calendar.localDay(fromMs), calendar.localDay(toMs - 1)]
      return { fromDay, untilDay, timeZone, nextMs }
    })
  }

  async function deliver(job: ClaimedJob, signal: AbortSignal, carry: NonNullable<typeof send>) {
    const { id } = job
    const row = await schedules.deliveryToSend(db, id)
    if (!row) return
    if (isGivenUp(job)) {
      await schedules.noteUnanswered(db, job)
      givenUp++
      return
    }
    try {
      // Checked when the report leaves: a reader who lost access since it was queued gets nothing.
      const reader = await schedules.readerOf(db, row)
      if (!reader) return await schedules.noteSkipped(db, job)
      const language = reader.language ?? 'en'
      const options = { language, madeMs: clock.nowMs(), ...(reader.units && { units: reader.units }) }
      const made = await workFor(row.organizationId, () => make({ db, telemetry, pdfs }, row, options))
      // Another process may have taken a report that took too long to make.
      if (signal.aborted || !(await schedules.noteTrying(db, job, clock.nowMs()))) return
      await carry({ ...made, id, to: reader.email, language, period: row.period })
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error)
      log.warn('a report could not be sent', { id, error: words })
      if (await schedules.noteFailed(db, job, row, { nowMs: clock.nowMs(), error: words })) givenUp++
      return
    }
    await schedules.noteSent(db, job, clock.nowMs())
  }
}
