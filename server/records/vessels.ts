/** What the console reads of vessels, with the newest they said, inside the caller's scope. */
import { and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { ListQuery } from '#contract/list.ts'
import * as contract from '#contract/vessel.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { departments, pairings, trips, vesselStates, vessels } from '#server/stores/relational/schema.ts'
import { columnsOf, filterSql, orderSql } from './listSql.ts'
import { byName } from './nameSql.ts'
import { isOpenPairing } from './pairings.ts'
import { inScope, type Scope } from './scope.ts'

const COLUMNS = columnsOf(contract.listVessels, {
  orders: { name: byName(vessels.name), created_at: vessels.createdAt },
  filters: {
    id: vessels.id,
    name: vessels.name,
  },
})

const shownTrips = sql`${trips.vesselId} = ${vessels.id} and ${trips.visible} and not ${trips.isDeleted}`

export type FleetRecord = Awaited<ReturnType<typeof listFleet>>[number]
export type VesselRecord = Awaited<ReturnType<typeof findVessels>>[number]

/** Every vessel of the scope as the map shows it; `onlyIds` picks some of them. */
export function listFleet(db: Db | Tx, scope: Scope, onlyIds?: readonly string[]) {
  return db
    .select({
      id: vessels.id,
      name: vessels.name,
      kind: vessels.kind,
      pictureFile: vessels.pictureFile,
      companyId: vessels.companyId,
      departmentId: vessels.departmentId,
      impactLimitG: vessels.impactLimitG,
      deviceId: pairings.deviceId,
      state: vesselStates,
      tripId: sql<string | null>`(
        select ${trips.id} from ${trips} where ${shownTrips} order by ${trips.startUs} desc limit 1
      )`,
    })
    .from(vessels)
    .leftJoin(pairings, and(eq(pairings.vesselId, vessels.id), isOpenPairing))
    .leftJoin(vesselStates, eq(vesselStates.vesselId, vessels.id))
    .where(and(inScope(scope, vessels), onlyIds ? inArray(vessels.id, [...onlyIds]) : undefined))
    .orderBy(asc(vessels.name), asc(vessels.id))
}

export async function listVessels(db: Db | Tx, scope: Scope, query: ListQuery) {
  const where = and(inScope(scope, vessels), ...filterSql(query, COLUMNS))
  const rows = await findVessels(db, where, orderSql(query, COLUMNS, vessels.id, byName(vessels.name)), query)
  const [counted] = await db.select({ total: count() }).from(vessels).where(where)
  return { rows, total: counted?.total ?? 0 }
}

export async function findVessel(db: Db | Tx, scope: Scope, id: string): Promise<VesselRecord | null> {
  const where = and(inScope(scope, vessels), eq(vessels.id, id))
  const [row] = await findVessels(db, where, [], { skip: 0, limit: 1 })
  return row ?? null
}

function findVessels(
  db: Db | Tx,
  where: SQL | undefined,
  order: SQL[],
  page: { skip: number; limit: number },
) {
  return db
    .select({
      vessel: vessels,
      department: { id: departments.id, name: departments.name },
      deviceId: pairings.deviceId,
      state: vesselStates,
      tripCount: sql<number>`(select count(*)::int from ${trips} where ${shownTrips})`,
    })
    .from(vessels)
    .innerJoin(departments, eq(departments.id, vessels.departmentId))
    .leftJoin(pairings, and(eq(pairings.vesselId, vessels.id), isOpenPairing))
    .leftJoin(vesselStates, eq(vesselStates.vesselId, vessels.id))
    .where(where)
    .orderBy(...order)
    .offset(page.skip)
    .limit(page.limit)
}
