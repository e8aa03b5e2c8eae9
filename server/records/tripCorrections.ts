import { and, asc, desc, eq, gte, inArray, isNull, lte, or } from 'drizzle-orm'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { tripCorrections, users, vessels } from '#server/stores/relational/schema.ts'
import { pairingEndsSince } from './pairings.ts'
import type { VesselInterval } from './trips.ts'

export type CorrectionRow = typeof tripCorrections.$inferSelect

/** Corrections for each interval of a vessel's time, in the order in which users made them. */
export async function correctionsTouching(
  db: Db | Tx,
  intervals: readonly VesselInterval[],
): Promise<CorrectionRow[][]> {
  const rows = await db
    .select()
    .from(tripCorrections)
    .where(
      and(
        inArray(
          tripCorrections.vesselId,
          intervals.map(({ vesselId }) => vesselId),
        ),
        lte(tripCorrections.fromUs, Math.ceil(Math.max(...intervals.map(({ toUs }) => toUs)))),
        gte(tripCorrections.toUs, Math.floor(Math.min(...intervals.map(({ fromUs }) => fromUs)))),
        isNull(tripCorrections.undoneAt),
      ),
    )
    .orderBy(asc(tripCorrections.createdAt), asc(tripCorrections.id))
  return intervals.map(({ vesselId, fromUs, toUs }) =>
    rows.filter(
      (row) => row.vesselId === vesselId && row.fromUs <= Math.ceil(toUs) && row.toUs >= Math.floor(fromUs),
    ),
  )
}

/** Corrections with the person who made them, newest first. */
export function listCorrections(db: Db, vesselId: string, fromUs: number, toUs: number) {
  return db
    .select({ correction: tripCorrections, by: users.name })
    .from(tripCorrections)
    .leftJoin(users, eq(users.id, tripCorrections.createdBy))
    .where(and(touching(vesselId, fromUs, toUs), isNull(tripCorrections.undoneAt)))
    .orderBy(desc(tripCorrections.createdAt), asc(tripCorrections.id))
}

export async function insertCorrection(
  tx: Tx,
  correction: typeof tripCorrections.$inferInsert,
): Promise<string> {
  const [row] = await tx.insert(tripCorrections).values(correction).returning({ id: tripCorrections.id })
  if (!row) throw new Error('the correction was not inserted')
  return row.id
}

/** Null when this vessel has no such correction, or it was taken back before. */
export async function undoCorrection(
  tx: Tx,
  vesselId: string,
  id: string,
  at: Date,
): Promise<CorrectionRow | null> {
  const [row] = await tx
    .update(tripCorrections)
    .set({ undoneAt: at })
    .where(
      and(
        eq(tripCorrections.id, id),
        eq(tripCorrections.vesselId, vesselId),
        isNull(tripCorrections.undoneAt),
      ),
    )
    .returning()
  return row ?? null
}

/** Intervals in which users corrected trips since then, took a correction back, or took a device off its vessel. */
export async function correctionsSince(db: Db, sinceMs: number) {
  const since = new Date(Math.max(0, sinceMs))
  const decided = await db
    .select({ vesselNumber: vessels.number, fromUs: tripCorrections.fromUs, toUs: tripCorrections.toUs })
    .from(tripCorrections)
    .innerJoin(vessels, eq(vessels.id, tripCorrections.vesselId))
    .where(or(gte(tripCorrections.createdAt, since), gte(tripCorrections.undoneAt, since)))
  return [...decided, ...(await pairingEndsSince(db, sinceMs))]
}

const touching = (vesselId: string, fromUs: number, toUs: number) =>
  and(
    eq(tripCorrections.vesselId, vesselId),
    lte(tripCorrections.fromUs, Math.ceil(toUs)),
    gte(tripCorrections.toUs, Math.floor(fromUs)),
  )
