/** Further departments that people belong to, with the role they have in each; the primary one is on the user. */
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { RoleId } from '#contract/domain/permissions.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { departments, memberships, users } from '#server/stores/relational/schema.ts'

/** Memberships of each user in the user's present organization. */
export async function membershipsOf(db: Db | Tx, userIds: readonly string[]) {
  if (userIds.length === 0) return []
  const rows = await db
    .select({ userId: memberships.userId, roleId: memberships.roleId, department: departments })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(
      departments,
      and(eq(departments.id, memberships.departmentId), eq(departments.organizationId, users.organizationId)),
    )
    .where(inArray(memberships.userId, [...userIds]))
    .orderBy(asc(departments.name), asc(departments.id))
  return rows.map((row) => ({ ...row, roleId: row.roleId as RoleId }))
}

/** Adds to each row the further departments of its person. */
export async function withMemberships<Row extends { user: { id: string } }>(
  db: Db | Tx,
  rows: readonly Row[],
) {
  const all = await membershipsOf(
    db,
    rows.map(({ user }) => user.id),
  )
  const byUser = Map.groupBy(all, ({ userId }) => userId)
  return rows.map((row) => ({ ...row, memberships: byUser.get(row.user.id) ?? [] }))
}

export async function replaceMemberships(
  tx: Tx,
  userId: string,
  given: readonly { departmentId: string; roleId: RoleId }[],
): Promise<void> {
  await tx.delete(memberships).where(eq(memberships.userId, userId))
  if (given.length > 0) await tx.insert(memberships).values(given.map((one) => ({ userId, ...one })))
}
