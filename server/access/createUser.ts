import { randomUUID } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import type { RoleId } from '#contract/domain/permissions.ts'
import { Problem } from '#contract/wire/errors.ts'
import { insertUser } from '#server/records/users.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'

export interface NewUser {
  organizationId: string
  departmentId: string
  roleId: RoleId
  name: string
  email: string
  password: string
}

/** A person and their credentials, both or neither. Throws EMAIL_ALREADY_IN_USE_AT_COMPANY. */
export async function createUser({ db }: { db: Db | Tx }, user: NewUser): Promise<{ id: string }> {
  const { password, ...rest } = user
  const passwordHash = await hashPassword(password)
  try {
    const row = { ...rest, email: user.email.toLowerCase(), identityId: randomUUID(), passwordHash }
    return { id: await db.transaction((tx) => insertUser(tx, row)) }
  } catch (error) {
    if (isTaken(error)) throw new Problem('EMAIL_ALREADY_IN_USE_AT_COMPANY')
    throw error
  }
}

const UNIQUE_VIOLATION = '23505'
const isTaken = (error: unknown) =>
  ((error as { cause?: { code?: string } }).cause?.code ?? '') === UNIQUE_VIOLATION
