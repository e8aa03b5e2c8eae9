import { and, count, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { isSuper, type RoleId } from '#contract/domain/permissions.ts'
import type { Language } from '#contract/text/language.ts'
import {
  identityAccounts,
  identitySessions,
  identityUsers,
} from '#server/stores/relational/identitySchema.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { departments, organizations, users } from '#server/stores/relational/schema.ts'
import { withMemberships } from './memberships.ts'

export type UserRow = typeof users.$inferSelect

/** Finds the users of identity engine sessions, by session id, as long as session and user exist. */
export async function findBySessions(db: Db | Tx, sessionIds: readonly string[], nowMs: number) {
  const rows = await db
    .select({
      sessionId: identitySessions.id,
      identityId: users.identityId,
      userId: users.id,
      organizationId: users.organizationId,
      departmentId: users.departmentId,
      roleId: users.roleId,
      superRoleId: users.superRoleId,
      units: users.units,
      needsSecondFactor: sql<boolean>`${organizations.requireSecondFactor} and not ${identityUsers.twoFactorEnabled}`,
    })
    .from(identitySessions)
    .innerJoin(users, eq(users.identityId, identitySessions.userId))
    .innerJoin(organizations, eq(organizations.id, users.organizationId))
    .innerJoin(identityUsers, eq(identityUsers.id, identitySessions.userId))
    .where(
      and(inArray(identitySessions.id, [...sessionIds]), gt(identitySessions.expiresAt, new Date(nowMs))),
    )
  return new Map(
    rows.map((row) => [
      row.sessionId,
      { ...row, roleId: row.roleId as RoleId, superRoleId: row.superRoleId as RoleId | null },
    ]),
  )
}

/** True when a person has signed in at least once, according to the console or a session. */
export async function hasSignedIn(tx: Tx, { identityId, lastLoginAt }: UserRow): Promise<boolean> {
  if (lastLoginAt) return true
  const [session] = await tx
    .select({ id: identitySessions.id })
    .from(identitySessions)
    .where(eq(identitySessions.userId, identityId))
    .limit(1)
  return session !== undefined
}

export async function findUser(db: Db | Tx, id: string) {
  const [row] = await db
    .select({ user: users, organization: organizations, department: departments })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.organizationId))
    .innerJoin(departments, eq(departments.id, users.departmentId))
    .where(eq(users.id, id))
  const [whole] = row ? await withMemberships(db, [row]) : []
  return whole ?? null
}

export async function findByEmail(db: Db | Tx, email: string) {
  const [row] = await db
    .select({ id: users.id, identityId: users.identityId, email: users.email, name: users.name })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
  return row ?? null
}

/** Id of the user of the identity engine who signs in with this address. */
export async function identityOf(db: Db | Tx, email: string): Promise<string> {
  const [row] = await db
    .select({ id: identityUsers.id })
    .from(identityUsers)
    .where(eq(sql`lower(${identityUsers.email})`, email.toLowerCase()))
  if (!row) throw new Error('the identity engine signed in an unknown user')
  return row.id
}

export async function findByIdentity(db: Db | Tx, identityId: string) {
  const [row] = await db
    .select({ id: users.id, name: users.name, organizationId: users.organizationId })
    .from(users)
    .where(eq(users.identityId, identityId))
  return row ?? null
}

export async function countUsers(db: Db | Tx): Promise<number> {
  const [row] = await db.select({ total: count() }).from(users)
  return row?.total ?? 0
}

/** Counts alerts up to now as read for people of an organization who never opened the list. */
export async function countAlertsAsRead(db: Db | Tx, organizationId: string, until: Date): Promise<void> {
  await db
    .update(users)
    .set({ alertsReadAt: until })
    .where(and(eq(users.organizationId, organizationId), isNull(users.alertsReadAt)))
}

/** Locks a user: other transactions wait with their changes until this one ends. */
export async function lockUser(tx: Tx, id: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update')
}

export async function updateUser(
  db: Db | Tx,
  id: string,
  change: Partial<
    Pick<
      UserRow,
      | 'organizationId'
      | 'departmentId'
      | 'roleId'
      | 'superRoleId'
      | 'name'
      | 'phoneNumber'
      | 'pictureFile'
      | 'lastLoginAt'
      | 'alertsReadAt'
      | 'announcementsReadAt'
      | 'firstStepsDismissedAt'
      | 'subscribedNotifications'
      | 'language'
      | 'timeZone'
      | 'units'
    >
  >,
): Promise<void> {
  await db.update(users).set(change).where(eq(users.id, id))
}

/** Kinds of messages that a person switched on or off, and the person's language. */
export async function findSubscriptions(db: Db | Tx, id: string) {
  const { subscribedNotifications, language } = users
  const [row] = await db.select({ subscribedNotifications, language }).from(users).where(eq(users.id, id))
  return row ?? null
}

/** Stores the language of messages for a person who has none yet. */
export async function beginLanguage(db: Db | Tx, id: string, language: Language): Promise<void> {
  await db
    .update(users)
    .set({ language })
    .where(and(eq(users.id, id), isNull(users.language)))
}

/** Removes a person with credentials and sessions; their comments stay without a name. */
export async function deleteUser(tx: Tx, { id, identityId }: { id: string; identityId: string }) {
  await tx.delete(users).where(eq(users.id, id))
  await tx.delete(identityUsers).where(eq(identityUsers.id, identityId))
}

/** Inserts a user. A super user stays one, whatever role they view through later. */
export async function insertUser(
  tx: Tx,
  user: Omit<typeof users.$inferInsert, 'identityId' | 'roleId' | 'superRoleId'> & {
    identityId: string
    roleId: RoleId
    passwordHash: string
  },
): Promise<string> {
  const { passwordHash, ...row } = user
  await tx
    .insert(identityUsers)
    .values({ id: row.identityId, name: row.name, email: row.email, emailVerified: true })
  await tx.insert(identityAccounts).values({
    id: crypto.randomUUID(),
    accountId: row.identityId,
    providerId: 'credential',
    userId: row.identityId,
    password: passwordHash,
  })
  const superRoleId = isSuper(row.roleId) ? row.roleId : null
  const [inserted] = await tx
    .insert(users)
    .values({ ...row, superRoleId })
    .returning({ id: users.id })
  if (!inserted) throw new Error('the user was not inserted')
  return inserted.id
}
