import { DAY_MS } from '#contract/domain/time.ts'
import type { Language } from '#contract/text/language.ts'
import {
  type Board,
  type BoardCritical,
  type BoardEpisode,
  createWatchNote,
  getBoard,
  getExpectedBack,
  listWatchNotes,
  MAX_BOARD_ALERTS,
  MAX_BOARD_CRITICAL,
  setExpectedBack,
  type WatchNote,
} from '#contract/wire/board.ts'
import { isTopLevel } from '#contract/wire/department.ts'
import { Problem } from '#contract/wire/errors.ts'
import { positionToWire } from '#contract/wire/wirePosition.ts'
import { wordsOfAlert } from '#contract/words/alertText.ts'
import type { Caller } from '#server/access/caller.ts'
import { messagesOf } from '#server/records/alertCase.ts'
import { type AlertRecord, waitingAlerts } from '#server/records/alerts.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { findDepartment } from '#server/records/departments.ts'
import { narrowScope } from '#server/records/narrowScope.ts'
import { findOrganization } from '#server/records/organizations.ts'
import type { Scope } from '#server/records/scope.ts'
import { listFleet, lockVessel } from '#server/records/vessels.ts'
import { toMapVessel } from '#server/records/vesselWire.ts'
import * as watch from '#server/records/watchBoard.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { alertSpeech } from '#server/words/wordsIn.ts'
import { toDepartment } from '../departments/toDepartment.ts'
import { type Routes, serve } from '../serve.ts'
import { boardBoat, byUrgency, MISSING_KEPT_MS } from './boardBoats.ts'

const NEWEST_NOTES = 3

export const boardRoutes: Routes = [
  serve(getBoard, async ({ db, caller, clock, language, query, further }) => {
    further('department:trip-view')
    further('department:alert-view')
    const chosen = query.department_id
    const scope = chosen === undefined ? caller.scope : await narrowScope(db, caller.scope, [chosen])
    // A caller of a department below sees part of the branch, but not the notes of the department itself.
    if (chosen !== undefined && !scope.departmentIds?.includes(chosen)) throw new Problem('not_found')
    return readBoard(db, scope, {
      ...{ departmentId: chosen ?? caller.departmentId, language, units: caller.units },
      nowMs: clock.nowMs(),
    })
  }),
  serve(listWatchNotes, async ({ db, caller, query }) => {
    const { rows, total } = await watch.listWatchNotes(db, caller.scope, query)
    return { data: rows.map(toWatchNote), total }
  }),
  serve(createWatchNote, async ({ db, caller, clock, ip, body }) => {
    const { organizationId, actor, userId, scope } = caller
    const at = new Date(clock.nowMs())
    return db.transaction(async (tx) => {
      const place = await findDepartment(tx, scope, body.department_id)
      if (!place) throw new Problem('invalid', 'department_id: there is no such department.')
      const { id: departmentId, name } = place.department
      const { text } = body
      const id = await watch.insertWatchNote(tx, { organizationId, departmentId, userId, text, at })
      await noteAct(tx, {
        ...{ organizationId, actor, ip, act: 'watch-note.create', subject: { id: departmentId, name } },
        after: { text },
      })
      const written = await watch.findWatchNote(tx, id)
      if (!written) throw new Error('the note is not there')
      return toWatchNote(written)
    })
  }),
  serve(getExpectedBack, async ({ db, caller: { scope }, clock, further, params: { id } }) => {
    further('department:trip-view')
    const nowMs = clock.nowMs()
    const fleet = await listFleet(db, scope, [id])
    if (fleet.length === 0) throw new Problem('not_found')
    const [boat] = boatsOf(fleet, await watchedSince(db, scope, nowMs, id), nowMs)
    return { expected_back: boat?.expected_back ?? null }
  }),
  serve(setExpectedBack, async ({ db, bus, caller, clock, ip, params: { id }, body }) => {
    const { organizationId, actor, scope } = caller
    const at = body.expected_back === null ? null : new Date(body.expected_back)
    const departmentId = await db.transaction(async (tx) => {
      const vessel = await lockVessel(tx, scope, id)
      if (!vessel) throw new Problem('not_found')
      await watch.setExpectedBack(tx, id, {
        expectedBackAt: at,
        expectedBackSetAt: at && new Date(clock.nowMs()),
      })
      await noteAct(tx, {
        ...{ organizationId, actor, ip, act: 'vessel.expected-back', subject: { id, name: vessel.name } },
        before: { expected_back: vessel.expectedBackAt?.toISOString() ?? null },
        after: { expected_back: at?.toISOString() ?? null },
      })
      return vessel.departmentId
    })
    bus.publish({ type: 'vessel.changed', organizationId, departmentId, vesselId: id })
    return { expected_back: at?.toISOString() ?? null }
  }),
]

interface Asked {
  /** Department whose notes the board shows. */
  departmentId: string
  language: Language
  units: Caller['units']
  nowMs: number
  /** True on a wall screen, which receives vessels with the board. */
  withVessels?: boolean
}

