/**
 * The helm of a vessel: its captain, the times of each captain, and the captains of trips that follow from
 * these.
 */
import { and, asc, between, desc, eq, gt, inArray, isNull, lt, lte, max, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { captains, helmTurns, organizations, trips, vessels } from '#server/stores/relational/schema.ts'

interface Named {
  id: string
  name: string
}

/** This captain has the helm from then on; null for no captain. */
export async function insertTurn(
  tx: Tx,
  turn: { vesselId: string; captainId: string | null; fromUs: number; createdBy: string | null },
): Promise<void> {
  await tx.insert(helmTurns).values(turn)
}

/**
 * Captain of a detected trip: the last one to take the helm. When captains are required, only a captain who
 * took it since the previous trip counts. Otherwise the vessel's own captain counts too.
 */
export async function captainAtHelm(
  tx: Db | Tx,
  vesselId: string,
  span: { startUs: number; toUs: number },
): Promise<string | null> {
  const [vessel] = await tx
    .select({ own: vessels.captainId, isForced: organizations.forceCaptainLogin })
    .from(vessels)
    .innerJoin(organizations, eq(organizations.id, vessels.organizationId))
    .where(eq(vessels.id, vesselId))
  const sinceUs = vessel?.isForced ? await endOfTripBefore(tx, vesselId, span.startUs) : 0
  const turn = await lastTurn(tx, vesselId, sinceUs, span.toUs)
  if (turn) return turn.captain?.id ?? null
  return vessel?.isForced ? null : (vessel?.own ?? null)
}

/** Times from which the helm was taken or free, by vessel, over an interval of each vessel. */
export async function helmOver(
  db: Db | Tx,
  intervals: readonly { vesselId: string; fromUs: number; toUs: number }[],
): Promise<Map<string, { fromUs: number; isTaken: boolean }[]>> {
  if (intervals.length === 0) return new Map()
  const asked = JSON.stringify(
    intervals.map(({ vesselId, fromUs }) => ({ vessel_id: vesselId, from_us: Math.floor(fromUs) })),
  )
  // As captainAtHelm answers of one vessel.
  const before = (await db.execute(sql`
    select ${vessels.id} as vessel_id,
      case when turn.id is not null then turn.captain_id is not null
        else not ${organizations.forceCaptainLogin} and ${vessels.captainId} is not null end as is_taken
    from json_to_recordset(${asked}::json) as asked(vessel_id uuid, from_us bigint)
    join ${vessels} on ${vessels.id} = asked.vessel_id
    join ${organizations} on ${organizations.id} = ${vessels.organizationId}
    left join lateral (
      select ${helmTurns.id}, ${captains.id} as captain_id from ${helmTurns}
      left join ${captains} on ${captains.id} = ${helmTurns.captainId} and ${captains.deletedAt} is null
      where ${helmTurns.vesselId} = asked.vessel_id and ${helmTurns.fromUs} <= asked.from_us
        and (not ${organizations.forceCaptainLogin} or ${helmTurns.fromUs} > coalesce((
          select max(${trips.lastRecordUs}) from ${trips}
          where ${trips.vesselId} = asked.vessel_id and ${trips.startUs} < asked.from_us and ${trips.visible}), 0))
      order by ${helmTurns.fromUs} desc, ${helmTurns.createdAt} desc limit 1
    ) as turn on true`)) as unknown as { rows: { vessel_id: string; is_taken: boolean }[] }
  const wasTaken = new Map(before.rows.map((row) => [row.vessel_id, row.is_taken]))
  const turns = Map.groupBy(
    await db
      .select({ vesselId: helmTurns.vesselId, fromUs: helmTurns.fromUs, captainId: helmTurns.captainId })
      .from(helmTurns)
      .where(
        and(
          inArray(helmTurns.vesselId, [...wasTaken.keys()]),
          between(
            helmTurns.fromUs,
            Math.floor(Math.min(...intervals.map(({ fromUs }) => fromUs))),
            Math.ceil(Math.max(...intervals.map(({ toUs }) => toUs))),
          ),
        ),
      )
      .orderBy(asc(helmTurns.fromUs), asc(helmTurns.createdAt)),
    ({ vesselId }) => vesselId,
  )
  return new Map(
    intervals.map(({ vesselId, fromUs, toUs }) => [
      vesselId,
      [
        { fromUs, isTaken: wasTaken.get(vesselId) ?? false },
        ...(turns.get(vesselId) ?? [])
          .filter((turn) => turn.fromUs > fromUs && turn.fromUs <= toUs)
          .map((turn) => ({ fromUs: turn.fromUs, isTaken: turn.captainId !== null })),
      ],
    ]),
  )
}

/** The vessel's trip that is under way, as the console shows it. */
export async function tripUnderWay(db: Db | Tx, vesselId: string, lastSeenAfterUs: number) {
  const [row] = await db
    .select({ id: trips.id, startUs: trips.startUs, captain: named })
    .from(trips)
    .leftJoin(captains, eq(captains.id, trips.captainId))
    .where(
      and(
        eq(trips.vesselId, vesselId),
        isNull(trips.endUs),
        eq(trips.visible, true),
        eq(trips.isDeleted, false),
        gt(trips.lastRecordUs, lastSeenAfterUs),
      ),
    )
    .orderBy(desc(trips.startUs))
    .limit(1)
  return row ?? null
}

/** Captains and limits on the helm page of a vessel; null where there is no such vessel. */
export async function helmSettings(db: Db | Tx, vesselId: string) {
  const [row] = await db
    .select({
      id: vessels.id,
      number: vessels.number,
      name: vessels.name,
      organizationId: vessels.organizationId,
      departmentId: vessels.departmentId,
      impactLimitG: vessels.impactLimitG,
      safetySpeedLimitMps: vessels.safetySpeedLimitMps,
      topSpeedMps: vessels.topSpeedMps,
      cruisingSpeedMps: vessels.cruisingSpeedMps,
      guidanceMode: vessels.guidanceMode,
      own: named,
      isForced: organizations.forceCaptainLogin,
      hasGuidance: organizations.routeGuidanceFeature,
    })
    .from(vessels)
    .innerJoin(organizations, eq(organizations.id, vessels.organizationId))
    .leftJoin(captains, and(eq(captains.id, vessels.captainId), isNull(captains.deletedAt)))
    .where(eq(vessels.id, vesselId))
  return row ?? null
}

/** Last captain to take the helm in (afterUs, untilUs]. */
export async function lastTurn(
  db: Db | Tx,
  vesselId: string,
  afterUs: number,
  untilUs: number,
): Promise<{ captain: Named | null; fromUs: number } | null> {
  const [row] = await db
    .select({ captain: named, fromUs: helmTurns.fromUs })
    .from(helmTurns)
    .leftJoin(captains, and(eq(captains.id, helmTurns.captainId), isNull(captains.deletedAt)))
    .where(
      and(eq(helmTurns.vesselId, vesselId), gt(helmTurns.fromUs, afterUs), lte(helmTurns.fromUs, untilUs)),
    )
    .orderBy(desc(helmTurns.fromUs), desc(helmTurns.createdAt))
    .limit(1)
  return row ?? null
}

export async function endOfTripBefore(db: Db | Tx, vesselId: string, startUs: number): Promise<number> {
  const [row] = await db
    .select({ endUs: max(trips.lastRecordUs) })
    .from(trips)
    .where(and(eq(trips.vesselId, vesselId), lt(trips.startUs, startUs), eq(trips.visible, true)))
  return row?.endUs ?? 0
}

/**
 * Captains at the helm during a trip, one after the other. Where the helm did not change during the trip, the trip's
 * captain had it all the time.
 */
export async function helmSpans(
  db: Db | Tx,
  trip: { vesselId: string; startUs: number; endUs: number | null; captain: Named | null },
): Promise<{ captain: Named | null; fromUs: number; toUs: number | null }[]> {
  const { vesselId, startUs, endUs } = trip
  const turns = await db
    .select({ captain: named, fromUs: helmTurns.fromUs })
    .from(helmTurns)
    .leftJoin(captains, eq(captains.id, helmTurns.captainId))
    .where(
      and(
        eq(helmTurns.vesselId, vesselId),
        between(helmTurns.fromUs, startUs + 1, endUs ?? Number.MAX_SAFE_INTEGER),
      ),
    )
    .orderBy(asc(helmTurns.fromUs), asc(helmTurns.createdAt))
  if (turns.length === 0) return [{ captain: trip.captain, fromUs: startUs, toUs: endUs }]
  const before = await lastTurn(db, vesselId, await endOfTripBefore(db, vesselId, startUs), startUs)
  const all = [{ captain: before?.captain ?? null, fromUs: startUs }, ...turns]
  const changes = all.filter(({ captain }, i) => i === 0 || captain?.id !== all[i - 1]?.captain?.id)
  return changes.map((span, i) => ({ ...span, toUs: changes[i + 1]?.fromUs ?? endUs }))
}

const named = { id: captains.id, name: captains.name }
