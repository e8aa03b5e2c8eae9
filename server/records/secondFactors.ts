/** Which users have turned on a second factor, and what their organization requires of their credentials. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Language } from '#contract/text/language.ts'
import { identityUsers } from '#server/stores/relational/identitySchema.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { organizations, users } from '#server/stores/relational/schema.ts'
import { byName } from './nameSql.ts'

export async function hasSecondFactor(db: Db | Tx, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ enabled: identityUsers.twoFactorEnabled })
    .from(users)
    .innerJoin(identityUsers, eq(identityUsers.id, users.identityId))
    .where(eq(users.id, userId))
  return row?.enabled === true
}

/** Users of an organization without a second factor, by name; super users come and go and are not among them. */
export const withoutSecondFactor = (db: Db | Tx, organizationId: string, language: Language) =>
  db
    .select({ name: users.name })
    .from(users)
    .innerJoin(identityUsers, eq(identityUsers.id, users.identityId))
    .where(
      and(
        eq(users.organizationId, organizationId),
        isNull(users.superRoleId),
        eq(identityUsers.twoFactorEnabled, false),
      ),
    )
    .orderBy(byName(users.name)(language))

/** Fewest characters of a new password of this identity; null without a user. */
export async function passwordLengthFor(db: Db, identityId: string): Promise<number | null> {
  const [row] = await db
    .select({ length: organizations.minPasswordLength })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.organizationId))
    .where(eq(users.identityId, identityId))
  return row?.length ?? null
}
