import { and, count, eq, gt, type SQL, sql } from 'drizzle-orm'
import * as contract from '#contract/wire/audit.ts'
import type { ListQuery } from '#contract/wire/list.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { auditLog, users } from '#server/stores/relational/schema.ts'
import type { Actor } from './actor.ts'
import { columnsOf, filterSql, orderSql } from './listSql.ts'

export interface Act {
  /** The organization concerned; its administrators read the line. */
  organizationId: string
  actor: Actor
  ip: string
  act: contract.ActName
  subject: { id: string; name: string }
  /** Changed fields of the subject before and after the act. Contains no secrets. */
  before?: State
  after?: State
  /** Time of an act of the past; the present if absent. */
  at?: Date
}

/** Keyed by field name, because a bare list would not name its fields. */
type State = Readonly<Record<string, unknown>>

/** Runs in the transaction of the act itself, so that each act has its line. */
export async function noteAct(tx: Tx, { actor, subject, before, after, ...act }: Act): Promise<void> {
  await tx.insert(auditLog).values({
    ...act,
    actorType: actor.type,
    ...(actor.type === 'user' ? { userId: actor.userId } : {}),
    ...(actor.type === 'api-key' ? { apiKeyId: actor.apiKeyId } : {}),
    userName: nameOf(actor),
    subjectId: subject.id,
    subjectName: subject.name,
    before: before ? storable(before) : null,
    after: after ? storable(after) : null,
  })
}

/** Kept as it is now, since the actor may be renamed or deleted. */
function nameOf(actor: Actor): SQL | string {
  if (actor.type === 'system') return ''
  if (actor.type === 'api-key') return actor.name
  return sql`coalesce((select ${users.name} from ${users} where ${users.id} = ${actor.userId}), '')`
}

/** Returns the fields that differ between two states of a row, before and after. */
export function difference<Row extends object>(before: Row, after: Row): { before: State; after: State } {
  const names = (Object.keys(after) as (keyof Row)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const pick = (row: Row) => Object.fromEntries(names.map((name) => [name, row[name]]))
  return { before: pick(before), after: pick(after) }
}

/** The fields of a row that were changed after an instant. */
export async function changedSince(
  tx: Tx,
  organizationId: string,
  subjectId: string,
  since: Date,
): Promise<string[]> {
  const acts = await tx
    .select({ after: auditLog.after })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.organizationId, organizationId),
        eq(auditLog.subjectId, subjectId),
        gt(auditLog.at, since),
      ),
    )
  return [...new Set(acts.flatMap(({ after }) => Object.keys(after ?? {})))]
}

const COLUMNS = columnsOf(contract.listAudit, {
  orders: { at: auditLog.at },
  filters: {
    at: auditLog.at,
    user_id: auditLog.userId,
    act: auditLog.act,
    subject_id: auditLog.subjectId,
  },
})

export type ActRow = typeof auditLog.$inferSelect

/** Lists the acts in an organization, newest first. */
export async function listActs(db: Db | Tx, organizationId: string, query: ListQuery) {
  const where = and(eq(auditLog.organizationId, organizationId), ...filterSql(query, COLUMNS))
  const rows = await db
    .select()
    .from(auditLog)
    .where(where)
    .orderBy(...orderSql(query, COLUMNS, auditLog.id))
    .offset(query.skip)
    .limit(query.limit)
  const [counted] = await db.select({ total: count() }).from(auditLog).where(where)
  return { rows, total: counted?.total ?? 0 }
}

/** Removes half surrogate pairs of outside text, which jsonb refuses. */
const storable = (state: State): unknown =>
  JSON.parse(JSON.stringify(state), (_name, value) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  )
