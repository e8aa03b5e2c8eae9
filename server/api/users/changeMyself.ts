import type { ActName } from '#contract/wire/audit.ts'
import type { UserCaller } from '#server/access/caller.ts'
import { difference, noteAct } from '#server/records/auditLog.ts'
import { findUser, updateUser } from '#server/records/users.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'

type Change = Parameters<typeof updateUser>[2]
type Row = NonNullable<Awaited<ReturnType<typeof findUser>>>['user']

/** Changes the caller's own row and notes what became of what `shown` says of it. Answers the row as it was. */
export function changeMyself(
  { db, caller, ip }: { db: Db; caller: UserCaller; ip: string },
  act: ActName,
  change: Change,
  shown: (row: Row) => Record<string, unknown>,
): Promise<Row> {
  const { organizationId, actor, userId } = caller
  return db.transaction(async (tx) => {
    const before = await findUser(tx, userId)
    await updateUser(tx, userId, change)
    const after = await findUser(tx, userId)
    if (!before || !after) throw new Error('the caller has no row')
    await noteAct(tx, {
      ...{ organizationId, actor, ip, act, subject: { id: userId, name: after.user.name } },
      ...difference(shown(before.user), shown(after.user)),
    })
    return before.user
  })
}

/** The name of a file says nothing to anybody. */
export const hasPicture = ({ pictureFile }: Row) => ({ picture: pictureFile !== null })
