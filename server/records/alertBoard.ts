/** State of the computer on board while a vessel or a sensor is silent. */
import { type SQL, sql } from 'drizzle-orm'
import { isOfSilence } from '#contract/domain/ruleFields.ts'
import { MINUTE_MS, SECOND_US } from '#contract/domain/time.ts'
import type { AlertFacts, ConditionFacts } from '#contract/wire/alert.ts'
import { LIVE_WINDOW_MS } from '#contract/wire/vessel.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { alerts, devices, pairings, vessels } from '#server/stores/relational/schema.ts'
import { type DarkAlert, queueDark } from './messages.ts'

/** A computer on a limited link reports every ten minutes: two reports and a half are missing. */
const DARK_AFTER_MS = 25 * MINUTE_MS
/** A report that arrives sooner after the last sample may have left before the link broke. */
const SAME_CONTACT_MS = 2 * MINUTE_MS

/** Like other events, a computer that fell silent is news for half an hour. */
const DARK_IS_NEWS_MS = 30 * MINUTE_MS

/** Start of the silence that an alert is about, µs; null for an alert about something else. */
export function silentSinceUs(facts: AlertFacts | null, beginUs: number): number | null {
  const conditions = facts?.kind === 'threshold' ? facts.conditions : []
  const limits = conditions.flatMap((one) => silenceS(one) ?? [])
  return limits.length === 0 ? null : Math.round(beginUs - Math.max(...limits) * SECOND_US)
}

function silenceS({ source, field, operation, threshold }: ConditionFacts): number | null {
  if (!isOfSilence({ source, field }) || operation !== 'more_than') return null
  return field === 'offline' ? LIVE_WINDOW_MS / 1000 : threshold
}

/** Device of a vessel with a program that reports its state, and its last contact. */
const reportingDevice = (vesselId: SQL) => sql`
  from ${pairings} as pairing
  join ${devices} as device on device.id = pairing.device_id
  cross join lateral (
    select greatest((device.health ->> 'receivedMs')::bigint, (device.activity ->> 'lastSeenMs')::bigint) as ms
  ) as contact
  where pairing.vessel_id = ${vesselId} and pairing.unpaired_at is null
    and (device.health ->> 'receivedMs')::bigint >= extract(epoch from pairing.paired_at) * 1000`

/**
 * Column `board` of an alert about a silence, as the paired device reports it at this moment. Null without a program that
 * reports its state, and while its next report may still come.
 */
export const boardNow = (vesselId: SQL, sinceUs: SQL, nowMs: number) => sql`(
  select case
    when contact.ms < ${nowMs - DARK_AFTER_MS}::bigint then 'dark'
    when contact.ms < ${sinceUs} / 1000 + ${SAME_CONTACT_MS}::bigint then null
    when exists (
      select from jsonb_each(device.health #> '{report,waiting}') as class(name, waits)
      where (waits ->> 'bytes')::double precision > 0
        and coalesce((waits ->> 'to')::double precision * 1000 > ${sinceUs}, true)
    ) then 'waiting'
    else 'reporting'
  end ${reportingDevice(vesselId)})`

export interface ChangedBoard {
  id: string
  vesselId: string
  organizationId: string
  departmentId: string
}

/** Writes the state of the computer on board to open alerts about a silence. Returns the changed alerts. */
export async function refreshBoards(db: Db, nowMs: number): Promise<ChangedBoard[]> {
  // Alerts that are being written are left for the next time.
  const changed = await db.execute(sql`
    with silent as (
      select open.id, open.vessel_id, open.silent_since_us from ${alerts} as open
      where open.is_open and open.silent_since_us is not null
      for no key update skip locked
    ), known as (
      select silent.id, ${boardNow(sql`silent.vessel_id`, sql`silent.silent_since_us`, nowMs)} as board from silent
    )
    update ${alerts} as alert set board = known.board from known, ${vessels} as vessel
    where alert.id = known.id and vessel.id = alert.vessel_id and vessel.deleted_at is null
      and alert.board is distinct from known.board
    returning alert.id, alert.vessel_id as "vesselId", alert.organization_id as "organizationId",
      vessel.department_id as "departmentId"`)
  return (changed as unknown as { rows: ChangedBoard[] }).rows
}

/**
 * Queues messages about open critical alerts whose computer on board still had contact when the vessel was silent already, and
 * fell silent after that. They follow from the last contact alone, however often and late this is called.
 */
export async function queueDarkBoards(db: Db, nowMs: number): Promise<void> {
  const fromMs = nowMs - DARK_AFTER_MS - DARK_IS_NEWS_MS
  await db.transaction(async (tx) => {
    const found = await tx.execute(sql`
      select open.id, contact.ms::double precision + ${DARK_AFTER_MS} as "darkMs" from ${alerts} as open
      cross join lateral (select contact.ms ${reportingDevice(sql`open.vessel_id`)}) as contact
      where open.is_open and open.silent_since_us is not null and open.severity = 'critical' and open.board = 'dark'
        and contact.ms >= open.silent_since_us / 1000 + ${SAME_CONTACT_MS}::bigint
        and contact.ms between ${fromMs}::bigint and ${nowMs - DARK_AFTER_MS}::bigint`)
    await queueDark(tx, (found as unknown as { rows: DarkAlert[] }).rows, nowMs)
  })
}
