import type { z } from 'zod'
import { DAY_MS, HOUR_MS } from '#contract/domain/time.ts'
import type { Units } from '#contract/domain/unitChoice.ts'
import type { Language } from '#contract/text/language.ts'
import type { Alert } from '#contract/wire/alert.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { Logbook, LogbookDay, LogbookHour } from '#contract/wire/logbook.ts'
import { isAtSea } from '#contract/wire/trip.ts'
import { wordsOfAlert } from '#contract/words/alertText.ts'
import { logbookHours } from '#server/analytics/logbookHours.ts'
import { openCalendar } from '#server/analytics/statistics/periods.ts'
import { alertsAfter } from '#server/records/alerts.ts'
import { listComments } from '#server/records/comments.ts'
import { helmSpans } from '#server/records/helm.ts'
import type { Scope } from '#server/records/scope.ts'
import { findTripsOf } from '#server/records/tripLists.ts'
import { findVessel } from '#server/records/vessels.ts'
import { alertSpeech } from '#server/words/wordsIn.ts'
import type { Services } from '../serve.ts'

/** Maximum number of remarks per day; no user writes more. */
const MOST_REMARKS = 200
/** Trips that began so long before a day may reach into it. */
const LONGEST_TRIP_MS = 14 * DAY_MS

/** Throws `not_found` where the caller sees no such vessel, and `invalid` for a day that has not begun. */
export async function readLogbook(
  { db, telemetry, clock }: Pick<Services, 'db' | 'telemetry' | 'clock'>,
  scope: Scope,
  vesselId: string,
  { date, timezone }: z.infer<typeof LogbookDay>,
  reader: { language: Language; units: Units },
): Promise<Logbook> {
  const row = await findVessel(db, scope, vesselId)
  if (!row) throw new Problem('not_found')
  const { id, name, number } = row.vessel
  const calendar = openCalendar(timezone)
  const day = Date.parse(`${date}T00:00Z`) / DAY_MS
  const fromMs = calendar.startMs(day)
  const endMs = calendar.startMs(day + 1)
  const nowMs = clock.nowMs()
  if (fromMs >= nowMs) throw new Problem('invalid', 'date: has not begun.')
  const toMs = Math.min(endMs, Math.ceil((nowMs - fromMs) / HOUR_MS) * HOUR_MS + fromMs)
  const hourOf = (ms: number) => Math.floor((ms - fromMs) / HOUR_MS)
  const [measured, comments, alerts, trips] = await Promise.all([
    logbookHours(telemetry, number, { fromMs, toMs }),
    listComments(db, scope, {
      ...{ skip: 0, limit: MOST_REMARKS, order: [{ field: 'created_at', direction: 'asc' }] },
      filter: [
        { field: 'vessel_id', operator: 'eq', value: id },
        { field: 'created_at', operator: 'gte', value: new Date(fromMs).toISOString() },
        { field: 'created_at', operator: 'lt', value: new Date(endMs).toISOString() },
      ],
    }),
    alertsAfter(db, scope, { vesselId: id, fromUs: fromMs * 1000, toUs: endMs * 1000 }, null, MOST_REMARKS),
    findTripsOf(db, scope, id, { fromUs: (fromMs - LONGEST_TRIP_MS) * 1000, toUs: endMs * 1000 }),
  ])
  const hours: LogbookHour[] = measured.map(({ measuredDistance, ...hour }) => ({
    ...{ ...hour, captains: [], remarks: [] },
    distance: measuredDistance ?? (hour.recorded ? 0 : null),
  }))
  // A trip is there some time before its distance is.
  let isPending = false
  for (const { trip, captain } of trips) {
    const tripEndUs = trip.endUs ?? trip.lastRecordUs
    if (tripEndUs < fromMs * 1000) continue
    for (let hour = Math.max(0, hourOf(trip.startUs / 1000)); hour <= hourOf(tripEndUs / 1000); hour++) {
      const own = hours[hour]
      if (!isAtSea(trip.seaState) || !own?.recorded || measured[hour]?.measuredDistance !== null) continue
      own.distance = null
      isPending = true
    }
    for (const span of await helmSpans(db, { ...trip, vesselId: id, captain })) {
      const last = hourOf((span.toUs ?? tripEndUs) / 1000)
      for (let hour = Math.max(0, hourOf(span.fromUs / 1000)); hour <= last; hour++) {
        const names = hours[hour]?.captains
        if (span.captain && names && !names.includes(span.captain.name)) names.push(span.captain.name)
      }
    }
  }
  const remarks: LogbookHour['remarks'] = [
    ...comments.rows.map(({ comment, user }) => ({
      ...{ at: comment.createdAt.toISOString(), kind: 'comment' as const, text: comment.text },
      ...{ by: user?.name ?? comment.apiKeyName, severity: null },
    })),
    ...alerts
      .filter(({ alert }) => alert.withdrawnAt === null)
      .map(({ alert }) => ({
        ...{ at: new Date(alert.triggerUs / 1000).toISOString(), kind: 'alert' as const },
        text: wordsOfAlert(alert, alertSpeech(reader.language), reader.units),
        ...{ by: null, severity: alert.severity as Alert['severity'] },
      })),
  ]
  for (const remark of remarks.sort((a, b) => a.at.localeCompare(b.at)))
    hours[hourOf(Date.parse(remark.at))]?.remarks.push(remark)
  const distances = hours.flatMap(({ distance }) => distance ?? [])
  return {
    ...{ vessel: { id, name }, date, hours },
    total_distance: isPending && distances.length === 0 ? null : distances.reduce((sum, one) => sum + one, 0),
    hours_recorded: hours.filter(({ recorded }) => recorded).length,
  }
}
