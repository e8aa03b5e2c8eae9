/**
 * Sends scheduled reports. Queues the newest period of each due schedule once, and sends queued reports one
 * after the other, at least once. A report that a crash interrupts is taken again some minutes later, with
 * its id.
 */
import type { Language } from '#contract/text/language.ts'
import { openCalendar } from '#server/analytics/statistics/periods.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { workFor } from '#server/platform/organizationAtWork.ts'
import { openRounds, type Rounds } from '#server/platform/rounds.ts'
import type { OutboxFigures } from '#server/records/messages.ts'
import * as schedules from '#server/records/reportSchedules.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { lastPeriod } from './lastPeriod.ts'
import { type MadeReport, makeReport } from './makeReport.ts'

/** Woken when a schedule may be due. */
export interface ReportQueue extends Omit<Rounds, 'isClosed'> {
  /** As of the last look; nothing before it. */
  figures(): OutboxFigures[]
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
  clock,
  log,
  send,
  make = makeReport,
}: {
  db: Db
  telemetry: Telemetry
  clock: Clock
  log: Log
  /** Null without a mail server; due reports then wait until there is one. */
  send: ((letter: ReportLetter) => Promise<void>) | null
  make?: typeof makeReport
}): ReportQueue {
  let open: Awaited<ReturnType<typeof schedules.countOpenDeliveries>> | null = null
  let givenUp = 0
  const rounds = openRounds(
    async () => {
      if (send) await look(send)
      open = await schedules.countOpenDeliveries(db)
    },
    {
      everyMs: LOOK_EVERY_MS,
      onFailure: (error) => log.error('sending reports failed and will be tried again', { error }),
    },
  )
  return { ...rounds, figures: () => (open ? [{ ...open, givenUp }] : []) }

  async function look(carry: NonNullable<typeof send>) {
    await schedules.queueDueReports(db, clock.nowMs(), ({ period }, timeZone) => {
      const calendar = openCalendar(timeZone)
      const { fromMs, toMs, nextMs } = lastPeriod(calendar, period, clock.nowMs())
      const [fromDay, untilDay] = [calendar.localDay(fromMs), calendar.localDay(toMs - 1)]
      return { fromDay, untilDay, timeZone, nextMs }
    })
    for (let next = await take(); next; next = await take()) await deliver(next, carry)
  }

  async function take() {
    return rounds.isClosed ? null : schedules.claimDelivery(db, clock.nowMs())
  }

  async function deliver(row: schedules.DeliveryRow, carry: NonNullable<typeof send>) {
    const { id, period } = row
    try {
      // Checked when the report leaves: a reader who lost access since it was queued gets nothing.
      const reader = await schedules.readerOf(db, row)
      if (!reader) return await schedules.noteSkipped(db, id)
      const language = reader.language ?? 'en'
      const options = { language, madeMs: clock.nowMs(), ...(reader.units && { units: reader.units }) }
      const made = await workFor(row.organizationId, () => make({ db, telemetry }, row, options))
      // Another process may have taken a report that took too long to make.
      if (rounds.isClosed || row.nextAt.getTime() <= clock.nowMs()) return
      await schedules.noteTrying(db, id, clock.nowMs())
      await carry({ ...made, id, to: reader.email, language, period })
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error)
      log.warn('a report could not be sent', { id, error: words })
      if (await schedules.noteFailed(db, row, { nowMs: clock.nowMs(), error: words })) givenUp++
      return
    }
    await schedules.noteSent(db, id, clock.nowMs())
  }
}
