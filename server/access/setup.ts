import { Problem } from '#contract/wire/errors.ts'
import { SYSTEM } from '#server/records/actor.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { countUsers } from '#server/records/users.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { settings } from '#server/stores/relational/schema.ts'
import { createUser } from './createUser.ts'

/** True while there is no user. */
export const needsSetup = async (db: Db) => (await countUsers(db)) === 0

/** Makes the first organization and its super-admin. One of any number of attempts succeeds. */
export async function setUp(
  db: Db,
  first: { organization: string; name: string; email: string; password: string },
  ip: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const won = await tx
      .insert(settings)
      .values({ name: 'access.setUpAt', value: new Date().toISOString() })
      .onConflictDoNothing()
      .returning({ name: settings.name })
    if (won.length === 0 || (await countUsers(tx)) > 0)
      throw new Problem('conflict', 'This installation is set up.')
    const place = await insertOrganization(tx, { name: first.organization })
    const { name, email, password } = first
    const subject = { id: place.organizationId, name: first.organization }
    // Without users there is no actor.
    const act = {
      organizationId: place.organizationId,
      actor: SYSTEM,
      ip,
      act: 'organization.create' as const,
      subject,
    }
    await noteAct(tx, act)
    await createUser({ db: tx }, { ...place, roleId: 'super-admin', name, email, password })
  })
}
