import { and, asc, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { BridgeRefusal } from '#contract/wire/bridge.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { bridgeRefusals, bridges } from '#server/stores/relational/schema.ts'
import { newSecret } from './devices.ts'

const REFUSALS_KEPT_DAYS = 30
const USER = /^bridge:([0-9a-f-]{36})$/

/** User name with which a bridge signs in over MQTT. No device has it: device ids have no colon. */
export const bridgeUser = (id: string) => `bridge:${id}`

/** Id of the bridge with this user name; null for every other name. */
export const bridgeOfUser = (user: string): string | null => USER.exec(user)?.[1] ?? null

/** Messages of one sender that were refused for one reason since the last write. */
export interface NewBridgeRefusal {
  bridgeId: string
  /** Device id or topic; empty for all senders beyond the listed ones. */
  sender: string
  reason: BridgeRefusal['reason']
  count: number
}

/** Returns the bridges among these ids that may sign in. */
export const findBridges = (db: Db | Tx, ids: readonly string[]) =>
  db
    .select({ id: bridges.id, secretHash: bridges.secretHash })
    .from(bridges)
    .where(and(inArray(bridges.id, [...ids]), isNull(bridges.endedAt)))

/** Creates a bridge and returns its secret. The records keep only the hash. */
export async function insertBridge(tx: Tx, name: string) {
  const { secret, secretHash } = newSecret()
  const [bridge] = await tx.insert(bridges).values({ name, secretHash }).returning()
  if (!bridge) throw new Error('the bridge was not inserted')
  return { bridge, secret }
}

/** Ends the credentials of a bridge. Returns undefined when no bridge of this id may sign in. */
export async function endBridge(tx: Tx, id: string, now: Date) {
  const [bridge] = await tx
    .update(bridges)
    .set({ endedAt: now })
    .where(and(eq(bridges.id, id), isNull(bridges.endedAt)))
    .returning()
  return bridge
}

/** Lists the bridges that may sign in, each with its refused messages, the latest first. */
export async function listBridges(db: Db | Tx) {
  const rows = await db.select().from(bridges).where(isNull(bridges.endedAt)).orderBy(asc(bridges.createdAt))
  const refused = await db
    .select()
    .from(bridgeRefusals)
    .where(
      inArray(
        bridgeRefusals.bridgeId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(desc(bridgeRefusals.lastAt))
  const refusedOf = Map.groupBy(refused, ({ bridgeId }) => bridgeId)
  return rows.map((bridge) => ({ bridge, refused: refusedOf.get(bridge.id) ?? [] }))
}

/**
 * Adds up refused messages by bridge, sender and reason. Senders beyond `most` of a bridge count together, under an empty
 * name.
 */
export async function noteBridgeRefusals(
  db: Db | Tx,
  rows: readonly NewBridgeRefusal[],
  most: number,
): Promise<void> {
  if (rows.length === 0) return
  const ids = [...new Set(rows.map(({ bridgeId }) => bridgeId))]
  const known = await db
    .select({
      bridgeId: bridgeRefusals.bridgeId,
      sender: bridgeRefusals.sender,
      reason: bridgeRefusals.reason,
    })
    .from(bridgeRefusals)
    .where(inArray(bridgeRefusals.bridgeId, ids))
  const keyOf = (row: { bridgeId: string; sender: string; reason: string }) =>
    `${row.bridgeId}\n${row.reason}\n${row.sender}`
  const listed = new Set(known.map(keyOf))
  const sizes = new Map(ids.map((id) => [id, known.filter(({ bridgeId }) => bridgeId === id).length]))
  const added = new Map<string, NewBridgeRefusal>()
  for (const row of rows) {
    const size = sizes.get(row.bridgeId) ?? 0
    const isListed = listed.has(keyOf(row))
    const kept = isListed || row.sender === '' || size < most ? row : { ...row, sender: '' }
    if (!isListed && kept.sender !== '') sizes.set(row.bridgeId, size + 1)
    const sum = added.get(keyOf(kept))
    added.set(keyOf(kept), sum ? { ...sum, count: sum.count + row.count } : kept)
  }
  await db
    .insert(bridgeRefusals)
    .values([...added.values()])
    .onConflictDoUpdate({
      target: [bridgeRefusals.bridgeId, bridgeRefusals.reason, bridgeRefusals.sender],
      set: { count: sql`${bridgeRefusals.count} + excluded.count`, lastAt: sql`now()` },
    })
}

export async function pruneBridgeRefusals(db: Db | Tx): Promise<void> {
  await db
    .delete(bridgeRefusals)
    .where(lt(bridgeRefusals.lastAt, sql`now() - make_interval(days => ${REFUSALS_KEPT_DAYS})`))
}