export async function readBoard(db: Db | Tx, scope: Scope, asked: Asked): Promise<Board> {
  const { departmentId, language, units, nowMs, withVessels } = asked
  const whole = { organizationId: scope.organizationId, departmentIds: null }
  const organization = await findOrganization(db, scope.organizationId)
  const place = await findDepartment(db, whole, departmentId)
  if (!organization || !place) throw new Problem('not_found')
  const sinceUs = (nowMs - DAY_MS) * 1000
  const fleet = await listFleet(db, scope)
  const watched = await watchedSince(db, scope, nowMs)
  const rows = await waitingAlerts(db, scope, sinceUs)
  const counts = await watch.countWaiting(db, scope, sinceUs)
  const notes = await watch.newestWatchNotes(db, departmentId, NEWEST_NOTES)
  const words = (row: AlertRecord) => toBoardAlert(row, language, units)
  const critical: BoardCritical[] = []
  for (const row of rows.filter(isCritical).slice(0, MAX_BOARD_CRITICAL))
    critical.push({ ...words(row), ...(await notifiedOf(db, row)) })
  return {
    server_time: nowMs,
    organization: organization.name,
    department: {
      id: departmentId,
      name: isTopLevel(toDepartment(place.department)) ? organization.name : place.department.name,
    },
    boats: boatsOf(fleet, watched, nowMs),
    episodes: episodesOf(rows, counts, words),
    waiting: counts.reduce((sum, one) => sum + one.count, 0),
    critical,
    notes: notes.map(toWatchNote),
    ...(withVessels ? { vessels: fleet.map((row) => toMapVessel(row, nowMs)) } : {}),
  }
}

const watchedSince = (db: Db | Tx, scope: Scope, nowMs: number, onlyId?: string) =>
  watch.watchedTrips(db, scope, (nowMs - MISSING_KEPT_MS) * 1000, onlyId)

const isCritical = ({ alert }: AlertRecord) => alert.severity === 'critical'

function boatsOf(
  fleet: Awaited<ReturnType<typeof listFleet>>,
  watched: readonly watch.WatchedTrip[],
  nowMs: number,
): Board['boats'] {
  const byId = new Map(fleet.map((row) => [row.id, row]))
  return watched
    .flatMap(({ vesselId, trip, captain, expectedBackAt, expectedBackSetAt }) => {
      const row = byId.get(vesselId)
      if (!row) return []
      const facts = {
        ...{ id: row.id, name: row.name, captain },
        lastWordMs: row.state?.lastUpdatedUs ? row.state.lastUpdatedUs / 1000 : null,
        lastSpeedMps: row.state?.latest.sog?.[1] ?? null,
        trip: trip && {
          ...{ id: trip.id, startMs: trip.startUs / 1000, endCause: trip.endCause },
          endMs: trip.endUs === null ? null : trip.endUs / 1000,
        },
        expected: expectedBackAt && {
          atMs: expectedBackAt.getTime(),
          setMs: expectedBackSetAt?.getTime() ?? 0,
        },
      }
      return boardBoat(facts, nowMs) ?? []
    })
    .sort(byUrgency)
}

/** One episode for each boat, in the order of the alerts: the boat with the worst and newest alert first. */
function episodesOf(
  rows: readonly AlertRecord[],
  counts: readonly { vesselId: string; count: number }[],
  words: (row: AlertRecord) => BoardEpisode['alerts'][number],
): BoardEpisode[] {
  const countOf = new Map(counts.map(({ vesselId, count }) => [vesselId, count]))
  return [...Map.groupBy(rows, ({ vessel }) => vessel.id)].flatMap(([vesselId, its]) => {
    const [worst] = its
    if (!worst) return []
    const alerts = its.slice(0, MAX_BOARD_ALERTS).map(words)
    return {
      vessel_id: vesselId,
      name: worst.vessel.name,
      severity: worst.alert.severity as BoardEpisode['severity'],
      count: Math.max(its.length, countOf.get(vesselId) ?? 0),
      alerts,
    }
  })
}

const toBoardAlert = ({ alert, assignedTo }: AlertRecord, language: Language, units: Caller['units']) => ({
  id: alert.id,
  severity: alert.severity as BoardEpisode['severity'],
  type: alert.type as BoardEpisode['alerts'][number]['type'],
  text: wordsOfAlert(alert, alertSpeech(language), units),
  trigger_time: new Date(alert.triggerUs / 1000).toISOString(),
  received_at: alert.createdAt.toISOString(),
  assigned: assignedTo?.name ?? null,
})

async function notifiedOf(db: Db | Tx, { alert, vessel }: AlertRecord) {
  const { rows, total } = await messagesOf(db, alert.id)
  return {
    ...{ vessel_id: vessel.id, name: vessel.name },
    ...positionToWire({ latitudeDeg: alert.latitudeDeg, longitudeDeg: alert.longitudeDeg }),
    notified: rows.map(({ message, user, webhook }) => ({
      to: user ?? webhook ?? '',
      ...{ channel: message.channel, reason: message.reason, state: message.state },
      at: (message.sentAt ?? message.nextAt).toISOString(),
    })),
    notified_total: total,
  }
}

const toWatchNote = ({ note, user }: watch.WatchNoteRecord): WatchNote => ({
  ...{ id: note.id, text: note.text, at: note.at.toISOString(), user },
})
