/** Updates the stored alerts of a vessel to those that follow from its samples. */

import { isDeepStrictEqual } from 'node:util'
import { and, eq, gte, inArray, isNull, lte, not, or, sql } from 'drizzle-orm'
import { MINUTE_US } from '#contract/domain/time.ts'
import type { AlertFacts } from '#contract/wire/alert.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { alertNotes, alerts, messages, vessels } from '#server/stores/relational/schema.ts'
import { boardNow, silentSinceUs } from './alertBoard.ts'
import { dropFaultTask, openFaultTasks } from './maintenanceAlerts.ts'
import { queueEnded, queueMessages } from './messages.ts'
import { holderOf } from './trips.ts'

export type AlertRow = typeof alerts.$inferSelect

/** Alert that an episode leads to. */
export interface FoundAlert {
  /** Rule of the alert; null when a device on the bus reported it. */
  ruleId: string | null
  ruleVersion: number | null
  type: 'threshold' | 'geofence' | 'external'
  severity: string
  text: string | null
  facts: AlertFacts
  instance: number | null
  beginUs: number
  endUs: number | null
  isOpen: boolean
  /**
   * Time of the sample that showed the end, for a crossing the fix that confirmed it. Null while the alert is
   * open.
   */
  decidedUs: number | null
  isEndedBySilence: boolean
  latitudeDeg: number | null
  longitudeDeg: number | null
  sources: string[]
  /**
   * Start of the evaluated interval, for an episode that began in it. An alert that began before is another one, however
   * near.
   */
  evaluatedFromUs?: number | null
}

/** Evaluated vessel: alerts that began in the evaluated intervals and were not found again are refuted. */
export interface EvaluatedVessel {
  vesselId: string
  organizationId: string
  departmentId: string
  /** Evaluated intervals by rule id; null stands for alerts from the bus. */
  spans: ReadonlyMap<string | null, { fromUs: number; toUs: number }>
  found: readonly FoundAlert[]
}

export interface ReconciledAlert {
  alertId: string
  vesselId: string
  isNew: boolean
}

/** An alert and an episode at most this far apart are one: late data moves both ends. */
const SAME_WITHIN_US = MINUTE_US

/** Alerts of vessels that touch the time from a moment on. */
export async function alertsFrom(
  db: Db | Tx,
  vesselIds: readonly string[],
  { fromUs, toUs }: { fromUs: number; toUs: number },
): Promise<AlertRow[]> {
  if (vesselIds.length === 0) return []
  return db
    .select()
    .from(alerts)
    .where(
      and(
        inArray(alerts.vesselId, [...vesselIds]),
        lte(alerts.triggerUs, toUs),
        or(
          eq(alerts.isOpen, true),
          gte(sql`coalesce(${alerts.decidedUs}, ${alerts.endUs}, ${alerts.triggerUs})`, fromUs),
        ),
        isEvaluated,
      ),
    )
    .orderBy(alerts.triggerUs, alerts.id)
}

/** True for alerts that evaluation covers: not alerts from before there were episodes, nor those about due work. */
const isEvaluated = or(
  not(isNull(alerts.ruleId)),
  and(eq(alerts.type, 'external'), sql`${alerts.facts} ->> 'kind' is distinct from 'maintenance'`),
)

/** Alerts of vessels that go on. */
export async function openAlerts(db: Db | Tx, vesselIds: readonly string[]): Promise<AlertRow[]> {
  if (vesselIds.length === 0) return []
  return db
    .select()
    .from(alerts)
    .where(and(inArray(alerts.vesselId, [...vesselIds]), eq(alerts.isOpen, true), isEvaluated))
}

/**
 * An alert keeps its id, and what people did with it, when its span meets an episode. An alert that late data
 * refutes is deleted. If a user was notified of it or acted on it, it stays and is marked as withdrawn.
 */
