/** People as colleagues see them: in the caller's scope, and super users only by super users. */
import { and, count, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { ListQuery } from '#contract/wire/list.ts'
import * as contract from '#contract/wire/user.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { departments, memberships, users } from '#server/stores/relational/schema.ts'
import { columnsOf, filterSql, orderSql } from './listSql.ts'
import { withMemberships } from './memberships.ts'
import { byName } from './nameSql.ts'
import type { Scope } from './scope.ts'

const COLUMNS = columnsOf(contract.listUsers, {
  orders: {
    name: byName(users.name),
    email: sql`lower(${users.email})`,
    role: users.roleId,
    created_at: users.createdAt,
  },
  filters: {
    id: users.id,
    name: users.name,
    email: users.email,
    role_id: users.roleId,
    auth_role: sql`(case when ${users.superRoleId} is null then 'user' else 'super' end)`,
  },
})

/** Scope of the users looked for, and whether the caller sees super users. */
export interface SuperVisibility {
  scope: Scope
  seesSupers: boolean
}

export type ListedUserRow = Awaited<ReturnType<typeof select>>[number]

export async function listUsers(db: Db | Tx, superVisibility: SuperVisibility, query: ListQuery) {
  const where = and(isSeen(superVisibility), ...filterSql(query, COLUMNS))
  const order = orderSql(query, COLUMNS, users.id)
  const rows = await select(db, where, order, query)
  const [counted] = await db.select({ total: count() }).from(users).where(where)
  return { rows, total: counted?.total ?? 0 }
}

export async function findListedUser(
  db: Db | Tx,
  superVisibility: SuperVisibility,
  id: string,
): Promise<ListedUserRow | null> {
  const [row] = await select(db, and(isSeen(superVisibility), eq(users.id, id)), [], { skip: 0, limit: 1 })
  return row ?? null
}

/** How many of these can be seen. */
export async function countListedUsers(
  db: Db | Tx,
  superVisibility: SuperVisibility,
  ids: readonly string[],
): Promise<number> {
  return db.$count(users, and(isSeen(superVisibility), inArray(users.id, [...ids])))
}

async function select(
  db: Db | Tx,
  where: SQL | undefined,
  order: SQL[],
  page: { skip: number; limit: number },
) {
  const rows = await db
    .select({ user: users, department: departments })
    .from(users)
    .innerJoin(departments, eq(departments.id, users.departmentId))
    .where(where)
    .orderBy(...order)
    .offset(page.skip)
    .limit(page.limit)
  return withMemberships(db, rows)
}

const isSeen = ({ scope, seesSupers }: SuperVisibility) =>
  and(
    eq(users.organizationId, scope.organizationId),
    scope.departmentIds === null
      ? undefined
      : or(
          inArray(users.departmentId, scope.departmentIds),
          inArray(
            users.id,
            sql`(select ${memberships.userId} from ${memberships} where ${inArray(memberships.departmentId, scope.departmentIds)})`,
          ),
        ),
    seesSupers ? undefined : isNull(users.superRoleId),
  )