export async function reconcileAlerts(
  tx: Tx,
  evaluated: readonly EvaluatedVessel[],
  at: Date,
): Promise<ReconciledAlert[]> {
  const windows = evaluated.flatMap(({ spans, found }) => [
    ...spans.values(),
    ...found.map(({ beginUs, endUs }) => ({ fromUs: beginUs, toUs: endUs ?? beginUs })),
  ])
  if (windows.length === 0) return []
  // Processes that evaluate one vessel take turns; vessels are locked in one order.
  const locks = JSON.stringify(evaluated.map(({ vesselId }) => `alerts ${vesselId}`))
  await tx.execute(sql`
    select pg_advisory_xact_lock(lock) from (
      select distinct hashtext(name) as lock from json_array_elements_text(${locks}::json) as name order by lock
    ) as locks`)
  // Without this lock, a trip that is being written would miss alerts written meanwhile.
  await tx
    .select({ id: vessels.id })
    .from(vessels)
    .where(
      inArray(
        vessels.id,
        evaluated.filter(({ found }) => found.length > 0).map((one) => one.vesselId),
      ),
    )
    .orderBy(vessels.id)
    .for('key share')
  const stored = Map.groupBy(
    await alertsFrom(
      tx,
      evaluated.map(({ vesselId }) => vesselId),
      {
        fromUs: Math.floor(Math.min(...windows.map(({ fromUs }) => fromUs)) - SAME_WITHIN_US),
        toUs: Math.ceil(Math.max(...windows.map(({ toUs }) => toUs)) + SAME_WITHIN_US),
      },
    ),
    ({ vesselId }) => vesselId,
  )
  const done: ReconciledAlert[] = []
  const over: string[] = []
  const inserts: Inserted[] = []
  const ends: Ended[] = []
  for (const { vesselId, organizationId, spans, found } of evaluated) {
    const left = new Set(stored.get(vesselId) ?? [])
    // An episode with the begin of an alert takes that alert, before alerts that merely overlap.
    const exact = new Map(found.map((one) => [one, takeFrom(left, matching(left, one, true))]))
    for (const one of found) {
      const known = exact.get(one) ?? takeFrom(left, matching(left, one))
      if (known) {
        if (isSame(known, one)) continue
        if (known.triggerUs === one.beginUs && isSameAlert(known, one)) ends.push(endOf(known.id, one))
        else await move(tx, known, one)
        if (known.isOpen && !one.isOpen) over.push(known.id)
        done.push({ alertId: known.id, vesselId, isNew: false })
        continue
      }
      inserts.push({ ...one, organizationId, vesselId })
    }
    for (const row of left) {
      const span = spans.get(row.ruleId)
      const bornUs = raisedUs(row)
      if (!span || bornUs < span.fromUs || bornUs > span.toUs || row.withdrawnAt) continue
      await refute(tx, row, at)
      over.push(row.id)
      done.push({ alertId: row.id, vesselId, isNew: false })
    }
  }
  for (const { id, vessel_id } of await insert(tx, inserts, at))
    done.push({ alertId: id, vesselId: vessel_id, isNew: true })
  await end(tx, ends)
  const raised = done.filter(({ isNew }) => isNew).map(({ alertId }) => alertId)
  await openFaultTasks(tx, raised, at)
  await queueMessages(tx, raised, at.getTime())
  await queueEnded(tx, [...over, ...raised], at.getTime())
  return done
}

type Inserted = FoundAlert & Pick<EvaluatedVessel, 'vesselId' | 'organizationId'>

/** A storm raises thousands at once: a parameter for each value would cost more than storing it. */
async function insert(
  tx: Tx,
  inserts: readonly Inserted[],
  at: Date,
): Promise<{ id: string; vessel_id: string }[]> {
  if (inserts.length === 0) return []
  const given = inserts.map((one) => ({
    ...{ organization_id: one.organizationId, vessel_id: one.vesselId, rule_id: one.ruleId },
    ...{ type: one.type, severity: one.severity, text: one.text, facts: one.facts, sources: one.sources },
    ...{ trigger_us: one.beginUs, end_us: one.endUs, is_open: one.isOpen, rule_version: one.ruleVersion },
    ...{ decided_us: one.decidedUs, is_ended_by_silence: one.isEndedBySilence },
    ...{ instance: one.instance, latitude_deg: one.latitudeDeg, longitude_deg: one.longitudeDeg },
    silent_since_us: silentSinceUs(one.facts, one.beginUs),
  }))
  const columns = sql.raw(Object.keys(given[0] ?? {}).join(', '))
  const inserted = await tx.execute(sql`
    insert into ${alerts} (${columns}, trip_id, created_at, board)
    select ${columns}, ${holderOf(sql`found.vessel_id`, sql`found.trigger_us`)}, ${at.toISOString()}::timestamptz,
      case when found.is_open and found.silent_since_us is not null
        then ${boardNow(sql`found.vessel_id`, sql`found.silent_since_us`, at.getTime())} end
    from json_to_recordset(${JSON.stringify(given)}::json) as found(organization_id uuid, vessel_id uuid,
      rule_id uuid, type text, severity text, text text, facts jsonb, sources jsonb, trigger_us bigint, end_us bigint,
      is_open boolean, decided_us bigint, is_ended_by_silence boolean, rule_version integer, instance integer,
      latitude_deg double precision,
      longitude_deg double precision, silent_since_us bigint)
    returning id, vessel_id`)
  return (inserted as unknown as { rows: { id: string; vessel_id: string }[] }).rows
}

/** Time of an alert: a crossing counts from the fix that confirmed it. */
export const raisedUs = ({ type, triggerUs, decidedUs }: AlertRow) =>
  type === 'geofence' ? (decidedUs ?? triggerUs) : triggerUs

function takeFrom(left: Set<AlertRow>, row: AlertRow | null): AlertRow | null {
  if (row) left.delete(row)
  return row
}

/**
 * The stored alert whose span meets the episode, the nearest of several; with `isExact` only one with an
 * equal begin.
 */
function matching(left: ReadonlySet<AlertRow>, found: FoundAlert, isExact = false): AlertRow | null {
  let best: AlertRow | null = null
  const endUs = found.isOpen ? Number.POSITIVE_INFINITY : (found.endUs ?? found.beginUs)
  for (const row of left) {
    if (row.ruleId !== found.ruleId || row.instance !== found.instance || !isAlike(row.facts, found.facts))
      continue
    if (row.triggerUs !== found.beginUs) {
      if (isExact || raisedUs(row) < (found.evaluatedFromUs ?? Number.POSITIVE_INFINITY)) continue
    }
    const rowEndUs = row.isOpen ? Number.POSITIVE_INFINITY : (row.endUs ?? row.triggerUs)
    if (row.triggerUs > endUs + SAME_WITHIN_US || rowEndUs < found.beginUs - SAME_WITHIN_US) continue
    const distance = Math.abs(row.triggerUs - found.beginUs)
    if (!best || distance < Math.abs(best.triggerUs - found.beginUs)) best = row
  }
  return best
}

function isAlike(a: AlertFacts | null, b: AlertFacts): boolean {
  if (a?.kind !== b.kind) return false
  if (a.kind === 'geofence' && b.kind === 'geofence') return a.direction === b.direction
  if (a.kind === 'external' && b.kind === 'external') return a.spn === b.spn && a.fmi === b.fmi
  return true
}

const isSame = (known: AlertRow, found: FoundAlert) =>
  known.triggerUs === found.beginUs &&
  known.endUs === found.endUs &&
  known.isOpen === found.isOpen &&
  known.decidedUs === found.decidedUs &&
  known.isEndedBySilence === found.isEndedBySilence &&
  known.withdrawnAt === null &&
  isSameAlert(known, found)

/**
 * True when the measurements and the position at the begin are equal. An episode that began before the
 * evaluated interval has no measurements to compare.
 */
const isSameAlert = (known: AlertRow, { evaluatedFromUs = null, ...found }: FoundAlert) =>
  evaluatedFromUs === null ||
  (isDeepStrictEqual(known.facts, found.facts) &&
    known.latitudeDeg === (found.latitudeDeg ?? known.latitudeDeg) &&
    known.longitudeDeg === (found.longitudeDeg ?? known.longitudeDeg))

interface Ended {
  id: string
  end_us: number | null
  is_open: boolean
  decided_us: number | null
  is_ended_by_silence: boolean
}

const endOf = (id: string, { endUs, isOpen, decidedUs, isEndedBySilence }: FoundAlert): Ended => ({
  ...{ id, end_us: endUs, is_open: isOpen, decided_us: decidedUs, is_ended_by_silence: isEndedBySilence },
})

/** Ends alerts whose begin stays, in one statement: a fleet that comes to rest ends a thousand at once. */
async function end(tx: Tx, ends: readonly Ended[]) {
  if (ends.length === 0) return
  await tx.execute(sql`
    update ${alerts} set end_us = ended.end_us, is_open = ended.is_open, decided_us = ended.decided_us,
      is_ended_by_silence = ended.is_ended_by_silence, withdrawn_at = null, withdrawn_reason = null
    from json_to_recordset(${JSON.stringify(ends)}::json) as ended(id uuid, end_us bigint, is_open boolean,
      decided_us bigint, is_ended_by_silence boolean)
    where ${alerts.id} = ended.id`)
}

/** Stores a begin that late data has moved, or other measurements at it. */
async function move(tx: Tx, known: AlertRow, found: FoundAlert) {
  const { beginUs, endUs, isOpen, decidedUs, isEndedBySilence, facts } = found
  await tx
    .update(alerts)
    .set({
      ...{ triggerUs: beginUs, endUs, isOpen, decidedUs, isEndedBySilence, facts },
      ...{ withdrawnAt: null, withdrawnReason: null, silentSinceUs: silentSinceUs(facts, beginUs) },
      latitudeDeg: found.latitudeDeg ?? known.latitudeDeg,
      longitudeDeg: found.longitudeDeg ?? known.longitudeDeg,
      tripId: holderOf(known.vesselId, sql`${beginUs}::bigint`),
    })
    .where(eq(alerts.id, known.id))
}

async function refute(tx: Tx, row: AlertRow, at: Date) {
  const isOnRecord =
    row.notifiedAt !== null ||
    (await wasNotified(tx, row.id)) ||
    row.acknowledgedAt !== null ||
    row.assignedAt !== null ||
    row.silencedUntil !== null ||
    row.isDeleted ||
    (await wasActedOn(tx, row.id))
  if (isOnRecord) {
    await tx
      .update(alerts)
      .set({ withdrawnAt: at, withdrawnReason: 'late_data', isOpen: false })
      .where(eq(alerts.id, row.id))
  } else await tx.delete(alerts).where(eq(alerts.id, row.id))
  await dropFaultTask(tx, row.id)
}

async function wasNotified(tx: Tx, alertId: string): Promise<boolean> {
  const [sent] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.alertId, alertId), not(isNull(messages.sentAt))))
    .limit(1)
  return sent !== undefined
}

/** True when a user acted on the alert: a comment counts too, and stays. */
async function wasActedOn(tx: Tx, alertId: string): Promise<boolean> {
  const [note] = await tx
    .select({ id: alertNotes.id })
    .from(alertNotes)
    .where(eq(alertNotes.alertId, alertId))
    .limit(1)
  return note !== undefined
}
